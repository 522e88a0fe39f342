package link

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Input is what is linked.
type Input struct {
	// Old and New are the surfaces that were compared; they have the stage, gates
	// and, where the source has them, the descriptions of fields.
	Old, New *discovery.Surface
	Changes  []rule.Change
	// Notes of the range between them. Those that are unpublished, or of which
	// only facts are known, are scored too.
	Notes []changelog.Note
}

// Confidence is how sure a link is.
type Confidence string

// The grades.
const (
	IntroducedBy Confidence = "introduced-by"
	Probably     Confidence = "probably"
)

// Match leads from a change to an entry.
type Match struct {
	// Note is the index into Input.Notes.
	Note       int
	Confidence Confidence
	Score      float64
	// Why lists the reasons, strongest first, in words.
	Why []string
}

// Claim is an API change that an entry claims and the changes do not show.
type Claim struct {
	// Note is the index into Input.Notes.
	Note int
	// Text is the claim in words: "adds storage.k8s.io/v1 CSIStorageCapacity".
	Text string
	// Why is the possible reason.
	Why string
}

// Result has for each change its links, best first, and the unmet claims.
type Result struct {
	Links  [][]Match
	Claims []Claim
}

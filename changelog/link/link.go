package link

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Input is the input of Link.
type Input struct {
	// Old and New are the compared surfaces. They have the stages and feature gates of fields, and
	// the descriptions if the source has them. nil is an empty surface.
	Old, New *discovery.Surface
	Changes  []rule.Change
	// Notes are those of the range. Unpublished notes, and notes that have only facts, are scored
	// too.
	Notes []changelog.Note
}

// Confidence is how sure a link is.
type Confidence string

// The confidence values, which are the values in JSON.
const (
	IntroducedBy Confidence = "introduced-by"
	Probably     Confidence = "probably"
)

// Match is a link from a change to a note.
type Match struct {
	// Note is the index in Input.Notes.
	Note       int
	Confidence Confidence
	Score      float64
	// Why has the reasons in words, strongest first.
	Why []string
}

// Claim is an API change that a note describes and the changes do not have.
type Claim struct {
	// Note is the index in Input.Notes.
	Note int
	// Text is the claim in words: "adds storage.k8s.io/v1 CSIStorageCapacity".
	Text string
	// Why is the possible reason.
	Why string
}

// Result has the links of each change, best first, and the unmet claims.
type Result struct {
	Links  [][]Match
	Claims []Claim
}

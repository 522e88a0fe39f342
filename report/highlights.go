package report

import "github.com/kubedelta/kubedelta/discovery/gate"

// Highlights is the summary of a release, from its notes, the stages of its fields, and its feature
// gates.
type Highlights struct {
	// Stable, Beta and Alpha are what reached the stage in the release.
	Stable []Reached `json:"stable"`
	Beta   []Reached `json:"beta"`
	Alpha  []Reached `json:"alpha"`
	// Switched are the gates whose default changed within a stage, or that returned to an earlier
	// stage.
	Switched []Switched `json:"switched"`
	// Deprecated and Removed are APIs, fields, flags, gates and metrics.
	Deprecated []Gone `json:"deprecated"`
	Removed    []Gone `json:"removed"`
	// BySIG counts the entries of each SIG.
	BySIG map[string]int `json:"bySIG"`
}

// Reached is something that reached a stage.
type Reached struct {
	// Name is a gate, an API ("batch/v1 CronJob") or a field. If the notes name none, it is the
	// beginning of the entry.
	Name string `json:"name"`
	// What is "gate", "api", "field" or "note".
	What string `json:"what"`
	// DefaultOn reports that it is on by default now, or locked on.
	DefaultOn bool     `json:"defaultOn,omitzero"`
	SIGs      []string `json:"sigs"`
	KEPs      []int    `json:"keps"`
	// PRs are the pull requests of its entries; empty if only the API or the source of the release
	// shows it.
	PRs []int `json:"prs"`
	// Changes are the fingerprints of the API changes behind it.
	Changes []string `json:"changes"`
}

// Switched is a feature gate with another default or an earlier stage.
type Switched struct {
	Name string `json:"name"`
	// Was and Is are its states before and at the end of the range of the notes.
	Was  gate.State `json:"was"`
	Is   gate.State `json:"is"`
	SIGs []string   `json:"sigs"`
	KEPs []int      `json:"keps"`
	PRs  []int      `json:"prs"`
}

// Gone is something that was deprecated or removed.
type Gone struct {
	Name string `json:"name"`
	// What is "api", "field", "flag", "gate", "metric" or "note".
	What string `json:"what"`
	// Planned is the release that will remove something deprecated.
	Planned string   `json:"planned,omitempty"`
	SIGs    []string `json:"sigs"`
	PRs     []int    `json:"prs"`
	Changes []string `json:"changes"`
}

package report

// Highlights is the summary of a release, from its notes, the stages of its fields, and its feature
// gates.
type Highlights struct {
	// Stable, Beta and Alpha are what reached the stage in the release.
	Stable []Reached `json:"stable"`
	Beta   []Reached `json:"beta"`
	Alpha  []Reached `json:"alpha"`
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

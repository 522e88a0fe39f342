package report

// Highlights is a release in short: what its notes, field stages and feature gates
// say together.
type Highlights struct {
	// Stable, Beta and Alpha are what reached that stage in the release.
	Stable []Reached `json:"stable"`
	Beta   []Reached `json:"beta"`
	Alpha  []Reached `json:"alpha"`
	// Deprecated and Removed: APIs, fields, flags, gates, metrics.
	Deprecated []Gone `json:"deprecated"`
	Removed    []Gone `json:"removed"`
	// BySIG counts the entries of each SIG.
	BySIG map[string]int `json:"bySIG"`
}

// Reached is something that reached a stage.
type Reached struct {
	// Name is a gate, an API ("batch/v1 CronJob"), a field, or, where the notes
	// name none, the first words of the entry.
	Name string `json:"name"`
	// What is "gate", "api", "field" or "note".
	What string `json:"what"`
	// Default: it is on by default now, or locked on.
	DefaultOn bool     `json:"defaultOn,omitzero"`
	SIGs      []string `json:"sigs"`
	KEPs      []int    `json:"keps"`
	// PRs of the entries behind it; empty where only the API or the source of the
	// release shows it.
	PRs []int `json:"prs"`
	// Changes are the fingerprints of the API changes behind it.
	Changes []string `json:"changes"`
}

// Gone is something that was deprecated or removed.
type Gone struct {
	Name string `json:"name"`
	// What is "api", "field", "flag", "gate", "metric" or "note".
	What string `json:"what"`
	// Planned is the release that removes it, of something deprecated.
	Planned string   `json:"planned,omitempty"`
	SIGs    []string `json:"sigs"`
	PRs     []int    `json:"prs"`
	Changes []string `json:"changes"`
}

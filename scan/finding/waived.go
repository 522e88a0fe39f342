package finding

// Waived is a finding that somebody decided to let pass. It does not count.
type Waived struct {
	Finding `json:",inline"`
	// By tells where the decision stands.
	By Waiver `json:"by"`
	// Reason is what the decision gives as its reason.
	Reason string `json:"reason"`
	// Expires is the last day on which it holds: "2027-03-31"; "" where it has no end.
	Expires string `json:"expires"`
	// WaiverLine is the line of the comment, 0 for the file of waivers.
	WaiverLine int `json:"waiverLine,omitzero"`
}

// Waiver is a place where findings are waived.
type Waiver string

// The places.
const (
	// InManifest: a comment `# kubedelta:ignore` beside the finding.
	InManifest Waiver = "comment"
	// InIgnoreFile: the file of waivers, by its old name.
	InIgnoreFile Waiver = "ignore-file"
)

// Warning is something about the scan itself that somebody should see to: a
// waiver without a reason, or one that covers nothing.
type Warning struct {
	// File and Line tell the place, "" and 0 where there is none.
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

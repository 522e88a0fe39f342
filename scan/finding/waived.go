package finding

// Waived is a finding that a waiver covers. It does not count.
type Waived struct {
	Finding `json:",inline"`
	// By is where the waiver is.
	By Waiver `json:"by"`
	// Reason is the reason that the waiver gives.
	Reason string `json:"reason"`
	// Expires is the last day of the waiver: "2027-03-31"; "" if it has no end.
	Expires string `json:"expires"`
	// WaiverLine is the line of the comment; 0 for the file of waivers.
	WaiverLine int `json:"waiverLine,omitzero"`
}

// Waiver is a place of waivers.
type Waiver string

// The places.
const (
	// InManifest: a comment `# kubedelta:ignore` beside the finding.
	InManifest Waiver = "comment"
	// InIgnoreFile: the file of waivers, by its former name.
	InIgnoreFile Waiver = "ignore-file"
)

// Warning is a warning about the scan itself, such as a waiver that covers nothing.
type Warning struct {
	// File and Line are the place; "" and 0 if there is none.
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	// Unused are the rules that a comment waives without a finding, with ", " between them.
	Unused string `json:"-"`
}

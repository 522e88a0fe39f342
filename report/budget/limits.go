package budget

// What GitHub takes. Above it, most things are refused as a whole or dropped
// without a word, so reports keep within it themselves.
const (
	// SummaryBytes bounds the summary of one step; above, the runner uploads none
	// of it. Source: docs.github.com, Workflow commands, "Job summary"; the runner's
	// CreateStepSummaryCommand (1024 * 1024).
	SummaryBytes = 1 << 20
	// CommentCharacters bounds a comment: "body is too long (maximum is 65536
	// characters)". Whether it counts bytes, characters or UTF-16 units is written
	// nowhere; a text of so many bytes has no more of any of them.
	CommentCharacters = 65536
	// AnnotationsPerType is what is shown of each type (error, warning, notice) of a
	// step, AnnotationsPerJob of all in a job; the rest is dropped. Source:
	// github.com/orgs/community/discussions/26680.
	AnnotationsPerType = 10
	AnnotationsPerJob  = 50
)

// What code scanning takes of a file in SARIF; it refuses the whole file above.
// Source: docs.github.com, "SARIF support for code scanning", "Validating your
// SARIF file".
const (
	SARIFGzipBytes = 10 << 20
	SARIFResults   = 25000
)

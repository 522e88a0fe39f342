package budget

// The limits of GitHub. Above them, most things are rejected as a whole or silently dropped, so
// reports keep them.
const (
	// SummaryBytes is the limit of the summary of a step. The runner drops a larger one. Source:
	// docs.github.com, Workflow commands, "Job summary"; the runner's CreateStepSummaryCommand
	// (1024 * 1024).
	SummaryBytes = 1 << 20
	// CommentCharacters is the limit of a comment: "body is too long (maximum is 65536
	// characters)". Whether these are bytes, characters or UTF-16 units is not documented; a text
	// has no more of the others than bytes.
	CommentCharacters = 65536
	// AnnotationsPerType is the limit for each type (error, warning, notice) in a step, and
	// AnnotationsPerJob for all in a job. The rest is dropped. Source:
	// github.com/orgs/community/discussions/26680.
	AnnotationsPerType = 10
	AnnotationsPerJob  = 50
)

// The limits of code scanning for a SARIF file. A larger file is rejected. Source: docs.github.com,
// "SARIF support for code scanning", "Validating your SARIF file".
const (
	SARIFGzipBytes = 10 << 20
	SARIFResults   = 25000
)

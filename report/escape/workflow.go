package escape

import "strings"

// WorkflowData escapes text for the data of a workflow command of GitHub Actions, after the second
// "::". Line breaks are kept. The escapes are those of actions/toolkit
// (packages/core/src/command.ts).
func WorkflowData(s string) string {
	return workflowData.Replace(Lines(s))
}

// WorkflowProperty escapes text for the value of a property, as in "file=…,title=…".
func WorkflowProperty(s string) string {
	return workflowProperty.Replace(Lines(s))
}

//nolint:gochecknoglobals // constant tables.
var (
	workflowData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	workflowProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

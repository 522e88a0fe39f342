package escape

import "strings"

// WorkflowData makes a text safe behind the "::" of a workflow command of GitHub
// Actions, where its line breaks are shown as such. The escapes are those of the
// runner's own toolkit (actions/toolkit, packages/core/src/command.ts).
func WorkflowData(s string) string {
	return workflowData.Replace(Lines(s))
}

// WorkflowProperty makes a text safe as the value of a property, as in
// "file=…,title=…".
func WorkflowProperty(s string) string {
	return workflowProperty.Replace(Lines(s))
}

//nolint:gochecknoglobals // constant tables.
var (
	workflowData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	workflowProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

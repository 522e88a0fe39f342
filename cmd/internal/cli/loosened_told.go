package cli

import (
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// loosenedWarnings are what a found file takes from the answer, for a report of findings.
func loosenedWarnings(l *loosened) (list []finding.Warning) {
	if text := l.text(false); text != "" {
		list = append(list, finding.Warning{Text: text})
	}
	return list
}

// loosenedNotCompared are the same for a report of changes.
func loosenedNotCompared(l *loosened) (list []diff.NotCompared) {
	if text := l.text(false); text != "" {
		list = append(list, diff.NotCompared{What: "configuration", Why: text})
	}
	return list
}

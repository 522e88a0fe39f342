package markdown_test

import (
	"fmt"

	"github.com/kubedelta/kubedelta/changelog/markdown"
)

// Parse a CHANGELOG file of kubernetes/kubernetes.
func ExampleParse() {
	text := []byte(`# v1.24.0

## Changes by Kind

### Deprecation

- Service.Spec.LoadBalancerIP is deprecated. ([#107235](https://github.com/kubernetes/kubernetes/pull/107235), [@uablrek](https://github.com/uablrek)) [SIG Apps and Network]
`)
	for _, document := range markdown.Parse(text, "v1.24.0") {
		for _, note := range document.Notes {
			fmt.Println(note.Release, note.Section, note.PR, note.SIGs)
			fmt.Println(note.Text)
		}
		fmt.Println(len(document.Stats.Skipped), "entries skipped")
	}
	// Output:
	// v1.24.0 Deprecation 107235 [apps network]
	// Service.Spec.LoadBalancerIP is deprecated.
	// 0 entries skipped
}

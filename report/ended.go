package report

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/language"
)

// Ended is a version that is no longer served because its resources graduated. The changes are in
// the section "Graduated"; readers who look for removed versions must find them too.
type Ended struct {
	Severity rule.Severity
	// Message is a sentence that refers to that section.
	Message string
}

// ended returns the versions that ended with the graduation of their resources.
func ended(changes []Change, w language.Words) (out []Ended) {
	type version struct {
		name     string
		severity rule.Severity
	}
	var order []version
	kinds := map[version][]string{}
	for _, c := range changes {
		if c.Rule != rule.ResourceGraduated {
			continue
		}
		old := c
		old.Version = c.Old
		apiVersion, kind := old.api()
		v := version{apiVersion, c.Severity}
		if kinds[v] == nil {
			order = append(order, v)
		}
		kinds[v] = slice.Add(kinds[v], kind)
	}
	for _, v := range order {
		what := v.name + " " + strings.Join(kinds[v], ", ")
		out = append(out, Ended{v.severity, w.Text("gone-see-graduated", what, w.Text("graduated"))})
	}
	return out
}

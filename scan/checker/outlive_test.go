package checker_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestFindingsOutlive checks that neither findings nor counted names use strings of an object,
// because these point into a buffer that the reader overwrites with the next file. Each case is
// read twice, because the second object of a type finds what the first one cached.
func TestFindingsOutlive(t *testing.T) {
	for _, c := range cases.Read(t, casesDir) {
		j := compile(t, caseTarget(t, c))
		var all, before []finding.Finding
		var marks []checker.Mark
		for range 2 {
			buffer := []byte(c.File("in.yaml"))
			var r reader.Reader
			r.Read(strings.Clone("in.yaml"), buffer, func(o *tree.Object) {
				j.Examine(o, nil, func(f finding.Finding, m checker.Mark) {
					all, marks = append(all, f), append(marks, m)
					before = append(before, deep(f))
				})
			})
			for i := range buffer {
				buffer[i] = '#'
			}
		}
		if diff := cmp.Diff(before, all); diff != "" {
			t.Errorf("%s: a finding changed with the buffer (-before +after):\n%s", c.Path, diff)
		}
		for _, m := range marks {
			for _, e := range m.Plan.Edits {
				if strings.Contains(e.Key+e.Value, "#") {
					t.Errorf("%s: an edit points into the buffer: %+v", c.Path, e)
				}
			}
		}
		for what := range j.NotChecked() {
			if strings.Contains(what, "#") {
				t.Errorf("%s: the name of what is not judged points into the buffer: %q", c.Path, what)
			}
		}
	}
}

// deep copies a finding with its strings.
func deep(f finding.Finding) finding.Finding {
	for _, s := range []*string{&f.File, &f.APIVersion, &f.Kind, &f.Namespace, &f.Name, &f.Field, &f.Value, &f.Message, &f.Fingerprint} {
		*s = strings.Clone(*s)
	}
	if f.Replacement != nil {
		f.Replacement = &discovery.GroupVersionKind{
			Group: strings.Clone(f.Replacement.Group), Version: strings.Clone(f.Replacement.Version), Kind: strings.Clone(f.Replacement.Kind),
		}
	}
	f.Migration = append([]string(nil), f.Migration...)
	for i := range f.Migration {
		f.Migration[i] = strings.Clone(f.Migration[i])
	}
	return f
}

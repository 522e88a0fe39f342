package scan_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

var update = flag.Bool("update", false, "write what is found into the cases")

// TestRepositories scans small repositories that are modelled on public ones, and compares the
// findings and the outcome of each file with the case. Every file has exactly one outcome: checked,
// without objects, passed over with a reason, or unread.
func TestRepositories(t *testing.T) {
	j := compiled(t)
	to, err := catalog.New().Load(t.Context(), discovery.Release{Major: 1, Minor: 33})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases.Read(t, "../fixtures/repositories") {
		t.Run(c.Name(), func(t *testing.T) {
			dir := t.TempDir()
			written := c.Write(t, "repo", dir)
			charts := &scan.Charts{Target: chart.TargetOf(to), ByFile: true}
			e := scan.Examination{
				Files:   files.Options{Dir: dir, ByFile: true, Opaque: chart.IsSource, Part: chart.Part},
				Checker: j, Opaque: charts.Read, Template: charts.Template,
			}
			r, err := e.Examine(t.Context(), []string{"."})
			if err != nil {
				t.Fatal(err)
			}
			c.Want(t, told(r), *update)
			accounted(t, written, r.Account)
		})
	}
}

// told formats the findings and the outcome of each file.
func told(r scan.Result) string {
	var lines []string
	for i := range r.Findings {
		f := &r.Findings[i]
		message, _, _ := strings.Cut(f.Message, ";")
		lines = append(lines, fmt.Sprintf("%s:%d %s %s: %s\n", f.File, f.Line, f.Severity, f.Rule, message))
	}
	for _, f := range r.Account.ByFile {
		text := fmt.Sprintf("%s: %s", f.File, f.Outcome)
		if f.Reason != "" {
			text += ": " + f.Reason
		}
		lines = append(lines, text+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// accounted compares the account with the files that exist.
func accounted(t *testing.T, written []string, a finding.Account) {
	t.Helper()
	times, passed, total := map[string]int{}, 0, 0
	for _, f := range a.ByFile {
		times[f.File]++
		if f.Outcome == finding.PassedOver {
			passed++
		}
	}
	for _, name := range written {
		if times[name] != 1 {
			t.Errorf("%s is accounted for %d times", name, times[name])
		}
	}
	for _, n := range a.Skipped {
		total += n
	}
	if len(a.ByFile) != len(written) || a.Files+total != len(written) || passed != total {
		t.Errorf("%d files: %d in the list; %d read and %d passed over in the counts", len(written), len(a.ByFile), a.Files, total)
	}
}

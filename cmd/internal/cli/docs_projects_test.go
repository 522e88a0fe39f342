package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// TestProjectsPage compares the list in docs/projects.md with the table of projects.
func TestProjectsPage(t *testing.T) {
	const name = "../../../docs/projects.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(page, []byte("-update -->\n"))
	_, after, closed := bytes.Cut(rest, []byte("<!-- end of projects -->"))
	if !ok || !closed {
		t.Fatal("docs/projects.md has no place for the list of projects")
	}
	fresh(t, name, slices.Concat(before, []byte("-update -->\n"+projectsTable(t)+"<!-- end of projects -->"), after))
}

func projectsTable(t *testing.T) string {
	t.Helper()
	table := project.New()
	all, err := table.Projects()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("\n| project | published in | releases | the newest is of | fields of |\n| --- | --- | --- | --- | --- |\n")
	for _, p := range all {
		known, err := table.Fields(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		// The releases with fields, as ranges of consecutive ones.
		var fields, run []string
		for i, r := range p.Releases {
			has := known.Has(r.Minor)
			if has {
				run = append(run, strings.TrimPrefix(r.Version, "v"))
			}
			if len(run) > 0 && (!has || i == len(p.Releases)-1) {
				fields, run = append(fields, strings.Join(slices.Compact([]string{run[0], run[len(run)-1]}), " to ")), nil
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s to %s | %s | %s |\n", p.Name, p.Newest().Repository, p.Releases[0].Minor, p.Newest().Minor, p.Newest().Date,
			cmp.Or(strings.Join(fields, ", "), "–"))
	}
	return b.String() + "\n"
}

package checker_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/scan/checker"
)

const casesDir = "../../fixtures/scan"

// TestCases runs every hand-written case of a rule: in.yaml is checked against the target in the
// file target, one option per line: "to 1.25", "from 1.20", "strict", "unread batch/v1". A side
// that it does not name may be given as to/crd.yaml or from/crd.yaml.
func TestCases(t *testing.T) {
	for _, c := range cases.Read(t, casesDir) {
		t.Run(filepath.Base(filepath.Dir(c.Path))+"/"+c.Name(), func(t *testing.T) {
			j := compile(t, caseTarget(t, c))
			var b strings.Builder
			for _, f := range findings(t, j, c.File("in.yaml")) {
				b.WriteString(line(f) + "\n")
			}
			counts := j.NotChecked()
			for _, kind := range slices.Sorted(maps.Keys(counts)) {
				fmt.Fprintf(&b, "not judged: %d %s\n", counts[kind], kind)
			}
			carried, passed, _ := j.Carried()
			if carried > 0 {
				fmt.Fprintf(&b, "carried: %d\n", carried)
			}
			for _, what := range slices.Sorted(maps.Keys(passed)) {
				fmt.Fprintf(&b, "not looked into: %d %s\n", passed[what], what)
			}
			c.Want(t, b.String(), *update)
		})
	}
}

func caseTarget(t *testing.T, c cases.Case) checker.Target {
	t.Helper()
	var from, to *discovery.Surface
	strict := false
	var unread []discovery.Incomplete
	dec := openapi.NewDecoder()
	if c.File("to/crd.yaml") != "" {
		to = definitions(c.Surface(t, "to", dec))
	}
	if c.File("from/crd.yaml") != "" {
		from = definitions(c.Surface(t, "from", dec))
	}
	for words := range strings.Lines(c.File("target")) {
		word, value, _ := strings.Cut(strings.TrimSpace(words), " ")
		switch word {
		case "to":
			to = surface(t, value)
		case "from":
			from = surface(t, value)
		case "strict":
			strict = true
		case "unread":
			unread = append(unread, discovery.Incomplete{GroupVersion: discovery.ParseGroupVersion(value), Part: discovery.PartResources, Reason: "503"})
		default:
			t.Fatalf("%s: no target has %q", c.Path, word)
		}
	}
	if unread != nil {
		hidden := *to
		hidden.Incomplete = unread
		hidden.Groups = nil
		for _, g := range to.Groups {
			kept := discovery.Group{Name: g.Name, Preferred: g.Preferred}
			for _, v := range g.Versions {
				if _, gone := hidden.Unknown(discovery.GroupVersion{Group: g.Name, Version: v.Name}, discovery.PartResources); !gone {
					kept.Versions = append(kept.Versions, v)
				}
			}
			hidden.Groups = append(hidden.Groups, kept)
		}
		to = &hidden
	}
	out := onto(t, from, to)
	out.Strict = strict
	return out
}

// definitions sets the extent of a surface of definitions, as the loader of definitions does.
func definitions(s *discovery.Surface) *discovery.Surface {
	for _, g := range s.Groups {
		for _, r := range g.Versions[0].Resources {
			s.Only = append(s.Only, discovery.Extent{Group: g.Name, Version: discovery.Wildcard, Resource: r.Name})
		}
	}
	return s
}

// TestEveryRuleHasCases fails for a rule without a case that finds it or a case that does not, and
// for a rule without the texts of its page.
func TestEveryRuleHasCases(t *testing.T) {
	for _, r := range checker.Rules() {
		if r.Title == "" || r.Doc == "" || r.Example == "" || r.Since == "" || r.Severity == "" {
			t.Errorf("rule %s lacks a title, doc, example, since or severity", r.ID)
		}
		positive, negative := 0, 0
		files, _ := filepath.Glob(filepath.Join(casesDir, r.ID, "*.txtar"))
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			_, want, _ := strings.Cut(string(b), "-- want --\n")
			if strings.Contains(want, " "+r.ID+": ") {
				positive++
			} else {
				negative++
			}
		}
		if positive == 0 || negative == 0 {
			t.Errorf("rule %s has %d cases that find it and %d that do not; it needs both in fixtures/scan/%s", r.ID, positive, negative, r.ID)
		}
	}
}

package checker_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

var update = flag.Bool("update", false, "rewrite what tests want")

var (
	shared   = catalog.New()
	projects = project.New()
)

func release(t testing.TB, s string) discovery.Release {
	t.Helper()
	r, err := discovery.ParseRelease(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func surface(t testing.TB, s string) *discovery.Surface {
	t.Helper()
	if s == "" {
		return nil
	}
	if strings.Contains(s, ":") {
		p, r, err := projects.Find(s)
		if err != nil {
			t.Fatal(err)
		}
		out, err := projects.Load(p, r)
		if err != nil {
			t.Fatal(err)
		}
		out.Name = s
		return out
	}
	out, err := shared.Load(t.Context(), release(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// target is release to of the catalog; from is another release or "".
func target(t testing.TB, from, to string) checker.Target {
	t.Helper()
	return onto(t, surface(t, from), surface(t, to))
}

func onto(t testing.TB, from, to *discovery.Surface) checker.Target {
	t.Helper()
	lifecycles, err := shared.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	groups, err := shared.Groups()
	if err != nil {
		t.Fatal(err)
	}
	customs, err := projects.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	return checker.Target{
		To: to, From: from, Lifecycles: lifecycles, Groups: groups, Customs: customs,
		Past: func(r discovery.Release) (*discovery.Surface, error) { return shared.Load(context.Background(), r) },
	}
}

func compile(t testing.TB, target checker.Target) *checker.Checker {
	t.Helper()
	j, err := checker.New(target)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// findings checks all objects of a text.
func findings(t testing.TB, j *checker.Checker, text string) (all []finding.Finding) {
	t.Helper()
	r := reader.Reader{Others: func(o *tree.Object) {
		j.Others(o, nil, nil, func(f finding.Finding, _ checker.Mark) { all = append(all, f) })
	}}
	result := r.Read("in.yaml", []byte(text), func(o *tree.Object) {
		j.Object(o, func(f finding.Finding) { all = append(all, f) })
	})
	for _, p := range result.Problems {
		t.Errorf("line %d: %s", p.Line, p.Reason)
	}
	return all
}

// line formats a finding as the cases have it.
func line(f finding.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:%d %s %s: ", f.Line, f.Column, f.Severity, f.Rule)
	if f.Field != "" {
		fmt.Fprintf(&b, "%s: ", f.Field)
	}
	b.WriteString(f.Message)
	var plan []string
	for _, r := range []struct {
		name string
		discovery.Release
	}{{"deprecated", f.Deprecated}, {"removed", f.Removed}} {
		if r.Known() {
			plan = append(plan, r.name+" "+r.String())
		}
	}
	if f.Fixable {
		plan = append(plan, "fixable")
	}
	if len(plan) > 0 {
		fmt.Fprintf(&b, " [%s]", strings.Join(plan, ", "))
	}
	return b.String()
}

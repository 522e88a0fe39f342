package fact_test

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// FuzzOf checks that lists are sorted without duplicates, that every name is in the text, and that
// the same text has the same facts.
func FuzzOf(f *testing.F) {
	for _, text := range []string{
		"", "Promoted `AaFoo` to GA, locked.", "--feature-gates=A=true,B=false", "The `x_y_total{a=\"b\"}` metric", "a](b)c <!-- x", "`--a`/`--b`* &lt;&#x27;",
		"Removed networking/v1beta1 and resource.k8s.io v1 and v1beta1", "Renamed `a` to `b`; will be removed in v1.26 (CVE-2023-44487, KEP-12)",
		"```\n- x\n```\n1. y\n\n* z: X=true", "\"quoted\"", "••“”’s's", "deprecated since v1.4 . no longer served",
		"Removed the flags:\n- `--a`\n- b-c (use `--d`)", "`AaFoo`, BbFoo and v1beta1 of Pod are deprecated. They are locked: (`CcFoo`)",
	} {
		f.Add(text)
	}
	d := small()
	f.Fuzz(func(t *testing.T, text string) {
		facts := d.Of(discovery.Release{}, text, nil)
		check(t, text, facts)
		if again := d.Of(discovery.Release{}, text, nil); written(again)+stated(again) != written(facts)+stated(facts) || !slices.Equal(again.Gates, facts.Gates) {
			t.Errorf("%q reads in two ways", text)
		}
	})
}

func check(t *testing.T, text string, facts changelog.Facts) {
	t.Helper()
	checkStated(t, text, facts)
	whole := text + "\n" + html.UnescapeString(text)
	for name, list := range map[string][]string{"gates": facts.Gates, "metrics": facts.Metrics, "fields": facts.Fields} {
		sortedOnce(t, name, list)
		for _, value := range list {
			if !strings.Contains(whole, value) && (name != "gates" || !spoken(whole, value)) {
				t.Errorf("%s: %q is not in %q", name, value, text)
			}
		}
	}
	sortedOnce(t, "flags", facts.Flags)
	for _, flag := range facts.Flags {
		if !strings.Contains(whole, strings.TrimPrefix(flag, "--")) {
			t.Errorf("flag %q is not in %q", flag, text)
		}
	}
	sortedOnce(t, "kinds", facts.APIKinds)
	sortedOnce(t, "group-versions", facts.GroupVersions)
	for _, gv := range facts.GroupVersions {
		if !strings.Contains(strings.ToLower(whole), discovery.ParseGroupVersion(gv).Version) {
			t.Errorf("the version of %q is not in %q", gv, text)
		}
	}
	for _, r := range facts.Renames {
		from, to := r.From[strings.LastIndexByte(r.From, '/')+1:], r.To[strings.LastIndexByte(r.To, '/')+1:]
		if !strings.Contains(strings.ToLower(whole), strings.ToLower(from)) || !strings.Contains(strings.ToLower(whole), strings.ToLower(to)) {
			t.Errorf("the names of %v are not in %q", r, text)
		}
	}
	for i, g := range facts.Graduations {
		if i > 0 && facts.Graduations[i-1].Stage >= g.Stage {
			t.Errorf("graduations of %q are not in order: %v", text, facts.Graduations)
		}
	}
}

// spoken reports whether a text has the words of a name.
func spoken(text, name string) bool {
	low := strings.ToLower(text)
	for _, m := range regexp.MustCompile(`([A-Z]*)([A-Z][a-z0-9]*)`).FindAllStringSubmatch(name, -1) {
		both := strings.ToLower(m[1] + m[2])
		apart := strings.Contains(low, strings.ToLower(m[1])) && strings.Contains(low, strings.TrimSuffix(strings.ToLower(m[2]), "s"))
		if !apart && !strings.Contains(low, strings.TrimSuffix(both, "s")) {
			return false
		}
	}
	return true
}

func sortedOnce(t *testing.T, name string, list []string) {
	t.Helper()
	if list == nil || !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
		t.Errorf("%s: %q must be sorted, without repetition and not nil", name, list)
	}
}

// TestHostile checks that the cost of a long text of what the rules look for is linear.
func TestHostile(t *testing.T) {
	d, size := small(), thorough.Size(t, fact.MaxText/4, fact.MaxText/20)
	for _, unit := range []string{
		"](", "<!-", "<!--", "`", "- \n", ", ", "to ", "deprecated ", "will be ", "is deprecated and removed ", "AaFoo, ", "AaFoo/", "feature gates: (", "--feature-gates=", "a_b_c, ",
		"metric a_b_c ", "metric removed a_b_c in favor of c_d_e ", "a_b_c, metric ", "renamed a_b to c_d and ", "metric a_b_c no longer emits ", "GA ", "promoted to beta ", "removed ", "no longer ", "Removed the ", "storage.k8s.io/v1 and ", "v1.26 ", "regression ", "X=true,", "{", "renamed a_b ",
		"- feature gates:\n- AaFoo\n", "graduated ", "reverted ", "keps/a/", "flag `a-b-c` and ", "spec.", "a.b/", "http://", "&amp;", "promoted to beta:\n- x\n",
		"A graduated to GA in 1.30 and was removed ", "Removed `--a-b`, ", "Removed: AaFoo, ", "locked the AaFoo ", "AaFoo is deprecated, ", "flags were removed:\n- `--a-b`\n", "and was removed ", "deprecated it. ",
		"v1beta1 of Pod is removed: ", "- AaFoo feature gates removed:\n", "Locked the following ", "AaFoo removed.\n", "removed, dated 1.20 GA ",
	} {
		growth.Repeated(t, unit, size, func(text string) { d.Of(discovery.Release{}, text, nil) })
	}
}

package history_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/history"
)

// rows reads a table of cases from upstream's notes and types.
func rows(t *testing.T, name string, columns int) (out [][]string) {
	t.Helper()
	b, err := os.ReadFile("../fixtures/lifecycles/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != columns {
			t.Fatalf("%s: %q has %d columns, not %d", name, line, len(f), columns)
		}
		out = append(out, f)
	}
	return out
}

// steps returns the states of a gate without its lock: "1.28 alpha off, 1.33 ga".
func steps(of []gate.Step) string {
	var out []string
	last := ""
	for _, s := range of {
		text := string(s.Stage)
		if s.Known() && s.Stage != gate.Stable {
			text += map[bool]string{true: " on", false: " off"}[s.Default]
		}
		if text != last {
			out = append(out, s.From.String()+" "+text)
		}
		last = text
	}
	return strings.Join(out, ", ")
}

// told leaves out the removal of a gate if the case does not have it: the cases end with the stable
// feature.
func told(got, want string) string {
	if i := strings.LastIndex(got, ", "); strings.HasSuffix(got, " gone") && strings.HasSuffix(want, " ga") {
		return got[:i]
	}
	return got
}

// TestFieldsOfUpstream compares the table with upstream's notes and types.
func TestFieldsOfUpstream(t *testing.T) {
	known, err := history.Known()
	if err != nil {
		t.Fatal(err)
	}
	gates, err := gate.Known()
	if err != nil {
		t.Fatal(err)
	}
	orEarlier := func(r string) string {
		if r == known.First.String() {
			return r + " or earlier"
		}
		return r
	}
	for _, row := range rows(t, "fields.tsv", 7) {
		found := known.Find(row[0])
		if len(found) != 1 || found[0].Field == nil {
			t.Errorf("%s is found %d times", row[0], len(found))
			continue
		}
		f := found[0].Field
		got := []string{row[0], orEarlier(f.Spans.First().String()), orEarlier(f.Deprecated().String()), f.Spans.Removed(known.Last).String(), "", ""}
		for _, g := range f.Gates {
			if g.Name == row[4] || got[4] == "" {
				got[4], got[5] = g.Name, told(steps(f.StepsOf(g.Name, gates, known.First)), row[5])
			}
		}
		for i, want := range row[:6] {
			if want != "?" && strings.TrimPrefix(want, "-") != got[i] {
				t.Errorf("%s: got %q, want %q (%s)", row[0], got[i], want, row[6])
			}
		}
	}
}

// TestFlagsOfUpstream compares the flags with the release notes.
func TestFlagsOfUpstream(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows(t, "flags.tsv", 5) {
		found := tables.Flag(row[0], row[1])
		if len(found) != 1 {
			t.Errorf("%s %s is found %d times", row[0], row[1], len(found))
			continue
		}
		got := []string{found[0].Deprecated.String(), found[0].Removed.String()}
		for i, want := range row[2:4] {
			if want != "?" && want != got[i] {
				t.Errorf("%s %s: got %q, want %q (%s): %v", row[0], row[1], got[i], want, row[4], found[0].Mentions)
			}
		}
		for pr := range strings.SplitSeq(row[4], ",") {
			if !slices.ContainsFunc(found[0].Mentions, func(m history.Mention) bool { return strconv.Itoa(m.PR) == pr }) {
				t.Errorf("%s %s lacks note %s: %v", row[0], row[1], pr, found[0].Mentions)
			}
		}
	}
}

// TestGatesOfUpstream compares the gates with the release notes.
func TestGatesOfUpstream(t *testing.T) {
	tables, err := history.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows(t, "gates.tsv", 3) {
		found := tables.Gate(strings.ToLower(row[0]))
		if len(found) != 1 {
			t.Errorf("%s is found %d times", row[0], len(found))
			continue
		}
		if got := told(steps(tables.Gates.Gates[found[0].Of][found[0].Name]), row[1]); got != row[1] {
			t.Errorf("%s: got %q, want %q (%s)", row[0], got, row[1], row[2])
		}
	}
}

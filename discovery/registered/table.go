package registered

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
)

// Span is the releases that have something in a scheme: from First on, and up to
// the one before Gone, if Gone is known.
type Span struct{ First, Gone discovery.Release }

// has tells whether a release is in the span.
func (s Span) has(r discovery.Release) bool {
	return s.First.AtOrBefore(r) && !s.Gone.AtOrBefore(r)
}

// Table holds the spans of group-versions, which have no kind, and of kinds.
type Table struct {
	// Oldest and Newest are the releases that it knows.
	Oldest, Newest discovery.Release
	Spans          map[discovery.GroupVersionKind][]Span
}

//go:embed registered.tsv
var text string

// Known is the table of registered.tsv.
//
//nolint:gochecknoglobals // read once
var Known = sync.OnceValues(func() (Table, error) { return Parse(dataset.Text("discovery/registered/registered.tsv", text)) })

// Covers tells whether the table knows a release.
func (t Table) Covers(r discovery.Release) bool {
	return r.Known() && t.Oldest.Known() && t.Oldest.AtOrBefore(r) && r.AtOrBefore(t.Newest)
}

// Version tells whether the schemes of a release have a group-version.
func (t Table) Version(gv discovery.GroupVersion, r discovery.Release) bool {
	return t.Has(gv, "", r)
}

// Has tells whether the schemes of a release have a kind in a group-version.
func (t Table) Has(gv discovery.GroupVersion, kind string, r discovery.Release) bool {
	key := discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: kind}
	return slices.ContainsFunc(t.Spans[key], func(s Span) bool { return s.has(r) })
}

// GoneIn is the release that took a group-version away, as it is gone in r; the zero
// value where r has it, or where none up to r had it.
func (t Table) GoneIn(gv discovery.GroupVersion, r discovery.Release) discovery.Release {
	return t.KindGoneIn(discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version}, r)
}

// KindGoneIn is GoneIn of a kind.
func (t Table) KindGoneIn(kind discovery.GroupVersionKind, r discovery.Release) (gone discovery.Release) {
	for _, s := range t.Spans[kind] {
		switch {
		case s.has(r):
			return discovery.Release{}
		case s.Gone.AtOrBefore(r):
			gone = s.Gone
		}
	}
	return gone
}

// Named is the group-version that a key of --runtime-config names: "group/version" and "group/version/resource".
// "api/all" and its like are none; other keys no release takes.
func Named(key string) (gv discovery.GroupVersion, names bool) {
	parts := strings.Split(key, "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] == "api" || parts[1] == "" {
		return gv, false
	}
	return discovery.GroupVersion{Group: parts[0], Version: parts[1]}, true
}

// Kind names a kind of a group, whatever its version.
type Kind struct{ Group, Kind string }

// Unreadable are the kinds of which a release can read no object that an earlier
// one has stored, in whichever version, each with the first release of that kind.
func (t Table) Unreadable(stored, by discovery.Release) map[Kind]discovery.Release {
	out, readable := map[Kind]discovery.Release{}, map[Kind]bool{}
	for key, spans := range t.Spans {
		for _, s := range spans {
			switch kind := (Kind{key.Group, key.Kind}); {
			case key.Kind == "" || !s.has(stored):
			case !s.Gone.AtOrBefore(by):
				readable[kind] = true
			case s.Gone.Compare(out[kind]) > 0:
				out[kind] = s.Gone
			}
		}
	}
	for kind := range readable {
		delete(out, kind)
	}
	return out
}

// Had tells whether any release has a group-version.
func (t Table) Had(gv discovery.GroupVersion) bool {
	return len(t.Spans[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version}]) > 0
}

// Parse reads what [Format] writes.
func Parse(text string) (t Table, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if _, err = fmt.Sscanf(lines[0], "releases\t%s\t%s", release{&t.Oldest}, release{&t.Newest}); err != nil {
		return t, fmt.Errorf("the first line names no releases: %w", err)
	}
	t.Spans = map[discovery.GroupVersionKind][]Span{}
	for i, line := range lines[1:] {
		columns := strings.Split(line, "\t")
		if len(columns) != 4 {
			return t, fmt.Errorf("line %d has %d columns, not 4", i+2, len(columns))
		}
		key := discovery.GroupVersionKind{Group: undash(columns[0]), Version: columns[1], Kind: undash(columns[2])}
		for words := range strings.SplitSeq(columns[3], ", ") {
			var s Span
			if _, err = fmt.Sscanf(words, "%s %s", release{&s.First}, release{&s.Gone}); err != nil {
				return t, fmt.Errorf("line %d: %q is no span of releases: %w", i+2, words, err)
			}
			t.Spans[key] = append(t.Spans[key], s)
		}
	}
	return t, nil
}

// release reads a release of the table, where "-" is none.
type release struct{ into *discovery.Release }

func (r release) Scan(state fmt.ScanState, _ rune) error {
	word, err := state.Token(true, nil)
	if err != nil || string(word) == "-" {
		return err
	}
	*r.into, err = discovery.ParseRelease(string(word))
	return err
}

func undash(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

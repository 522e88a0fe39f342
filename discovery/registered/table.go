package registered

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// Span is the releases whose schemes have something: from First to the release before Gone, if Gone
// is known.
type Span struct{ First, Gone discovery.Release }

func (s Span) has(r discovery.Release) bool {
	return s.First.AtOrBefore(r) && !s.Gone.AtOrBefore(r)
}

// Table has the spans of group-versions, whose kind is empty, and of kinds.
type Table struct {
	// Oldest and Newest are the first and the last release of the table.
	Oldest, Newest discovery.Release
	Spans          map[discovery.GroupVersionKind][]Span
}

//go:embed registered.tsv
var text string

// Known returns the table of registered.tsv.
//
//nolint:gochecknoglobals // read once
var Known = sync.OnceValues(func() (Table, error) { return Parse(dataset.Text("discovery/registered/registered.tsv", text)) })

// Covers reports whether the table covers a release.
func (t Table) Covers(r discovery.Release) bool {
	return r.Known() && t.Oldest.Known() && t.Oldest.AtOrBefore(r) && r.AtOrBefore(t.Newest)
}

// Version reports whether the schemes of a release have a group-version.
func (t Table) Version(gv discovery.GroupVersion, r discovery.Release) bool {
	return t.Has(gv, "", r)
}

// Has reports whether the schemes of a release have a kind of a group-version.
func (t Table) Has(gv discovery.GroupVersion, kind string, r discovery.Release) bool {
	key := gv.WithKind(kind)
	return slices.ContainsFunc(t.Spans[key], func(s Span) bool { return s.has(r) })
}

// GoneIn returns the release that removed a group-version, if it is removed in r; the zero value if
// r has it, or if no release up to r had it.
func (t Table) GoneIn(gv discovery.GroupVersion, r discovery.Release) (gone discovery.Release) {
	for _, s := range t.Spans[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version}] {
		switch {
		case s.has(r):
			return discovery.Release{}
		case s.Gone.AtOrBefore(r):
			gone = s.Gone
		}
	}
	return gone
}

// Named returns the group-version of a key of --runtime-config: "group/version" or
// "group/version/resource". "api/all" and similar keys have none. No release accepts other keys.
func Named(key string) (gv discovery.GroupVersion, names bool) {
	parts := strings.Split(key, "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] == "api" || parts[1] == "" {
		return gv, false
	}
	return discovery.GroupVersion{Group: parts[0], Version: parts[1]}, true
}

// Unreadable returns the kinds that the release by cannot read in any version in which the release
// stored may have written them, with the first release that cannot.
func (t Table) Unreadable(stored, by discovery.Release) map[discovery.GroupKind]discovery.Release {
	out, readable := map[discovery.GroupKind]discovery.Release{}, map[discovery.GroupKind]bool{}
	for key, spans := range t.Spans {
		for _, s := range spans {
			switch kind := (discovery.GroupKind{Group: key.Group, Kind: key.Kind}); {
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

// Had reports whether any release has a group-version.
func (t Table) Had(gv discovery.GroupVersion) bool {
	return len(t.Spans[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version}]) > 0
}

// Parse parses registered.tsv.
func Parse(text string) (t Table, err error) {
	head, rest, _ := strings.Cut(text, "\n")
	releases := strings.Split(head, "\t")
	if len(releases) != 3 || releases[0] != "releases" {
		return t, fmt.Errorf("the first line, %q, names no releases", head)
	}
	if err := tsv.Releases(releases[1:], &t.Oldest, &t.Newest); err != nil {
		return t, err
	}
	t.Spans = map[discovery.GroupVersionKind][]Span{}
	err = tsv.Rows(rest, "kinds", 4, func(f []string) error {
		key := discovery.GroupVersionKind{Group: tsv.Known(f[0]), Version: f[1], Kind: tsv.Known(f[2])}
		for words := range strings.SplitSeq(f[3], ", ") {
			var s Span
			if err := tsv.Releases(strings.Fields(words), &s.First, &s.Gone); err != nil {
				return fmt.Errorf("%q is not a span of releases: %w", words, err)
			}
			t.Spans[key] = append(t.Spans[key], s)
		}
		return nil
	})
	return t, err
}

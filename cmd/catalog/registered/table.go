package registered

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/registered"
)

// Extend adds a release to the spans of its keys, and ends the spans of keys that it does not have.
func Extend[K comparable](spans map[K][]registered.Span, now map[K]bool, r discovery.Release) {
	for key := range now {
		if all := spans[key]; len(all) == 0 || all[len(all)-1].Gone.Known() {
			spans[key] = append(all, registered.Span{First: r})
		}
	}
	for key, all := range spans {
		if last := &all[len(all)-1]; !now[key] && !last.Gone.Known() {
			last.Gone = r
		}
	}
}

// Format writes the table: the releases that it covers, then one line for each group-version,
// followed by lines for its kinds.
func Format(t registered.Table) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "releases\t%s\t%s\n", t.Oldest, t.Newest)
	keys := make([]discovery.GroupVersionKind, 0, len(t.Spans))
	for key := range t.Spans {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b discovery.GroupVersionKind) int {
		return strings.Compare(a.Group+"\t"+a.Version+"\t"+a.Kind, b.Group+"\t"+b.Version+"\t"+b.Kind)
	})
	for _, key := range keys {
		spans := make([]string, 0, len(t.Spans[key]))
		for _, s := range t.Spans[key] {
			spans = append(spans, s.First.String()+" "+dash(s.Gone.String()))
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", dash(key.Group), key.Version, dash(key.Kind), strings.Join(spans, ", "))
	}
	return []byte(b.String())
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

package metrics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	built "github.com/kubedelta/kubedelta/cmd/catalog/history"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
)

// same reports whether two declarations are equal except for their releases.
func same(m, o history.Declaration) bool {
	return m.Type == o.Type && m.Stability == o.Stability && m.Deprecated == o.Deprecated && slices.Equal(m.Labels, o.Labels)
}

// Add adds a declaration of a release to a table. The release must not be older than those before.
func Add(m history.Declarations, name string, one history.Declaration, r discovery.Release) {
	for i, was := range m[name] {
		if same(was, one) && built.Follows(was.Last, r) {
			m[name][i].Last = r
			return
		}
	}
	one.Span = history.Span{First: r, Last: r}
	m[name] = append(m[name], one)
}

// Format writes the table, sorted, with one line for each run of releases of a metric.
func Format(m history.Declarations) []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m)) {
		list := slices.Clone(m[name])
		slices.SortFunc(list, func(a, b history.Declaration) int {
			if c := a.First.Compare(b.First); c != 0 {
				return c
			}
			return strings.Compare(line(a), line(b))
		})
		for _, one := range list {
			fmt.Fprintln(&b, name+"\t"+line(one))
		}
	}
	return []byte(b.String())
}

func line(m history.Declaration) string {
	return strings.Join([]string{m.First.String(), m.Last.String(), m.Type, m.Stability, strings.Join(m.Labels, ","), m.Deprecated.String()}, "\t")
}

package history

import (
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// Declaration is how the source of some releases declares a metric.
type Declaration struct {
	Span `json:",inline"`
	// Type is counter, gauge, histogram, summary, or custom for a metric that the component
	// computes from other data.
	Type string `json:"type"`
	// Stability is internal, alpha, beta or stable, as defined in KEP-1209.
	Stability string `json:"stability"`
	// Labels are in the order of the declaration. "?" is a label whose name is not known.
	Labels []string `json:"labels"`
	// Deprecated is the release that the declaration names.
	Deprecated discovery.Release `json:"deprecated,omitzero"`
}

// Declarations are the declarations of metrics by name, oldest first.
type Declarations map[string][]Declaration

// ParseDeclarations reads the table. A line has a metric and a range of releases.
func ParseDeclarations(text string) (Declarations, error) {
	m := Declarations{}
	err := tsv.Rows(text, "metrics", 7, func(f []string) error {
		one := Declaration{Type: f[3], Stability: f[4], Labels: tsv.List(f[5])}
		err := tsv.Releases([]string{f[1], f[2], f[6]}, &one.First, &one.Last, &one.Deprecated)
		m[f[0]] = append(m[f[0]], one)
		return err
	})
	return m, err
}

// Span returns the first and the last release of the table.
func (m Declarations) Span() (all Span) {
	for _, list := range m {
		for _, one := range list {
			if !all.First.Known() || one.First.Compare(all.First) < 0 {
				all.First = one.First
			}
			if one.Last.Compare(all.Last) > 0 {
				all.Last = one.Last
			}
		}
	}
	return all
}

// Metrics returns the table in the form that readers of notes use.
func (m Declarations) Metrics() fact.Metrics {
	span := m.Span()
	out := fact.Metrics{Oldest: span.First, Newest: span.Last, First: map[string]discovery.Release{}}
	for name, list := range m {
		for _, one := range list {
			if first, has := out.First[name]; !has || one.First.Compare(first) < 0 {
				out.First[name] = one.First
			}
		}
	}
	return out
}

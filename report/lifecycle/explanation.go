package lifecycle

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// KindExplanation is the kind of an explanation in JSON.
const KindExplanation = "Explanation"

// Explanation is what `kubedelta explain` knows about a name, in one of the lists.
type Explanation struct {
	envelope.Envelope `json:",inline"`
	// Releases are the releases whose fields were compared.
	Releases history.Span             `json:"releases"`
	Fields   []history.FieldLifecycle `json:"fields,omitempty"`
	Types    []history.TypeLifecycle  `json:"types,omitempty"`
	Gates    []history.GateLifecycle  `json:"gates,omitempty"`
	Flags    []history.NameLifecycle  `json:"flags,omitempty"`
	Metrics  []history.NameLifecycle  `json:"metrics,omitempty"`
	// GateReleases are the releases in the table of gates.
	GateReleases history.Span `json:"gateReleases"`
	// MetricReleases are the releases in the table of metrics, if metrics are explained.
	MetricReleases history.Span `json:"metricReleases,omitzero"`

	Language string `json:"-"`
}

// Writers are the formats of an explanation.
func (e *Explanation) Writers() format.Writers {
	return format.Document(e, e.page)
}

func (e *Explanation) page(form string) page.Page {
	names := e.names()
	w := language.Of(e.Language)
	return page.Page{
		Title: strings.Join(names, ", "), Tool: e.Tool.String(), FactWidth: factWidth, Language: e.Language,
		Blocks: func(add page.Adder) {
			b := &builder{add: add, w: w, text: form == format.Text, level: 1, e: e}
			if len(names) > 1 {
				b.level = 2
				if !b.text { // where each name is a heading
					add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(strings.Join(names, ", "))})
				}
			}
			each(e.Fields, b.field)
			each(e.Types, b.typed)
			each(e.Gates, b.gate)
			each(e.Flags, func(n *history.NameLifecycle) { b.named(n, history.Flag) })
			each(e.Metrics, func(n *history.NameLifecycle) { b.named(n, history.Metric) })
		},
	}
}

func each[T any](list []T, add func(*T)) {
	for one := range slice.Each(list) {
		add(one)
	}
}

func (e *Explanation) names() (names []string) {
	names = slice.Map(e.Fields, func(f history.FieldLifecycle) string { return fieldName(&f) })
	names = append(names, slice.Map(e.Types, func(t history.TypeLifecycle) string { return history.Short(t.Schema) })...)
	names = append(names, slice.Map(e.Gates, func(g history.GateLifecycle) string { return gateName(&g) })...)
	names = append(names, slice.Map(e.Flags, func(f history.NameLifecycle) string { return flagName(&f) })...)
	return append(names, slice.Map(e.Metrics, func(m history.NameLifecycle) string { return m.Name })...)
}

package site

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// typeData is the JSON of the page of a type.
type typeData struct {
	header `json:",inline"`
	Type   *history.Type `json:"type"`
	UsedBy []usedBy      `json:"usedBy"`
}

// usedBy is a kind that uses a type, and the path.
type usedBy struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Path       string `json:"path"`
}

func (v *view) schema(name string) error {
	at, title := typePage(name), history.Short(name)
	t, _ := v.Types.Type(name)
	data := typeData{header: header{report.APIVersion, "Type"}, Type: t, UsedBy: slice.Map(v.usedBy[name], func(p place) usedBy {
		return usedBy{p.kind.GroupVersion.String(), p.kind.ResourceLifecycle.Kind, p.path}
	})}
	v.searchable(doc{Kind: kindType, Title: title, Detail: name, To: at})
	for _, f := range t.Fields {
		v.searchable(doc{Kind: kindField, Title: title + "." + f.Name, Words: f.Name, Detail: name, To: at, Anchor: plainName(f.Name)})
	}
	return v.put(leaf{at: at, title: title, name: name, data: data, blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Soft, Line: page.Line{page.Code(name), page.Text(" · " + v.spans(t.Spans, t.Earlier))}})
		add.Heading(2, page.Text(v.w.Text("site-fields")))
		v.fields(add, at, "", t)
		v.whatChanged(add, at, v.events(nil, []place{{schema: name}}), nil)
		add.Heading(2, page.Text(v.w.Text("site-used-by")))
		for _, p := range v.usedBy[name] {
			line := page.Line{linked(page.Text(p.kind.GroupVersion.String()+" "+p.kind.ResourceLifecycle.Kind), at, kindPage(p.kind.GroupVersion, p.kind.Resource), "")}
			if p.path != "" {
				line = append(line, page.Text(" "), page.Code(p.path))
			}
			add.Item(budget.Keep, line...)
		}
	}})
}

func (v *view) fields(add page.Adder, at, path string, t *history.Type) {
	add(page.Block{Kind: page.Columns, Class: "fields", Text: v.w.Text("site-fields"), Cells: page.Cells(
		page.Text(v.w.Text("site-column-field")), page.Text(v.w.Text("site-column-type")), page.Text(v.w.Text("site-column-in")), page.Text(v.w.Text("site-column-details")))})
	for f := range slice.Each(t.Fields) {
		name := joined(path, f.Name)
		kind := page.Text(f.Type)
		if v.usedBy[f.Ref] != nil {
			kind = linked(kind, at, typePage(f.Ref), "")
		}
		add(page.Block{Kind: page.Row, ID: plainName(name), Cells: []page.Line{
			{page.Run{Text: name, Set: page.AsCode, To: "#" + plainName(name)}}, {kind}, page.Plain(v.spans(f.Spans, t.Earlier && f.Spans.First() == t.Spans.First())), v.details(at, f),
		}})
	}
}

// spans returns the releases that have something. earlier is set if older releases can have it too.
func (v *view) spans(s history.Spans, earlier bool) string {
	var out []string
	for i, one := range s {
		first := one.First.String()
		if i == 0 && (one.First == v.Types.First || earlier) {
			first = v.w.Text("site-span-or-earlier", first)
		}
		switch {
		case one.Last == v.Types.Last && first != one.First.String():
			out = append(out, first)
		case one.Last == v.Types.Last:
			out = append(out, v.w.Text("site-span-since", first))
		case one.First == one.Last:
			out = append(out, first)
		default:
			out = append(out, v.w.Text("site-span", first, one.Last))
		}
	}
	return strings.Join(out, ", ")
}

func (v *view) between(first, last discovery.Release) string {
	if first == last {
		return first.String()
	}
	return v.w.Text("site-span", first, last)
}

func (v *view) details(at string, f *history.Field) page.Line {
	var parts []page.Line
	if f.Required {
		parts = append(parts, page.Plain(v.w.Text("site-required")))
	}
	named := func(key language.Key, value string) {
		if value != "" {
			parts = append(parts, page.Line{page.Text(v.w.Text(key) + " "), page.Code(value)})
		}
	}
	named("site-default", f.Default)
	named("site-values", strings.Join(f.Enum, ", "))
	named("site-merged", strings.Trim(f.List+", "+f.Patch, ", "))
	if since := f.Deprecated(); since.Known() {
		parts = append(parts, page.Line{{Text: v.w.Text("deprecated-since", v.orEarlier(since, v.Types.First)), Class: "deprecation"}})
	}
	for _, s := range f.Stated {
		last, said := v.ungated(f, s.First, s.Last)
		if s.Stage != discovery.StabilityUnknown && said {
			parts = append(parts, page.Plain(report.StageName(string(s.Stage), v.w)+" "+v.between(s.First, last)))
		}
	}
	for _, need := range f.Gates {
		line := page.Line{page.Code(need.Name)}
		if _, has := v.gates[need.Name]; has {
			line[0] = linked(line[0], at, v.gatePage(need.Name), "")
		}
		parts = append(parts, append(line, page.Text(": "+v.statesInLine(f.StepsOf(need.Name, v.Gates, v.Types.First)))))
	}
	return page.Join(parts, " · ")
}

// ungated returns the last release of a range before a gate defines the stage of the field: a description can still
// call it alpha when its gate is beta. said is false if gates define the stage in the whole range.
func (v *view) ungated(f *history.Field, first, last discovery.Release) (before discovery.Release, said bool) {
	for _, need := range f.Gates {
		if steps := f.StepsOf(need.Name, v.Gates, v.Types.First); len(steps) > 0 && steps[0].From.AtOrBefore(last) {
			last = discovery.Release{Major: steps[0].From.Major, Minor: steps[0].From.Minor - 1}
		}
	}
	return last, first.AtOrBefore(last)
}

func (v *view) statesInLine(steps []gate.Step) string {
	var out []string
	for _, s := range steps {
		text := v.stage(s.Stage) + " " + v.begun(s)
		if s.Stage == gate.Gone {
			text = v.w.Text("life-gate-gone") + " " + s.From.String() // the field is not removed
		}
		if s.Known() {
			text += " (" + strings.Join(append([]string{v.onOff(s.Default)}, v.stateDetails(s.State)...), ", ") + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// fieldLink returns a link to a field of a type. A type that is in no resource has no page.
func (v *view) fieldLink(at, schema, field string) page.Run {
	name := page.Code(history.Short(schema) + "." + field)
	if v.usedBy[schema] == nil {
		return name
	}
	return linked(name, at, typePage(schema), plainName(field))
}

func (v *view) whatChanged(add page.Adder, at string, events []event, examples map[string]string) {
	add(page.Block{Kind: page.Heading, Level: 2, ID: "changes", Line: page.Plain(v.w.Text("site-what-changed"))})
	if len(events) == 0 {
		add.Paragraphs(budget.Keep, v.w.Text("site-nothing-changed"))
	}
	for i, e := range events {
		if i == 0 || events[i-1].Release != e.Release {
			head := page.Text(e.Release.String())
			if v.hasPage(e.Release) {
				head = linked(head, at, apiPage(e.Release), "")
			}
			add(page.Block{Kind: page.Heading, Level: 3, ID: "changes-" + e.Release.String(), Line: page.Line{head}})
			if text := examples[e.Release.String()]; text != "" {
				add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text("site-example"))})
				add(page.Block{Kind: page.Document, Class: "manifest", Text: text})
			}
		}
		c := e.Of(e.schema, e.field)
		block := page.Block{Kind: page.Card, Class: string(c.Severity), Mark: report.SeverityRun(c.Severity, v.w), Line: report.ChangeLine(c, v.w)}
		if e.path != "" && e.path != e.field {
			block.Tags = append(block.Tags, page.Line{page.Code(e.path)})
		}
		if len(e.Notes) > 0 {
			block.Tags = append(block.Tags, v.notesBehind(e.Notes))
		}
		add(block)
	}
}

func (v *view) notesBehind(notes []history.Note) page.Line {
	different := slices.CompactFunc(slices.Clone(notes), func(a, b history.Note) bool { return a.PR == b.PR && a.Probably == b.Probably })
	return page.Join(slice.Map(different, func(n history.Note) page.Line { return report.Entry(n.PR, n.Probably, v.w) }), ", ")
}

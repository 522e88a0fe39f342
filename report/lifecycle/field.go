package lifecycle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

func fieldName(f *history.FieldLifecycle) string {
	if strings.Contains(f.API, " ") {
		return f.API + " " + f.Path
	}
	return f.API + "." + f.Path
}

func (b *builder) field(f *history.FieldLifecycle) {
	b.name(fieldName(f))
	b.coded("life-type", f.ValueType)
	b.coded("life-declared", f.Schema+"."+f.Field)
	b.said("page-introduced", b.since(f.Introduced, f.OrEarlier))
	b.stage(f)
	b.yes("life-deprecated", f.Deprecated)
	b.yes("life-removed", f.Removed)
	if len(f.Spans) > 0 {
		b.said("life-has", spans(f.Spans))
	}
	if f.Required {
		b.said("life-required", b.say("page-yes"))
	}
	b.coded("life-default", f.Default)
	b.coded("life-values", f.Enum...)
	b.coded("life-list", f.List)
	b.coded("life-patch", f.Patch)
	b.keps(f.KEPs)
	b.documentation(f)
	b.stages(f)
	b.changes(f.Changes)
	b.unknown(b.unknownOf(f))
}

func spans(all history.Spans) string {
	var out []string
	for _, s := range all {
		text := s.First.String()
		if s.Last != s.First {
			text += "–" + s.Last.String()
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// stage adds the stage of the field in the newest release that has it, and its gates.
func (b *builder) stage(f *history.FieldLifecycle) {
	switch f.Stage {
	case discovery.Alpha, discovery.Beta, discovery.Stable:
		b.said("column-stability", b.stageName(gate.Stage(f.Stage)))
	default:
		b.said("column-stability", b.say("life-no-stage"))
	}
	for _, g := range f.Gates {
		line := page.Line{page.Code(g.Name)}
		if n := len(g.Steps); n > 0 {
			line = append(line, page.Text(": "+b.state(g.Steps[n-1])))
		}
		if by := map[history.By]language.Key{history.ByNote: "life-by-note", history.ByParent: "life-by-parent", history.ByName: "life-by-name"}[g.By]; by != "" {
			line = append(line, page.Text(" ("+b.say(by)+")"))
		}
		b.fact("life-gate", line...)
	}
}

func (b *builder) stageName(s gate.Stage) string {
	key, known := map[gate.Stage]language.Key{
		gate.Alpha: "stage-alpha", gate.Beta: "stage-beta", gate.Stable: "stage-stable", gate.Stage(discovery.Stable): "stage-stable", gate.Deprecated: "cell-deprecated",
	}[s]
	if !known {
		key = "life-gate-gone"
	}
	return b.say(key)
}

func (b *builder) state(s history.Step) string {
	words := phrase.Parts{b.stageName(s.Stage)}
	if s.Stage == gate.Gone {
		return words[0]
	}
	words.Add(s.Default, b.say("on-by-default"))
	words.Add(!s.Default, b.say("off-by-default"))
	words.Add(s.Locked, b.say("life-locked"))
	words.Add(s.Either, b.say("life-either"))
	words.Add(s.Needs != "", b.say("life-needs", strings.ReplaceAll(s.Needs, ",", ", ")))
	return strings.Join(words, b.say("life-comma"))
}

// stages adds the stages of the field's gates, and those that descriptions state.
func (b *builder) stages(f *history.FieldLifecycle) {
	rows := slice.Map(f.Stated, func(s history.State) []page.Line {
		return []page.Line{page.Plain(s.First.String()), page.Plain(b.stageName(gate.Stage(s.Stage))), page.Plain(b.say("life-by-description")), nil}
	})
	for _, g := range f.Gates {
		for _, s := range g.Steps {
			rows = append(rows, []page.Line{page.Plain(s.From.String()), page.Plain(b.state(s)), {page.Code(g.Name)}, b.notes(s.Notes)})
		}
	}
	section(b, "life-stages", []language.Key{"life-release", "column-stability", "life-gate", "column-release-note"}, rows, func(row []page.Line) []page.Line { return row })
}

func (b *builder) changes(changes []history.Change) {
	section(b, "life-changes", []language.Key{"life-release", "life-change", "column-release-note"}, changes, func(c history.Change) []page.Line {
		return []page.Line{page.Plain(c.Release.String()), page.Plain(report.Said(c.Change, b.w)), b.notes(c.Notes)}
	})
}

func (b *builder) documentation(f *history.FieldLifecycle) {
	var lines []page.Line
	if _, kind, ok := strings.Cut(f.API, " "); ok && !f.Removed.Known() {
		lines = append(lines, page.Line{page.Code("kubectl explain " + strings.ToLower(kind) + "." + f.Path)})
	}
	if address := reference(f.Schema, b.e.Releases.Last); address != "" && !f.Removed.Known() {
		lines = append(lines, page.Line{{Text: address, To: address}})
	}
	if len(lines) > 0 {
		b.fact("life-documentation", page.Join(lines, " · ")...)
	}
}

// reference is the URL of a type in the generated reference of a release, such as podspec-v1-core.
// Types of apimachinery are listed under meta.
func reference(schema string, r discovery.Release) string {
	parts := strings.Split(schema, ".")
	n := len(parts)
	if n < 4 || !strings.HasPrefix(schema, "io.k8s.api.") && !strings.HasPrefix(schema, "io.k8s.apimachinery.pkg.apis.") && !strings.HasPrefix(schema, "io.k8s.apiextensions-apiserver.pkg.apis.") {
		return ""
	}
	return fmt.Sprintf("https://kubernetes.io/docs/reference/generated/kubernetes-api/v%s/#%s-%s-%s", r, strings.ToLower(parts[n-1]), parts[n-2], parts[n-3])
}

func (b *builder) unknownOf(f *history.FieldLifecycle) []string {
	var lines phrase.Parts
	lines.Add(f.OrEarlier, b.say("life-unknown-before", f.Introduced.String()))
	without := len(slice.Filter(f.Changes, func(c history.Change) bool { return len(c.Notes) == 0 }))
	lines.Add(without > 0, b.w.Count("without-note", without))
	for _, g := range f.Gates {
		lines.Add(len(g.Steps) == 0, b.say("life-unknown-gate", g.Name, b.e.GateReleases.First.String(), b.e.GateReleases.Last.String()))
	}
	lines.Add(len(f.KEPs) == 0, b.say("life-unknown-kep"))
	return append(lines, b.gaps(f.Gaps)...)
}

func (b *builder) typed(t *history.TypeLifecycle) {
	b.name(history.Short(t.Schema))
	b.coded("life-declared", t.Schema)
	b.said("page-introduced", b.since(t.Introduced, t.OrEarlier))
	b.yes("life-removed", t.Removed)
	if address := reference(t.Schema, b.e.Releases.Last); address != "" && !t.Removed.Known() {
		b.fact("life-documentation", page.Run{Text: address, To: address})
	}
	b.section("life-type-fields")
	var rows [][]page.Line
	for f := range slice.Each(t.Fields) {
		row := []page.Line{{page.Code(f.Field)}, {page.Code(f.ValueType)}, page.Plain(b.since(f.Introduced, f.OrEarlier)), page.Plain(b.brief(f))}
		rows = append(rows, row)
	}
	b.table([]language.Key{"page-field", "life-type", "page-introduced", "column-stability"}, rows)
}

func (b *builder) brief(f *history.FieldLifecycle) string {
	var words phrase.Parts
	words.Add(f.Stage == discovery.Alpha || f.Stage == discovery.Beta, b.stageName(gate.Stage(f.Stage)))
	words.Add(f.Deprecated.Known(), b.say("cell-deprecated"))
	words.Add(f.Removed.Known(), b.say("removed-in", f.Removed.String()))
	if i := slices.IndexFunc(f.Gates, func(g history.GateSteps) bool { return g.By == history.ByType }); i >= 0 && len(words) > 0 {
		words = append(words, f.Gates[i].Name)
	}
	return strings.Join(words, b.say("life-comma"))
}

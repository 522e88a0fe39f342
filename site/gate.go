package site

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/page"
)

// gateFacts has what is known about a feature gate besides its states.
type gateFacts struct {
	fields []gatedField
	notes  []*changelog.Note
}

// gatedField is a field that needs a gate.
type gatedField struct{ schema, field string }

func (b *builder) gatePage(name string) string { return "gates/" + b.gateNames[name] }

// nameGates defines the name of each gate in addresses. Names that differ only in case
// (csiMigrationRBD, CSIMigrationRBD) are the same file on some systems. The oldest gate keeps its
// name, so that a later one does not change an address.
func (b *builder) nameGates() {
	b.gateNames = map[string]string{}
	names := slices.SortedFunc(maps.Keys(b.gates), func(x, y string) int {
		return cmp.Or(b.begins(x).Compare(b.begins(y)), strings.Compare(x, y))
	})
	taken := map[string]int{}
	for _, name := range names {
		taken[strings.ToLower(name)]++
		b.gateNames[name] = plainName(name)
		if n := taken[strings.ToLower(name)]; n > 1 {
			b.gateNames[name] += "-" + strconv.Itoa(n)
		}
	}
}

func (b *builder) begins(name string) discovery.Release {
	if first := b.Gates.Begins(gate.Components, name); first.Known() {
		return first
	}
	return b.Gates.Begins(gate.Kubeadm, name)
}

func (b *builder) readGates() {
	b.gates = map[string]*gateFacts{}
	for _, steps := range b.Gates.Gates {
		for name := range steps {
			b.gates[name] = &gateFacts{}
		}
	}
	b.nameGates()
	for _, schema := range b.gated() {
		t, _ := b.Types.Type(schema)
		for _, f := range t.Fields {
			for _, need := range f.Gates {
				if facts := b.gates[need.Name]; facts != nil {
					facts.fields = append(facts.fields, gatedField{schema, f.Name})
				}
			}
		}
	}
	for _, s := range b.steps {
		for n := range slice.Each(s.joined.Notes) {
			for _, name := range n.Gates {
				if facts := b.gates[name]; facts != nil && !n.Unpublished {
					facts.notes = append(facts.notes, n)
				}
			}
		}
	}
}

// gateData is the JSON of the page of a gate.
type gateData struct {
	header `json:",inline"`
	Name   string      `json:"name"`
	Steps  []gateState `json:"steps"`
	Fields []string    `json:"fields"`
	Notes  []int       `json:"notes"`
}

// gateState is the state of a gate from a release on.
type gateState struct {
	Set gate.Set `json:"set"`
	gate.Step
}

func (v *view) gate(name string) error {
	at, facts := v.gatePage(name), v.gates[name]
	data := gateData{
		header: header{report.APIVersion, "FeatureGate"}, Name: name,
		Fields: slice.Map(facts.fields, func(f gatedField) string { return f.schema + "." + f.field }),
		Notes:  slice.Map(facts.notes, func(n *changelog.Note) int { return n.PR }),
	}
	for _, set := range gate.Sets() {
		for _, s := range v.Gates.Gates[set][name] {
			data.Steps = append(data.Steps, gateState{set, s})
		}
	}
	last := data.Steps[len(data.Steps)-1]
	v.searchable(doc{Kind: kindGate, Title: name, Detail: string(last.Stage) + " " + last.From.String(), To: at})
	return v.put(leaf{at: at, title: name, data: data, blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Verdict, Line: page.Plain(v.gateVerdict(name))})
		add.Paragraphs(budget.Keep, v.w.Text("site-kind-gate"))
		for _, set := range gate.Sets() {
			v.states(add, set, name)
		}
		add.Heading(2, page.Text(v.w.Text("site-gate-fields")))
		for _, f := range facts.fields {
			add.Item(budget.Keep, v.fieldLink(at, f.schema, f.field))
		}
		add.Heading(2, page.Text(v.w.Text("site-gate-notes")))
		v.noteItems(add, at, facts.notes)
	}})
}

func (v *view) gateVerdict(name string) string {
	last := v.newestStep(name)
	if last.Stage == gate.Gone {
		return v.w.Text("site-removed-in", last.From)
	}
	said := phrase.Parts{v.stage(last.Stage)}
	said.Add(last.Known(), v.onOff(last.Default))
	said.Add(last.Locked, v.w.Text("site-locked"))
	return v.w.Text("site-gate-now", v.Gates.Newest, strings.Join(said, ", "), v.begun(last))
}

// begun is the release from which on a gate has a state.
func (v *view) begun(s gate.Step) string { return v.orEarlier(s.From, v.Gates.Oldest) }

// orEarlier is a release. What the oldest known release has may be older.
func (v *view) orEarlier(r, oldest discovery.Release) string {
	if r == oldest {
		return v.w.Text("site-span-or-earlier", r)
	}
	return r.String()
}

func (b *builder) newestStep(name string) gate.Step {
	steps := b.Gates.Gates[gate.Components][name]
	if len(steps) == 0 {
		steps = b.Gates.Gates[gate.Kubeadm][name]
	}
	return steps[len(steps)-1]
}

func (v *view) states(add page.Adder, set gate.Set, name string) {
	steps := v.Gates.Gates[set][name]
	if len(steps) == 0 {
		return
	}
	of := "kubeadm"
	if set == gate.Components {
		of = "kube-apiserver, kube-controller-manager, kube-scheduler, kubelet, kube-proxy"
	}
	add.Heading(2, page.Text(v.w.Text("site-gate-of", of)))
	add.Columns(page.Text(v.w.Text("site-column-release")), page.Text(v.w.Text("site-column-stage")), page.Text(v.w.Text("site-column-default")), page.Text(v.w.Text("site-column-details")))
	for _, s := range steps {
		cells := page.Cells(page.Text(v.begun(s)), page.Text(v.stage(s.Stage)), page.Text(""), page.Text(""))
		if s.Known() {
			cells[2] = page.Plain(v.onOff(s.Default))
			cells[3] = page.Plain(strings.Join(v.stateDetails(s.State), ", "))
		}
		add.Row(budget.Keep, cells...)
	}
}

func (v *view) onOff(on bool) string {
	if on {
		return v.w.Text("site-on")
	}
	return v.w.Text("site-off")
}

func (v *view) stateDetails(s gate.State) (out phrase.Parts) {
	out.Add(s.Locked, v.w.Text("site-locked"))
	out.Add(s.Either, v.w.Text("site-either"))
	out.Add(s.Needs != "", v.w.Text("site-needs", strings.ReplaceAll(s.Needs, ",", ", ")))
	return out
}

func (v *view) stage(s gate.Stage) string {
	switch s {
	case gate.Stable:
		return v.w.Text("stage-stable")
	case gate.Gone:
		return v.w.Text("site-gate-gone")
	case gate.Deprecated:
		return v.w.Text("deprecated")
	default:
		return report.StageName(string(s), v.w)
	}
}

func (v *view) noteItems(add page.Adder, at string, notes []*changelog.Note) {
	for _, n := range notes {
		version, err := changelog.ParseVersion(n.Release)
		tags := []page.Line{{report.Pull(n.Repository, n.PR)}}
		if err == nil && n.Repository == "" && v.hasPage(version.Release) {
			tags = append(tags, page.Line{linked(page.Text(n.Release), at, notesPage(version.Release), report.NoteAnchor(n.PR))})
		}
		add(page.Block{Kind: page.Entry, Text: n.Text, Tags: append(tags, report.Became(n, v.w)...)})
	}
	if len(notes) == 0 {
		add.Paragraphs(budget.Keep, v.w.Text("site-no-notes", v.between(v.steps[0].release, v.steps[len(v.steps)-1].release)))
	}
}

func (b *builder) hasPage(r discovery.Release) bool {
	return slices.Contains(b.Releases[1:], r)
}

func (v *view) gateList() error {
	title := v.w.Text("site-gates")
	data := listOf[gateItem]("FeatureGateList")
	for _, name := range slices.Sorted(maps.Keys(v.gates)) {
		for _, set := range gate.Sets() {
			if steps := v.Gates.Gates[set][name]; len(steps) > 0 {
				s := steps[len(steps)-1]
				data.Items = append(data.Items, gateItem{name, gateState{set, s}, address(v.gatePage(name))})
			}
		}
	}
	return v.put(leaf{at: gatesPage, title: title, data: data, blocks: func(add page.Adder) {
		add.Columns(page.Text(v.w.Text("site-column-gate")), page.Text(v.w.Text("site-column-stage")), page.Text(v.w.Text("site-column-default")), page.Text(v.w.Text("site-column-release")))
		for _, name := range slices.Sorted(maps.Keys(v.gates)) {
			last := v.newestStep(name)
			on := ""
			if last.Known() {
				on = v.onOff(last.Default)
			}
			add.Row(budget.Keep, page.Cells(linked(page.Code(name), gatesPage, v.gatePage(name), ""), page.Text(v.stage(last.Stage)), page.Text(on), page.Text(v.begun(last)))...)
		}
	}})
}

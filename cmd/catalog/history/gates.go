package history

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/history"
)

// Descriptions name gates in many forms: "when the feature gate JobManagedBy is enabled", `using
// the Feature Gate "NetworkPolicyEndPort"`. A sentence names a gate if it mentions feature gates
// and contains the name of a gate of some release.
var (
	sentenceEnd = lazy.Regexp(`[.;](?:\s|$)|\n`)
	gateSpoken  = lazy.Regexp(`(?i)\bfeature[- ]?(?:gates?|flags?)?\b`)
	gateName    = lazy.Regexp(`\b[A-Z][A-Za-z0-9]{3,}\b`)
	// required: the whole field needs the gate. "Using the namespace field of … requires" is about
	// a part of the field.
	partOf   = lazy.Regexp(`(?i)\busing the \w+ field of\b`)
	required = lazy.Regexp(`(?i)(?:^\W*|\b(?:this|it|field)(?: \w+){0,6} )requires?\b|\bfield (?:can be enabled|is only honored)\b`)
)

// readGates records the gates that the description of a field names.
func (b *Builder) readGates(t *history.Type, prose *discovery.Schema, field string) {
	if prose == nil || prose.Field(field) == nil {
		return
	}
	f := t.Field(field)
	needed, spoken := SaidGates(prose.Field(field).Schema.Description, b.known)
	for _, name := range needed {
		need(f, name, history.ByType)
	}
	for _, name := range spoken {
		need(f, name, "")
	}
}

func (b *Builder) known(name string) bool { return len(b.gates.Gates[gate.Components][name]) > 0 }

// SaidGates returns the known gates that a description names: those that the field requires
// (needed), and others that it mentions (spoken).
func SaidGates(description string, known func(name string) bool) (needed, spoken []string) {
	if !strings.Contains(description, "eature") {
		return nil, nil
	}
	for _, sentence := range sentenceEnd().Split(description, -1) {
		if !gateSpoken().MatchString(sentence) {
			continue
		}
		for _, name := range gateName().FindAllString(sentence, -1) {
			switch {
			case !known(name) || slices.Contains(needed, name):
			case required().MatchString(sentence) && !partOf().MatchString(sentence):
				needed = append(needed, name)
			case !slices.Contains(spoken, name):
				spoken = append(spoken, name)
			}
		}
	}
	return needed, spoken
}

func need(f *history.Field, name string, by history.By) {
	i := slices.IndexFunc(f.Gates, func(n history.Needed) bool { return n.Name == name })
	switch {
	case i < 0:
		f.Gates = append(f.Gates, history.Needed{Name: name, By: by})
	case by == history.ByType:
		f.Gates[i].By = by
	}
}

// settleGates sets the gates of the fields, each from the most reliable source.
func settleGates(t *history.Type, known gate.Table) {
	for i := range t.Fields {
		f := &t.Fields[i]
		stated(f, false, "")
		onlyNeeded(f, known)
		if len(f.Gates) == 0 {
			noted(f, known)
		}
		if len(f.Gates) == 0 {
			stated(f, true, history.ByParent)
		}
		if len(f.Gates) == 0 {
			named(f, known, history.Place{Type: t}.Version())
		}
	}
}

// onlyNeeded removes gates that a description only mentions, because they change the values of a
// field that is older than the gate. If a release gives the field a stage, or the gate was added
// with it, the field needs the gate.
func onlyNeeded(f *history.Field, known gate.Table) {
	f.Gates = slices.DeleteFunc(f.Gates, func(n history.Needed) bool {
		staged := n.By == history.ByType
		for _, s := range f.Stated {
			staged = staged || s.Stage != "" && (slices.Contains(s.Gates, n.Name) || len(s.Gates) == 0)
		}
		return !staged && !cameWith(f, known, n.Name)
	})
	for i := range f.Gates {
		f.Gates[i].By = history.ByType
	}
}

func stated(f *history.Field, inherited bool, by history.By) {
	for _, s := range f.Stated {
		for _, name := range s.Gates {
			if s.Inherited == inherited {
				need(f, name, by)
			}
		}
	}
}

// noted uses the gate in the note of the field. Notes also name other gates, so the gate must have
// been added with the field.
func noted(f *history.Field, known gate.Table) {
	for _, e := range f.Events {
		if !slices.Contains([]string{"field-added", "field-stage-changed", "field-removed"}, e.Change.Rule) {
			continue
		}
		for _, n := range e.Notes {
			if len(n.Gates) == 1 && !n.Probably && cameWith(f, known, n.Gates[0]) {
				need(f, n.Gates[0], history.ByNote)
			}
		}
	}
}

// cameWith reports that a gate was added with the field.
func cameWith(f *history.Field, known gate.Table, name string) bool {
	return added(f) && known.Begins(gate.Components, name) == f.Spans.First()
}

// added reports that a comparison shows that the field was added.
func added(f *history.Field) bool {
	return slices.ContainsFunc(f.Events, func(e history.Event) bool { return e.Change.Rule == "field-added" })
}

// named uses the only gate that was added with the field of a stable version and whose name
// contains that of the field. The name of the field must have at least two words.
func named(f *history.Field, known gate.Table, version string) {
	if discovery.StabilityOf(version) != discovery.Stable || !added(f) || !slices.ContainsFunc([]rune(f.Name), unicode.IsUpper) {
		return
	}
	first, size := utf8.DecodeRuneInString(f.Name)
	name := string(unicode.ToUpper(first)) + f.Name[size:]
	var found []string
	for g := range known.Gates[gate.Components] {
		if strings.Contains(g, name) && known.Begins(gate.Components, g) == f.Spans.First() {
			found = append(found, g)
		}
	}
	if len(found) == 1 {
		need(f, found[0], history.ByName)
	}
}

package history

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// Descriptions name gates in many ways: "when the feature gate JobManagedBy is enabled",
// `using the Feature Gate "NetworkPolicyEndPort"`. A sentence that speaks of feature gates
// and has the name of one that some release has names it.
var (
	sentenceEnd = lazy.Regexp(`[.;](?:\s|$)|\n`)
	gateSpoken  = lazy.Regexp(`(?i)\bfeature[- ]?gates?\b`)
	gateName    = lazy.Regexp(`\b[A-Z][A-Za-z0-9]{3,}\b`)
)

// readGates notes the gates that the description of a field names.
func (b *Builder) readGates(t *Type, prose *discovery.Schema, field string) {
	if prose == nil || prose.Field(field) == nil {
		return
	}
	f := t.Field(field)
	for _, name := range SaidGates(prose.Field(field).Schema.Description, b.known) {
		f.need(name, ByType)
	}
}

func (b *Builder) known(name string) bool { return len(b.gates.Gates[gate.Components][name]) > 0 }

// SaidGates are the gates that a description names, of those that are known.
func SaidGates(description string, known func(name string) bool) (out []string) {
	if !strings.Contains(description, "ate") {
		return nil
	}
	for _, sentence := range sentenceEnd().Split(description, -1) {
		if !gateSpoken().MatchString(sentence) {
			continue
		}
		for _, name := range gateName().FindAllString(sentence, -1) {
			if known(name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (f *Field) need(name string, by By) {
	if !slices.ContainsFunc(f.Gates, func(n Needed) bool { return n.Name == name }) {
		f.Gates = append(f.Gates, Needed{name, by})
	}
}

// settleGates finds the gates of the fields, each by the surest way that tells one.
func (t *Type) settleGates(known gate.Table) {
	for i := range t.Fields {
		f := &t.Fields[i]
		said := f.Gates
		f.Gates = nil
		f.stated(false, ByType)
		for _, n := range said {
			f.need(n.Name, n.By)
		}
		if len(f.Gates) == 0 {
			f.noted(known)
		}
		if len(f.Gates) == 0 {
			f.stated(true, ByParent)
		}
		if len(f.Gates) == 0 {
			f.named(known)
		}
	}
}

func (f *Field) stated(inherited bool, by By) {
	for _, s := range f.Stated {
		for _, name := range s.Gates {
			if s.Inherited == inherited {
				f.need(name, by)
			}
		}
	}
}

// noted takes the gate that the note of the field names. Notes name other gates too: it
// must have come with the field.
func (f *Field) noted(known gate.Table) {
	for _, e := range f.Events {
		if !slices.Contains([]string{"field-added", "field-stage-changed", "field-removed"}, e.Change.Rule) {
			continue
		}
		for _, n := range e.Notes {
			if len(n.Gates) == 1 && !n.Probably && f.with(known, n.Gates[0]) {
				f.need(n.Gates[0], ByNote)
			}
		}
	}
}

// with: a gate came with the field. When a field came that the oldest release has is not
// known.
func (f *Field) with(known gate.Table, name string) bool {
	begins := known.Begins(gate.Components, name)
	return begins == f.Spans.First() || len(f.Events) > 0 && f.Events[0].Change.Rule != "field-added" && begins.AtOrBefore(f.Spans.First())
}

// named takes the only gate that came with the field and has its name, of two words at
// least, in its own.
func (f *Field) named(known gate.Table) {
	if len(f.Events) == 0 || f.Events[0].Change.Rule != "field-added" || !slices.ContainsFunc([]rune(f.Name), unicode.IsUpper) {
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
		f.need(found[0], ByName)
	}
}

package link

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// OffByDefault is the reason of a claim about an API that is off by default, in a comparison
// without such APIs.
const OffByDefault = "it is off by default"

// assertion is what one sentence of a note says about one API.
type assertion struct {
	act  act // added or removed
	gv   discovery.GroupVersion
	kind string
	// field is set if the sentence is about a field of the kind.
	field string
}

// claims returns the API changes that notes describe and the surfaces do not have. A note that only
// mentions an API makes no claim: a sentence must say that the API was added, graduated or removed.
func (f *finder) claims() (out []Claim) {
	if f.in.Old.Groups == nil || f.in.New.Groups == nil {
		return nil
	}
	r := newReader(f.in, f.api)
	for i := range f.in.Notes {
		n := &f.in.Notes[i]
		if n.Unpublished || f.index.entries[i].stated.reverts {
			continue
		}
		for _, a := range r.assertions(n) {
			if why := f.unmet(a); why != "" {
				if n.RevertedBy != 0 {
					why = fmt.Sprintf("reverted by #%d", n.RevertedBy)
				}
				out = append(out, Claim{Note: i, Text: a.text(), Why: why})
			}
		}
	}
	order.Stably(out, func(a, b Claim) int {
		m, n := &f.in.Notes[a.Note], &f.in.Notes[b.Note]
		return cmp.Or(cmp.Compare(m.PR, n.PR), strings.Compare(m.Release, n.Release), strings.Compare(m.Text, n.Text), strings.Compare(a.Text, b.Text))
	})
	return out
}

func (a assertion) text() string {
	verb := "adds "
	if a.act == removed {
		verb = "removes "
	}
	if a.field != "" {
		return verb + "the field " + a.field + " of " + a.kind
	}
	if a.kind != "" {
		return verb + discovery.GroupVersionKind{Group: a.gv.Group, Version: a.gv.Version, Kind: a.kind}.String()
	}
	return verb + a.gv.String()
}

// unmet returns the reason why the comparison does not show an assertion. It returns "" if the
// comparison shows it, or if a side does not have the data.
func (f *finder) unmet(a assertion) string {
	if a.field != "" {
		return f.unmetField(a)
	}
	if !knows(f.in.Old, a.gv) || !knows(f.in.New, a.gv) {
		return ""
	}
	was, is := served(f.in.Old, a), served(f.in.New, a)
	if a.act == added {
		return f.notAdded(a, was, is)
	}
	return notRemoved(was, is)
}

func (f *finder) notAdded(a assertion, was, is presence) string {
	switch {
	case !is.there && was.there:
		return "only the old side serves it"
	case !is.there && f.in.New.Fidelity.Disabled == discovery.None:
		return "neither side serves it; a server lists only what is enabled"
	case !is.there:
		return "neither side serves it"
	case was.there && a.kind != "":
		return "the old side serves it already"
	case !was.there && is.disabled && !f.shows(a):
		return OffByDefault
	}
	return ""
}

func notRemoved(was, is presence) string {
	switch {
	case is.there && !is.disabled:
		return "the new side still serves it"
	case !is.there && !was.there:
		return "the old side did not serve it"
	}
	return ""
}

// unmetField is unmet for fields. Notes do not name the type of a field, so a field of that name in
// any type is enough.
func (f *finder) unmetField(a assertion) string {
	if f.in.Old.Fidelity.Fields != discovery.All || f.in.New.Fidelity.Fields != discovery.All {
		return ""
	}
	switch {
	case a.act == added && !f.api.fields[fold(a.field)]:
		return "neither side has a field of that name"
	case a.act == removed && hasField(f.in.New, a.kind, a.field):
		return "the new side still has it"
	}
	return ""
}

// hasField reports whether a type of the kind, its spec or its status has the field.
func hasField(side *discovery.Surface, kind, field string) bool {
	for name, schema := range side.Schemas {
		if base(name[strings.LastIndexByte(name, '.')+1:]) == kind && schema != nil && schema.Field(field) != nil {
			return true
		}
	}
	return false
}

// knows reports whether a side has enough data to say that it does not serve a version. The catalog
// has all groups that Kubernetes ever had, so any other group of Kubernetes never existed.
func knows(side *discovery.Surface, gv discovery.GroupVersion) bool {
	if _, unknown := side.Unknown(gv, discovery.PartResources); unknown {
		return false
	}
	return side.Only == nil || side.Source == discovery.SourceCatalog || slices.ContainsFunc(side.Only, func(e discovery.Extent) bool {
		return e.Group == gv.Group && (e.Version == gv.Version || e.Version == discovery.Wildcard)
	})
}

// presence is how a side has the asserted API.
type presence struct{ there, disabled bool }

func served(side *discovery.Surface, a assertion) (p presence) {
	v := side.GroupVersion(a.gv)
	if v == nil {
		return p
	}
	p.disabled = true
	for _, r := range v.Resources {
		if a.kind == "" || strings.EqualFold(r.Kind, a.kind) || strings.EqualFold(r.Name, a.kind) {
			p.there = true
			p.disabled = p.disabled && r.Disabled
		}
	}
	if !p.there && a.kind != "" && hasType(side, a) {
		// There is no such resource, but the version has a type of that name.
		p.there, p.disabled = true, false
	}
	return p
}

// hasType reports whether a version has a type that is not a resource.
func hasType(side *discovery.Surface, a assertion) bool {
	short, _, _ := strings.Cut(a.gv.Group, ".")
	ending := "." + cmp.Or(short, "core") + "." + a.gv.Version + "." + a.kind
	for name := range side.Schemas {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// shows reports whether a change of the comparison is about the version.
func (f *finder) shows(a assertion) bool {
	return slices.ContainsFunc(f.in.Changes, func(c rule.Change) bool {
		return c.Group == a.gv.Group && c.Version == a.gv.Version && (a.kind == "" || c.Kind == "" || strings.EqualFold(c.Kind, a.kind))
	})
}

package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// state is a schema reduced to what leads to a finding. States refer to each other as schemas do,
// so recursive schemas cost nothing, and kinds share states.
type state struct {
	edges         []edge
	items, values *state
	// interesting: a walk from here can end at a finding.
	interesting bool
}

// edge is a field that is a finding or leads to one.
type edge struct {
	name  string
	found *foundField
	next  *state
}

// foundField is a field that the target does not have or deprecates.
type foundField struct {
	removed bool
	// title is "PodSpec.serviceAccount".
	title, field string
	deprecated   bool
	stage        discovery.Stability
	lifecycle    FieldLifecycle
	// sibling is the replacement of the field in the same schema; "" if there is none.
	sibling string
}

// stateKey names a state. Schemas with different names can have the same body.
type stateKey struct {
	name, variant string
	to, from      *discovery.Schema
}

// fieldOf names a field of a schema, which may have no name.
type fieldOf struct {
	schema *discovery.Schema
	field  string
}

type fieldBuilder struct {
	checker *Checker
	former  map[schemaField]FieldLifecycle
	states  map[stateKey]*state
	all     []*state
}

// add compiles the fields of a kind that the target shows.
func (b *fieldBuilder) add(k *kind, r *discovery.Resource) {
	gv := k.gvk.GroupVersion()
	to := rootShape(b.checker.to.Surface, gv, r)
	if to == nil {
		return
	}
	k.schema = to
	k.fields = b.state(to, b.before(gv, k.gvk.Kind))
}

// before is the schema of the kind in Target.From; nil if it is not known.
func (b *fieldBuilder) before(gv discovery.GroupVersion, kind string) *shape {
	if b.checker.from == nil || b.checker.from.Fidelity.Fields == discovery.None {
		return nil
	}
	return rootShape(b.checker.from.Surface, gv, b.checker.from.kinds[gv.WithKind(kind)])
}

func (b *fieldBuilder) state(to, from *shape) *state {
	if to == nil || len(to.Properties) == 0 && to.Items == nil && to.AdditionalProperties == nil {
		return nil // a scalar has no fields
	}
	key := stateKey{name: to.name, to: to.Schema}
	if len(to.surface.SchemaVariants) > 0 || from != nil && len(from.surface.SchemaVariants) > 0 {
		// The same reference may lead to another schema in another group-version.
		key.variant = to.gv.String()
	}
	if from != nil {
		key.from = from.Schema
	}
	if s := b.states[key]; s != nil {
		return s
	}
	s := &state{}
	b.states[key] = s
	b.all = append(b.all, s)
	for f := range slice.Each(to.Properties) {
		if e := b.property(to, from, f); e.found != nil || e.next != nil {
			s.edges = append(s.edges, e)
		}
	}
	for _, e := range b.gone(to, from) {
		s.edges = append(s.edges, e)
		b.checker.goneFields[fieldOf{to.Schema, e.name}] = true
	}
	s.items = b.state(to.items(), from.items())
	s.values = b.state(to.values(), from.values())
	return s
}

func (b *fieldBuilder) property(to, from *shape, f *discovery.Field) edge {
	var was *discovery.Field
	if from != nil {
		was = from.Field(f.Name)
	}
	e := edge{name: f.Name, next: b.state(to.of(f.Schema), from.child(f.Name))}
	lifecycle := b.former[schemaField{to.name, f.Name}]
	if isPlugin(to.name, f.Name) && b.checker.to.Release.Known() {
		return e // volume reports it, from the table of plugins
	}
	if !b.deprecatedAtTarget(f.Schema, lifecycle) || b.deprecatedBefore(was, lifecycle) {
		return e
	}
	e.found = &foundField{title: title(to.name, f.Name), field: f.Name, deprecated: true, stage: f.Schema.Facts.Stage, lifecycle: lifecycle}
	if to.name == "io.k8s.api.core.v1.PodSpec" && f.Name == "serviceAccount" {
		e.found.sibling = "serviceAccountName"
	}
	return e
}

// deprecatedAtTarget reports whether the target, or without its data the table, deprecates a field.
func (b *fieldBuilder) deprecatedAtTarget(s *discovery.Schema, lifecycle FieldLifecycle) bool {
	if s.Deprecated || s.Facts.Deprecated {
		return true
	}
	return b.checker.to.Fidelity.FieldFacts == discovery.None && lifecycle.Deprecated.AtOrBefore(b.checker.to.Release)
}

// deprecatedBefore reports whether the field was already deprecated in Target.From.
func (b *fieldBuilder) deprecatedBefore(was *discovery.Field, lifecycle FieldLifecycle) bool {
	if b.checker.from == nil {
		return false
	}
	if was != nil && b.checker.from.Fidelity.FieldFacts != discovery.None {
		return was.Schema.Deprecated || was.Schema.Facts.Deprecated
	}
	return lifecycle.Deprecated.AtOrBefore(b.checker.from.Release)
}

// gone are the edges of the fields that the target no longer has: those of the schema in
// Target.From or, if that is not known, those of the table.
func (b *fieldBuilder) gone(to, from *shape) (edges []edge) {
	if !to.lists() {
		return nil
	}
	if from != nil {
		for f := range slice.Each(from.Properties) {
			if to.Field(f.Name) != nil {
				continue
			}
			edges = append(edges, edge{name: f.Name, found: &foundField{
				removed: true, title: title(to.name, f.Name), field: f.Name,
				deprecated: f.Schema.Facts.Deprecated, stage: f.Schema.Facts.Stage, lifecycle: b.former[schemaField{to.name, f.Name}],
			}})
		}
		return edges
	}
	if to.name == "" {
		return nil
	}
	for key, lifecycle := range b.former {
		if key.schema != to.name || !lifecycle.Removed.Known() || to.Field(key.field) != nil || !b.goneSince(lifecycle) {
			continue
		}
		edges = append(edges, edge{name: key.field, found: &foundField{
			removed: true, title: title(to.name, key.field), field: key.field, deprecated: lifecycle.Deprecated.Known(), lifecycle: lifecycle,
		}})
	}
	return edges
}

// goneSince reports whether the field was removed in the target's release or before, and after the
// release of Target.From.
func (b *fieldBuilder) goneSince(lifecycle FieldLifecycle) bool {
	if b.checker.to.Release.Known() && !lifecycle.Removed.AtOrBefore(b.checker.to.Release) {
		return false
	}
	return b.checker.from == nil || b.checker.from.Release.Known() && !lifecycle.Removed.AtOrBefore(b.checker.from.Release)
}

// finish removes what does not lead to a finding.
func (b *fieldBuilder) finish() {
	for changed := true; changed; {
		changed = false
		for _, s := range b.all {
			if !s.interesting && s.leads() {
				s.interesting, changed = true, true
			}
		}
	}
	for _, s := range b.all {
		s.items, s.values = s.items.orNil(), s.values.orNil()
		for e := range slice.Each(s.edges) {
			e.next = e.next.orNil()
		}
		s.edges = slices.DeleteFunc(s.edges, func(e edge) bool { return e.found == nil && e.next == nil })
	}
}

func (s *state) leads() bool {
	return s.items.isInteresting() || s.values.isInteresting() || slices.ContainsFunc(s.edges, func(e edge) bool { return e.found != nil || e.next.isInteresting() })
}

func (s *state) isInteresting() bool { return s != nil && s.interesting }

func (s *state) orNil() *state {
	if s.isInteresting() {
		return s
	}
	return nil
}

// walk follows a state through a node and emits the findings.
func (v *visit) walk(node int, s *state, emit emitFunc) {
	nodes := v.o.Tree.Nodes
	n := &nodes[node]
	switch n.Kind { //nolint:exhaustive // scalars have no fields
	case tree.Map:
		for c := node + 1; c < int(n.After); c = int(nodes[c].After) {
			if s.values != nil {
				v.walk(c, s.values, emit)
			}
			v.step(c, s, emit)
		}
	case tree.List:
		if s.items == nil {
			return
		}
		for c := node + 1; c < int(n.After); c = int(nodes[c].After) {
			v.walk(c, s.items, emit)
		}
	}
}

func (v *visit) step(child int, s *state, emit emitFunc) {
	n := &v.o.Tree.Nodes[child]
	for i := range s.edges {
		e := &s.edges[i]
		if e.name != n.Key {
			continue
		}
		if e.found != nil && n.Kind != tree.Null {
			v.field(child, e.found, emit)
		}
		if e.next != nil {
			v.walk(child, e.next, emit)
		}
		return
	}
}

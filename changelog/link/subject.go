package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// act is what happened to the subject of a change.
type act int

// The acts.
const (
	altered act = iota
	added
	removed
	deprecated
	staged
)

// subject is what a change is about, in the terms of notes.
type subject struct {
	change *rule.Change
	act    act
	// stage is the stage that was reached: that of an added or graduated version, or of a field by
	// its description.
	stage discovery.Stability
	// field is the last element of the field's path.
	field string
	// owner is the short name of the schema. kinds are the kinds under which users know the owner
	// of the field, the nearest first.
	owner string
	kinds []string
	// sharesName: the owner has the name of a kind of another group.
	sharesName bool
	// parents are the elements that may be before the field in a path, in lower case.
	parents []string
	// gates are the feature gates of the field, by the facts of both sides.
	gates []string
	// noStage: the field no longer has a stage.
	noStage bool
	// gatesDropped: the field no longer needs its gates, and its stage is the same.
	gatesDropped bool
	// parts are the property names of the new schema that is the type of the new field.
	parts []string
	// partType is the short name of that schema.
	partType string
	// typeDescription is the description of that schema.
	typeDescription string
	// oldType is the short name of an existing type of a new field.
	oldType string
	// newTypes are the short names of new types that the field has, or that the kind has within
	// three levels.
	newTypes []string
	// newKind: no version of the group had the kind before. graduated: a less stable version had
	// it.
	newKind, graduated bool
	// others are the kinds of the same group-version.
	others []string
	// before are the versions that had the kind.
	before []string
	// owners is how many types have a field of this name.
	owners int
	// values are the values that changed: the types, or the value of an enum.
	values []string
	// known are the names of types and gates that existed before.
	known map[string]bool
	// words are the stems of the description, or of what changed in it.
	words []string
	// mentions are the identifiers in that text.
	mentions []string
}

// acts returns what happened according to a rule. ok is false for rules whose changes are in no
// note.
func acts(id string) (a act, ok bool) {
	switch id {
	case "description-changed", "unclassified", "printer-columns-changed":
		return altered, false
	case "resource-graduated", "field-stage-changed", "preferred-version-changed":
		return staged, true
	case "api-deprecated", "field-deprecated", "type-deprecated":
		return deprecated, true
	case "field-born-deprecated", "field-added-required":
		return added, true
	case "field-required-added", "field-required-removed", "enum-introduced":
		return altered, true
	}
	switch {
	case strings.HasSuffix(id, "-added"):
		return added, true
	case strings.HasSuffix(id, "-removed") || strings.HasSuffix(id, "-dropped"):
		return removed, true
	default:
		return altered, true
	}
}

func about(c *rule.Change, in *Input, api *apiNames) subject {
	a, _ := acts(c.Rule)
	s := subject{change: c, act: a}
	if c.Schema == "" {
		s.field = c.Field
		if a == added || a == staged {
			s.stage = discovery.StabilityOf(c.Version)
		}
		if a == added && c.Resource != "" {
			if r := in.New.Resource(c.GroupVersion(), c.Resource); r != nil {
				s.newTypes = api.newTypes(in, c.GroupVersion(), r.Schema, 3)
			}
		}
		if c.Kind != "" {
			s.kinds = []string{c.Kind}
			was := api.before[[2]string{c.Group, c.Kind}]
			s.before = was
			s.others = neighbours(c, in)
			s.newKind = a == added && len(was) == 0
			s.graduated = c.Rule == "resource-graduated" || a == added && slices.ContainsFunc(was, func(v string) bool { return s.stage.MoreStableThan(discovery.StabilityOf(v)) })
		}
		return s
	}
	s.owner = c.Schema[strings.LastIndexByte(c.Schema, '.')+1:]
	s.field, _ = lastOf(c.Field)
	s.kinds = owners(c, s.owner)
	s.parents = parents(c, &s)
	s.owners = api.owners[s.field]
	s.sharesName = api.sharesName(s.owner, c.Group)
	s.values = values(c)
	s.describe(in, api)
	return s
}

// neighbours returns the other kinds of a group-version, without those whose names are common
// words.
func neighbours(c *rule.Change, in *Input) (kinds []string) {
	for _, side := range [...]*discovery.Surface{in.Old, in.New} {
		if v := side.GroupVersion(c.GroupVersion()); v != nil {
			for i := range v.Resources {
				if kind := v.Resources[i].Kind; kind != c.Kind && len(Humps(kind)) > 1 && !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
				}
			}
		}
	}
	return kinds
}

// lastOf splits a path: "template.spec", "ports[].name", "limits.*".
func lastOf(path string) (last, parent string) {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' || r == '*' })
	if n := len(parts); n > 0 {
		last = parts[n-1]
		if n > 1 {
			parent = parts[n-2]
		}
	}
	return last, parent
}

// owners returns the kinds by which a schema is known: Job for JobSpec. If many kinds have the
// schema, it is the one with the shortest path.
func owners(c *rule.Change, owner string) (kinds []string) {
	add := func(kind string) {
		if kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	add(c.Kind)
	for _, suffix := range [...]string{"Spec", "Status", "Source", "List", "Template"} {
		if kind, ok := strings.CutSuffix(owner, suffix); ok && kind != "" {
			add(kind)
		}
	}
	if len(c.Reaches) > 0 {
		add(slices.MinFunc(c.Reaches, func(a, b rule.Reach) int { return strings.Count(a.Path, ".") - strings.Count(b.Path, ".") }).Kind)
	}
	return kinds
}

func values(c *rule.Change) (out []string) {
	switch c.Rule {
	case "field-type-changed", "enum-value-added", "enum-value-removed":
	default:
		return nil
	}
	for _, text := range [...]string{c.Old, c.New} {
		text = strings.Trim(text, "\" ")
		if len(text) < 64 && (len(Humps(text)) > 1 || strings.HasPrefix(c.Rule, "enum-") && text != "" && isUpper(text[0])) && !strings.ContainsAny(text, " {}/") {
			out = append(out, text)
		}
	}
	return out
}

// parents returns what may be before the field in a path: its parent in the paths from the kinds,
// the kinds, and the owner itself.
func parents(c *rule.Change, s *subject) (out []string) {
	for _, r := range c.Reaches[:min(len(c.Reaches), 12)] {
		if _, parent := lastOf(r.Path); parent != "" {
			out = append(out, fold(parent))
		}
	}
	return slice.Unique(append(out, slice.Map(append(slices.Clip(s.kinds), s.owner), fold)...))
}

func (s *subject) describe(in *Input, api *apiNames) {
	gv := s.change.GroupVersion()
	old, new := place(in.Old, gv, s.change.Schema, s.change.Field), place(in.New, gv, s.change.Schema, s.change.Field)
	var was, is string
	for _, side := range [...]*discovery.Schema{old, new} {
		if side != nil {
			s.gates = append(s.gates, side.Facts.Gates...)
		}
	}
	s.gates = slice.Unique(s.gates)
	if old != nil {
		was = old.Description
	}
	if new != nil {
		is = new.Description
		s.stage = new.Facts.Stage
		if s.act == staged && s.stage == discovery.StabilityUnknown {
			s.stage, s.noStage = discovery.Stable, true
		}
		if s.act == staged && old != nil && old.Facts.Stage == new.Facts.Stage {
			// Only the gate was added or removed.
			s.act = altered
			s.gates = slices.DeleteFunc(s.gates, func(gate string) bool {
				return slices.Contains(old.Facts.Gates, gate) && slices.Contains(new.Facts.Gates, gate)
			})
			s.gatesDropped = !slices.ContainsFunc(s.gates, func(gate string) bool { return slices.Contains(new.Facts.Gates, gate) })
		}
		if s.act == staged && s.stage != discovery.Stable && len(new.Facts.Gates) > 0 {
			s.gates = new.Facts.Gates // what no longer needs a gate reached the stage of the others
		}
		if s.act == added {
			s.newSchema(in, gv, new)
			if api.types[s.partType] {
				s.partType = "" // another type has the name
			}
			if s.partType != "" {
				s.newTypes = []string{s.partType}
			}
		}
	}
	if s.change.Rule == "field-type-changed" {
		s.parts = newFields(in, gv, old, new)
	}
	s.words, s.mentions = changedWords(was, is)
	s.known = api.types
	if len(s.gates) == 0 {
		s.gates = gatesIn(is)
	}
}

// newSchema reads the properties of a schema that is new with the field.
func (s *subject) newSchema(in *Input, gv discovery.GroupVersion, field *discovery.Schema) {
	ref := field.Ref
	if ref == "" && field.Items != nil {
		ref = field.Items.Ref
	}
	if ref == "" {
		return
	}
	if in.Old.Schema(gv, ref) != nil {
		s.oldType = ref[strings.LastIndexByte(ref, '.')+1:]
		return
	}
	s.partType = ref[strings.LastIndexByte(ref, '.')+1:]
	schema := in.New.Schema(gv, ref)
	if schema == nil {
		return
	}
	s.typeDescription = schema.Description
	var below []string
	for _, p := range schema.Properties {
		if p.Schema != nil {
			below = append(below, strings.Join(p.Schema.Facts.Gates, ","))
		}
		if len(Humps(p.Name)) > 1 {
			s.parts = append(s.parts, p.Name)
		}
	}
	slices.Sort(below)
	if below = slices.Compact(below); len(s.gates) == 0 && len(below) == 1 && below[0] != "" {
		// If all fields of a new type need the same gate, the type needs it.
		s.gates = strings.Split(below[0], ",")
	}
}

// newFields returns the fields that the new type of a field has and the old type did not have.
func newFields(in *Input, gv discovery.GroupVersion, old, new *discovery.Schema) []string {
	if old == nil || new == nil || old.Ref == "" || new.Ref == "" {
		return nil
	}
	was, is := in.Old.Schema(gv, old.Ref), in.New.Schema(gv, new.Ref)
	if was == nil || is == nil {
		return nil
	}
	names := slice.Map(is.Properties, func(p discovery.Field) string { return p.Name })
	return slice.Filter(names, func(name string) bool { return len(Humps(name)) > 1 && was.Field(name) == nil })
}

// place returns the schema of a path below a named schema, or nil.
func place(side *discovery.Surface, gv discovery.GroupVersion, name, path string) *discovery.Schema {
	at := side.Schema(gv, name)
	// The steps are names, "[]" and "*".
	for step := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ".[]"), ".") {
		if step != "" && at != nil {
			at = into(at, step)
		}
	}
	return at
}

func into(at *discovery.Schema, step string) *discovery.Schema {
	switch step {
	case "[]":
		return at.Items
	case "*":
		return at.AdditionalProperties
	}
	if f := at.Field(step); f != nil {
		return f.Schema
	}
	return nil
}

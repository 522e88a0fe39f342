package rule

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// levels is how many levels above and below a rule the proof looks for other rules.
const levels = 4

// keeps proves that every object that the old side accepted satisfies a rule. The proof uses the
// old side's rules at the place, below it and above it, because releases move rules between levels.
// It rewrites the rule for the parent, the parent's parent, and so on, until the rule follows.
func (f Field) keeps(r celRule) bool {
	return r.expr != nil && f.keepsGoal(r.expr, r)
}

// keepsGoal is keeps for the expression of a rule.
func (f Field) keepsGoal(goal *cel.Expr, r celRule) bool {
	if !f.Enforced {
		return false
	}
	own := f.ownFacts(goal, r)
	if f.follows(goal, own) {
		return true
	}
	if goal.Uses("oldSelf") {
		return f.keepsOptional(goal, r) || r.OptionalOldSelf == nil && (f.keepsUpdate(goal) || f.keepsParts(goal, own))
	}
	for level := range levels + 1 {
		if (level == 0 || f.bearsOn(goal)) && f.followsBelow(goal, len(own)) {
			return true
		}
		if goal = f.above(goal); goal == nil {
			return false
		}
		f, own = *f.Parent, nil
	}
	return false
}

// keepsUpdate proves a rule about the old value of a property from rules of its parents. Those were
// evaluated whenever this one is, because a property has an old value only if its parent has one.
func (f Field) keepsUpdate(goal *cel.Expr) bool {
	for range levels {
		if goal = f.above(goal); goal == nil {
			return false
		}
		f = *f.Parent
		if own := f.ownFacts(goal, celRule{}); len(own) > 0 && f.follows(goal, own) {
			return true
		}
	}
	return false
}

// keepsParts proves a rule about the old value. It also uses the old side's rules about old values
// of the properties.
func (f Field) keepsParts(goal *cel.Expr, own []*cel.Expr) bool {
	parts := f.updatesBelow(f.Old, self(), oldSelf(), nil, goal.Names(), 0)
	return len(parts) > 0 && f.follows(goal, slices.Concat(own, parts))
}

// updatesBelow returns the rules about old values of the properties that a goal selects. Such a
// rule runs only if there is an old and a new value, and the API server does not reject a value
// that did not change because of it (KEP-4008).
func (f Field) updatesBelow(s *discovery.Schema, at, was *cel.Expr, guards []*cel.Expr, names []string, depth int) (facts []*cel.Expr) {
	for name, p := range propertiesNamed(s, names) {
		if depth > levels || p.Schema.Nullable {
			continue
		}
		field, before := property(at, name), property(was, name)
		here := append(slices.Clip(guards), has(field), has(before))
		for _, r := range f.bearing(p.Schema, names) {
			if r.expr != nil && r.updates && r.OptionalOldSelf == nil {
				facts = append(facts, where(here, cel.Op("||", cel.Op("==", field, before), r.expr.With("self", field).With("oldSelf", before))))
			}
		}
		facts = append(facts, f.updatesBelow(p.Schema, field, before, here, names, depth+1)...)
	}
	return facts
}

// keepsOptional proves a rule that also runs for new objects: without an old value, and with one.
func (f Field) keepsOptional(goal *cel.Expr, r celRule) bool {
	if !r.runsOnCreate() {
		return false
	}
	created, updated := cel.Optional(goal, "oldSelf")
	return created != nil && f.keepsGoal(created, celRule{}) && f.follows(updated, f.ownFacts(updated, celRule{}))
}

// followsBelow proves a rule from the requirements of the old side at the place and below it, if
// there are more of them than already tried.
func (f Field) followsBelow(goal *cel.Expr, than int) bool {
	facts := f.factsOf(f.Old, goal, false)
	if len(facts) > than && f.follows(goal, facts) {
		return true
	}
	all := f.factsOf(f.Old, goal, true)
	return len(all) > len(facts) && f.follows(goal, all)
}

// bearsOn reports whether the old side requires something at the place of the fields that a goal
// selects.
func (f Field) bearsOn(goal *cel.Expr) bool {
	names := goal.Names()
	return len(composedFacts(f.Old, self(), names)) > 0 || slices.ContainsFunc(f.bearing(f.Old, names), func(r celRule) bool {
		return r.expr != nil && (len(names) == 0 || slices.ContainsFunc(r.names, func(n string) bool { return slices.Contains(names, n) }))
	})
}

// follows proves a rule for every value that the old side accepted, and for the default that the
// new side sets if there was no value, or null, to which rules do not apply. With such a default, a
// rule about the old value can compare the default with another value.
func (f Field) follows(goal *cel.Expr, facts []*cel.Expr) bool {
	effort := f.Surfaces.Effort
	if effort == nil {
		effort = &cel.Effort{}
	}
	return effort.Holds(goal, facts, f.shape()) && (!f.appears() || !goal.Uses("oldSelf") && effort.Holds(goal, nil, shapeOf(only(f.New, f.New.Default), f.New)))
}

// appears reports that the new side can set a default that the old side did not set.
func (f Field) appears() bool {
	if f.Property == "" || !defaulted(f.New) || f.OldRequired && !f.Old.Nullable {
		return false
	}
	return !sameDefault(f.Old, f.New) || f.Old.Nullable && !f.New.Nullable
}

// because names what changed below a rule that stays the same, for a message: if possible, a place
// whose name the rule contains.
func (f Field) because(r celRule) string {
	if f.appears() {
		return "the field's default is new, changed, or replaces null"
	}
	all := movesOf(f.Old, f.New, "self", "")
	names := r.expr.Names()
	if i := slices.IndexFunc(all, func(m move) bool { return slices.Contains(names, m.name) }); i >= 0 {
		return all[i].text
	}
	if len(all) > 0 {
		return all[0].text
	}
	return defaultBelow
}

const defaultBelow = "a default below it changed"

// move is a difference at or below a place that changes what a rule reads. name is that of the last
// property in its path. onlyRules: CEL rules alone depend on it.
type move struct {
	name, text string
	onlyRules  bool
}

// movesOf returns the differences that [stable] and [sameInRules] compare.
func movesOf(old, new *discovery.Schema, path, name string) (all []move) {
	if old == nil || new == nil || old == new {
		return nil
	}
	if text := moveAt(old, new, path); text != "" {
		all = append(all, move{name, text, stable(old, new)})
	}
	all = append(all, movesOf(old.Items, new.Items, path+"[]", name)...)
	all = append(all, movesOf(old.AdditionalProperties, new.AdditionalProperties, path+"[*]", name)...)
	for _, p := range old.Properties {
		below := path + "." + p.Name
		if q := new.Field(p.Name); q != nil {
			all = append(all, movesOf(p.Schema, q.Schema, below, p.Name)...)
		} else {
			all = append(all, move{name: p.Name, text: below + " was removed"})
		}
	}
	for _, p := range new.Properties {
		if old.Field(p.Name) == nil && defaulted(p.Schema) {
			all = append(all, move{name: p.Name, text: defaultBelow})
		}
	}
	return all
}

// moveAt returns the difference at a place itself; "" if there is none.
func moveAt(old, new *discovery.Schema, path string) string {
	switch {
	case old.Ref != new.Ref || old.Type != new.Type || isIntOrString(old) != isIntOrString(new):
		return "the type of " + path + " changed"
	case typedFormat(old) != typedFormat(new):
		return "the format of " + path + " changed, and with it the type in rules"
	case equality(old) != equality(new):
		return "the list type of " + path + " changed, and with it the equality in rules"
	case !sameDefault(old, new):
		return defaultBelow
	case old.Nullable && !new.Nullable && defaulted(new):
		return "a default replaces null in " + path
	case old.Nullable && !new.Nullable:
		return path + " can no longer be null"
	case old.Nullable != new.Nullable:
		return path + " can now be null"
	case old.KeepsUnknown() != new.KeepsUnknown():
		return path + " keeps other unknown fields"
	default:
		return ""
	}
}

// only returns a schema that accepts a single value, with the defaults below it.
func only(s *discovery.Schema, value string) *discovery.Schema {
	out := &discovery.Schema{Type: s.Type, Format: s.Format, Default: s.Default, Nullable: s.Nullable}
	if s.Type != "object" {
		out.Enum = []string{value}
		return out
	}
	var given map[string]jsontext.Value
	if err := json.Unmarshal([]byte(value), &given); err != nil {
		return nil
	}
	for _, p := range s.Properties {
		v, ok := given[p.Name]
		if !ok {
			v = jsontext.Value(defaultText(p.Schema))
		}
		if p.Schema.Type == "boolean" && string(v) == p.Schema.Default {
			continue // the new side's default is already known to be this value
		}
		if len(v) > 0 {
			out.Properties = append(out.Properties, discovery.Field{Name: p.Name, Required: true, Schema: only(p.Schema, string(v))})
		}
	}
	return out
}

// ownFacts returns the old side's rules of the place that were evaluated whenever the new one is. A
// rule with oldSelf does not run for new objects.
func (f Field) ownFacts(goal *cel.Expr, r celRule) (facts []*cel.Expr) {
	updates := goal.Uses("oldSelf")
	for _, o := range f.bearing(f.Old, goal.Names()) {
		if o.expr != nil && (!o.updates || updates && o.OptionalOldSelf == nil && r.OptionalOldSelf == nil) {
			facts = append(facts, o.expr)
		}
	}
	return facts
}

// above rewrites a rule of a place for its parent; nil if that is not possible. A rule of a
// property does not run if the property is null or unset.
func (f Field) above(goal *cel.Expr) *cel.Expr {
	name, ok := expressionName(f.Property)
	nullable := f.Old.Nullable || f.New.Nullable || f.notNull
	switch {
	case f.Parent == nil || !f.Parent.Both() || nullable && goal.Uses("oldSelf"):
		return nil
	case f.Property != "" && ok:
		at, was := property(self(), name), property(oldSelf(), name)
		guards := []*cel.Expr{has(at)}
		if nullable {
			guards = append(guards, notNull(at))
		}
		if goal.Uses("oldSelf") {
			guards = append(guards, has(was))
		}
		return where(guards, goal.With("self", at).With("oldSelf", was))
	case strings.HasSuffix(f.Path, "[]") && !goal.Uses("oldSelf"):
		if nullable {
			goal = where([]*cel.Expr{notNull(self())}, goal)
		}
		return ofEach(self(), strings.Count(f.Path, "[]"), goal)
	default:
		return nil
	}
}

// factsOf returns the rules of a schema, and those below it of properties that the goal selects,
// rewritten for the schema. With keywords, it adds the meaning of composed keywords.
func (f Field) factsOf(s *discovery.Schema, goal *cel.Expr, keywords bool) []*cel.Expr {
	return f.factsBelow(s, self(), nil, goal.Names(), 0, keywords)
}

func (f Field) factsBelow(s *discovery.Schema, at *cel.Expr, guards []*cel.Expr, names []string, depth int, keywords bool) (facts []*cel.Expr) {
	if depth > levels {
		return nil
	}
	if s.Nullable && depth > 0 { // rules and keywords do not apply to null
		guards = append(slices.Clip(guards), notNull(at))
	}
	for _, r := range f.bearing(s, names) {
		if r.expr != nil && !r.updates {
			facts = append(facts, where(guards, r.expr.With("self", at)))
		}
	}
	if keywords {
		for _, e := range composedFacts(s, at, names) {
			facts = append(facts, where(guards, e))
		}
	}
	for name, p := range propertiesNamed(s, names) {
		field := property(at, name)
		facts = append(facts, f.factsBelow(p.Schema, field, append(slices.Clip(guards), has(field)), names, depth+1, keywords)...)
	}
	if s.Items != nil {
		for _, e := range f.factsBelow(s.Items, self(), nil, names, depth+1, keywords) {
			facts = append(facts, where(guards, ofEach(at, depth, e)))
		}
	}
	return facts
}

// propertiesNamed ranges over the properties that expressions select with one of the names, once
// and in the order of the names. It looks up each name, because schemas can have thousands of
// properties.
func propertiesNamed(s *discovery.Schema, names []string) iter.Seq2[string, *discovery.Field] {
	return func(yield func(string, *discovery.Field) bool) {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
			p := s.Field(propertyName(name))
			if p == nil {
				continue
			}
			if written, ok := expressionName(p.Name); ok && written == name && !yield(name, p) {
				return
			}
		}
	}
}

func self() *cel.Expr { return &cel.Expr{Kind: cel.Ident, Text: "self"} }

func oldSelf() *cel.Expr { return &cel.Expr{Kind: cel.Ident, Text: "oldSelf"} }

// property selects a property of a value, by its name in expressions.
func property(of *cel.Expr, name string) *cel.Expr {
	return &cel.Expr{Kind: cel.Select, Text: name, Args: []*cel.Expr{of}}
}

func has(field *cel.Expr) *cel.Expr {
	return cel.Op("has", field)
}

func notNull(value *cel.Expr) *cel.Expr {
	return cel.Op("!=", value, &cel.Expr{Kind: cel.Literal, Text: "null"})
}

// where returns an expression that requires e only if all guards are true.
func where(guards []*cel.Expr, e *cel.Expr) *cel.Expr {
	for _, g := range slices.Backward(guards) {
		e = cel.Op("?:", g, e, yes())
	}
	return e
}

// ofEach returns list.all with a rule of the elements. No rule can have a variable of the name
// "$item0".
func ofEach(list *cel.Expr, n int, e *cel.Expr) *cel.Expr {
	item := &cel.Expr{Kind: cel.Ident, Text: "$item" + strconv.Itoa(n)}
	return &cel.Expr{Kind: cel.Method, Text: "all", Args: []*cel.Expr{list, item, e.With("self", item)}}
}

// expressionName returns the name of a property in expressions; not ok if there is none.
func expressionName(property string) (name string, ok bool) {
	name = escaped.Replace(property)
	if propertyName("__"+name+"__") == name {
		name = "__" + name + "__" // a reserved word
	}
	return name, property != "" && propertyName(name) == property
}

package rule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// levels is how far above and below a rule others are looked for.
const levels = 4

// keeps proves that every object that the old side took holds to a rule. What the old
// side's rules demand counts, at the place, below it and above it: releases move rules
// from one level to another. The rule is read as one of the object above, of the one above
// that, and so on, until it follows.
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

// keepsUpdate proves a rule about the old value of a property by rules of the places above
// it, which were asked whenever this one is: there is an old value of the property only where
// there is one of the place above it.
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

// keepsParts proves a rule about the old value by the old side's rules about old values of its
// properties, too.
func (f Field) keepsParts(goal *cel.Expr, own []*cel.Expr) bool {
	parts := updatesBelow(f.Old, self(), oldSelf(), nil, goal.Names(), 0)
	return len(parts) > 0 && f.follows(goal, slices.Concat(own, parts))
}

// updatesBelow are the rules about old values of the properties that a goal names. One is not asked
// where there is no old or no new value, and an API server does not refuse a value for it that is
// the old one (KEP-4008).
func updatesBelow(s *discovery.Schema, at, was *cel.Expr, guards []*cel.Expr, names []string, depth int) (facts []*cel.Expr) {
	for _, p := range s.Properties {
		name, ok := expressionName(p.Name)
		if !ok || depth > levels || p.Schema.Nullable || !slices.Contains(names, name) {
			continue
		}
		field, before := property(at, name), property(was, name)
		here := append(slices.Clip(guards), has(field), has(before))
		for _, r := range celRules(p.Schema) {
			if r.expr != nil && r.expr.Uses("oldSelf") && r.OptionalOldSelf == nil {
				facts = append(facts, where(here, operator("||", operator("==", field, before), r.expr.With("self", field).With("oldSelf", before))))
			}
		}
		facts = append(facts, updatesBelow(p.Schema, field, before, here, names, depth+1)...)
	}
	return facts
}

// keepsOptional proves a rule that is also asked of new objects: without an old value, and with one.
func (f Field) keepsOptional(goal *cel.Expr, r celRule) bool {
	if r.OptionalOldSelf == nil || !*r.OptionalOldSelf {
		return false
	}
	created, updated := cel.Optional(goal, "oldSelf")
	return created != nil && f.keepsGoal(created, celRule{}) && f.follows(updated, nil)
}

// followsBelow proves a rule by what the old side demands at the place and below it, if that
// is more than some facts.
func (f Field) followsBelow(goal *cel.Expr, than int) bool {
	facts := factsOf(f.Old, goal, false)
	if len(facts) > than && f.follows(goal, facts) {
		return true
	}
	all := factsOf(f.Old, goal, true)
	return len(all) > len(facts) && f.follows(goal, all)
}

// bearsOn reports whether the old side demands something at the place of what a goal names.
func (f Field) bearsOn(goal *cel.Expr) bool {
	names := goal.Names()
	return len(composedFacts(f.Old, self(), names)) > 0 || slices.ContainsFunc(celRules(f.Old), func(r celRule) bool {
		return r.expr != nil && (len(names) == 0 || slices.ContainsFunc(r.expr.Names(), func(n string) bool { return slices.Contains(names, n) }))
	})
}

// follows proves a rule of every value that the old side took, and of the default that the
// new side writes where the old side had no value, or null, of which no rule is asked. With
// such a default a rule about the old value can be asked of it and of another value.
func (f Field) follows(goal *cel.Expr, facts []*cel.Expr) bool {
	return cel.Holds(goal, facts, f.shape()) && (!f.appears() || !goal.Uses("oldSelf") && cel.Holds(goal, nil, shapeOf(only(f.New, f.New.Default), f.New)))
}

// appears: the new side can write a default that the old side did not.
func (f Field) appears() bool {
	if f.Property == "" || !defaulted(f.New) || f.OldRequired && !f.Old.Nullable {
		return false
	}
	return defaultText(f.Old) != defaultText(f.New) || f.Old.Nullable && !f.New.Nullable
}

// defaulting says which default changed, for a message.
func (f Field) defaulting() string {
	if f.appears() {
		return "the field's default is new, changed, or replaces null"
	}
	return "a default below it changed"
}

// only is a schema of nothing but one value, with the defaults below it.
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
			continue // what the new side fills in is known as one value
		}
		if len(v) > 0 {
			out.Properties = append(out.Properties, discovery.Field{Name: p.Name, Required: true, Schema: only(p.Schema, string(v))})
		}
	}
	return out
}

// keepsKeyword proves that the old side's rules demand what a keyword of the new side does.
// A rule is not asked of null, and a keyword is.
func (f Field) keepsKeyword(keyword, value string) bool {
	if f.Old == nil || f.New == nil || f.Old.Nullable || value == "" {
		return false
	}
	if composed(keyword) {
		goal := composedRule(f.New, keyword, value)
		return goal != nil && f.keepsGoal(goal, celRule{})
	}
	expression := ""
	switch keyword {
	case "minProperties", "maxProperties":
		if !(shape{f.Old, f.New}).keepsKeys() {
			return false // a default adds properties to an object, and a rule cannot ask for its size
		}
		return f.keepsKeyword(keyword[:3]+"Length", value)
	case "minLength", "minItems":
		expression = "size(self) >= " + value
	case "maxLength", "maxItems":
		expression = "size(self) <= " + value
	case "minimum", "exclusiveMinimum":
		expression = "self >" + beyond(ownLimit(f.New, "minimum", "exclusiveMinimum", -1))
	case "maximum", "exclusiveMaximum":
		expression = "self <" + beyond(ownLimit(f.New, "maximum", "exclusiveMaximum", 1))
	case "pattern":
		expression = "self.matches(" + value + ")"
	case "enum":
		expression = "self in " + value
	case "required":
		expression = "has(self." + value + ")"
	}
	goal, _ := normal(expression, f.New)
	return f.keeps(celRule{expr: goal})
}

// refused proves that the old side took no object that has the property, and no null.
func (f Field) refused() bool {
	name, ok := expressionName(f.Property)
	if !ok || f.Old.Nullable || f.Parent == nil {
		return false
	}
	return f.Parent.before().keepsGoal(operator("!", has(property(self(), name))), celRule{})
}

// before is the place, and those around it, as they were, on both sides.
func (f Field) before() Field {
	f.New, f.NewRequired = f.Old, f.OldRequired
	if f.Parent != nil {
		parent := f.Parent.before()
		f.Parent = &parent
	}
	return f
}

// beyond is what follows < or > in an expression for a limit.
func beyond(l limit) string {
	or := "="
	if l.open {
		or = ""
	}
	return or + " " + strconv.FormatFloat(l.value, 'f', -1, 64)
}

// ownFacts are the old side's rules of the place, where they were asked whenever the new
// one is: one with oldSelf is not asked of new objects.
func (f Field) ownFacts(goal *cel.Expr, r celRule) (facts []*cel.Expr) {
	for _, o := range celRules(f.Old) {
		if o.expr != nil && (!o.expr.Uses("oldSelf") || goal.Uses("oldSelf") && o.OptionalOldSelf == nil && r.OptionalOldSelf == nil) {
			facts = append(facts, o.expr)
		}
	}
	return facts
}

// above reads a rule of a place as one of the place above it; nil where it cannot be. A rule
// of a property is not asked where the property is null or not there.
func (f Field) above(goal *cel.Expr) *cel.Expr {
	name, ok := expressionName(f.Property)
	switch {
	case f.Parent == nil || !f.Parent.Both() || f.Old.Nullable || f.New.Nullable:
		return nil
	case f.Property != "" && ok:
		at, was := property(self(), name), property(oldSelf(), name)
		guards := []*cel.Expr{has(at)}
		if goal.Uses("oldSelf") {
			guards = append(guards, has(was))
		}
		return where(guards, goal.With("self", at).With("oldSelf", was))
	case strings.HasSuffix(f.Path, "[]") && !goal.Uses("oldSelf"):
		return ofEach(self(), strings.Count(f.Path, "[]"), goal)
	default:
		return nil
	}
}

// factsOf are the rules of a schema and of what is below it that could bear on a goal, as
// rules of the schema: those of properties that the goal names. With keywords, also what
// composed keywords say.
func factsOf(s *discovery.Schema, goal *cel.Expr, keywords bool) []*cel.Expr {
	return factsBelow(s, self(), nil, goal.Names(), 0, keywords)
}

func factsBelow(s *discovery.Schema, at *cel.Expr, guards []*cel.Expr, names []string, depth int, keywords bool) (facts []*cel.Expr) {
	if depth > levels || s.Nullable && depth > 0 {
		return nil
	}
	for _, r := range celRules(s) {
		if r.expr != nil && !r.expr.Uses("oldSelf") {
			facts = append(facts, where(guards, r.expr.With("self", at)))
		}
	}
	if keywords {
		for _, e := range composedFacts(s, at, names) {
			facts = append(facts, where(guards, e))
		}
	}
	for _, p := range s.Properties {
		if name, ok := expressionName(p.Name); ok && slices.Contains(names, name) {
			field := property(at, name)
			facts = append(facts, factsBelow(p.Schema, field, append(slices.Clip(guards), has(field)), names, depth+1, keywords)...)
		}
	}
	if s.Items != nil {
		for _, e := range factsBelow(s.Items, self(), nil, names, depth+1, keywords) {
			facts = append(facts, where(guards, ofEach(at, depth, e)))
		}
	}
	return facts
}

func self() *cel.Expr { return &cel.Expr{Kind: cel.Ident, Text: "self"} }

func oldSelf() *cel.Expr { return &cel.Expr{Kind: cel.Ident, Text: "oldSelf"} }

// property is a property of a value, by its name in expressions.
func property(of *cel.Expr, name string) *cel.Expr {
	return &cel.Expr{Kind: cel.Select, Text: name, Args: []*cel.Expr{of}}
}

func has(field *cel.Expr) *cel.Expr {
	return operator("has", field)
}

// where is what holds where all guards do.
func where(guards []*cel.Expr, e *cel.Expr) *cel.Expr {
	for _, g := range slices.Backward(guards) {
		e = operator("?:", g, e, yes())
	}
	return e
}

// ofEach is list.all of a rule of the elements. No rule has a variable of that name.
func ofEach(list *cel.Expr, n int, e *cel.Expr) *cel.Expr {
	item := &cel.Expr{Kind: cel.Ident, Text: "$item" + strconv.Itoa(n)}
	return &cel.Expr{Kind: cel.Method, Text: "all", Args: []*cel.Expr{list, item, e.With("self", item)}}
}

// expressionName is how expressions name a property; not ok where they cannot.
func expressionName(property string) (name string, ok bool) {
	name = strings.NewReplacer("__", "__underscores__", ".", "__dot__", "-", "__dash__", "/", "__slash__").Replace(property)
	if propertyName("__"+name+"__") == name {
		name = "__" + name + "__" // a word of the language
	}
	return name, property != "" && propertyName(name) == property
}

package diff

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Change is one difference between two surfaces.
type Change = rule.Change

// Options are the options of a comparison.
type Options struct {
	// IncludeDisabled compares everything that a release has, not only what a default server
	// serves.
	IncludeDisabled bool
	// Descriptions includes changes of descriptions, which are otherwise only counted.
	Descriptions bool
}

// Result is the result of a comparison.
type Result struct {
	// Changes are in their total order, without duplicates.
	Changes []Change
	// LeftOut is the number of changes that only IncludeDisabled shows, because no default server
	// serves the API.
	LeftOut int
	// Reworded is the number of descriptions that changed.
	Reworded int
	// NotCompared lists what could not be compared, and the reasons.
	NotCompared []NotCompared
}

// Compare returns the changes from old to new. It modifies neither.
func Compare(old, new *discovery.Surface, opts Options) Result {
	rules := applicable(old, new)
	full := run(rules, pair(old, new, viewOf(old, new, true)))
	v := viewOf(old, new, opts.IncludeDisabled)
	full = append(full, runFields(rules, rule.Surfaces{Old: old, New: new, Expressions: rule.Expressions{}, Effort: &cel.Effort{}}, v)...)
	shown := full
	if !opts.IncludeDisabled {
		byDefault := slice.Filter(full, func(c Change) bool { return c.Schema != "" && c.ServedByDefault })
		shown = append(run(rules, pair(old, new, v)), byDefault...)
	}
	result := Result{NotCompared: notCompared(old, new, opts.IncludeDisabled)}
	result.Changes, result.Reworded = settle(shown, opts.Descriptions)
	result.LeftOut = countMissing(full, shown)
	result.Changes = joinVersions(result.Changes, old, new)
	return result
}

// applicable returns the rules for which both sides have the data.
func applicable(old, new *discovery.Surface) []rule.Rule {
	return slice.Filter(rule.Registry(), func(r rule.Rule) bool {
		return r.Needs == nil || discovery.Both(r.Needs(old.Fidelity), r.Needs(new.Fidelity)) != discovery.None
	})
}

// run calls the rules about what is served.
func run(rules []rule.Rule, p pairs) []Change {
	return slice.Flat(rules, func(r rule.Rule) []Change { return sealed(r, apply(r, p)) })
}

// runFields calls the rules about the schemas of objects.
func runFields(rules []rule.Rule, s rule.Surfaces, v view) (changes []Change) {
	rules = slice.Filter(rules, func(r rule.Rule) bool { return r.Field != nil })
	if discovery.Both(s.Old.Fidelity.Fields, s.New.Fidelity.Fields) == discovery.None {
		return nil
	}
	fields(s, v, func(f rule.Field) {
		for _, r := range rules {
			changes = append(changes, sealed(r, f.Limit(r.ID, r.Field(f)))...)
		}
	})
	return changes
}

func sealed(r rule.Rule, changes []Change) []Change {
	for i := range changes {
		changes[i].Rule = r.ID
		changes[i].Seal()
	}
	return changes
}

// settle sorts changes and removes duplicates. It removes changes of descriptions unless they are
// wanted, and counts them: between two releases of definitions there can be ten times as many as
// other changes.
func settle(changes []Change, descriptions bool) (out []Change, reworded int) {
	texts := map[string]bool{}
	for i := range changes {
		c := &changes[i]
		if c.Rule == rule.DescriptionChanged {
			texts[c.Fingerprint] = true
			if !descriptions {
				continue
			}
		}
		out = append(out, *c)
	}
	slices.SortFunc(out, rule.Compare)
	out = slices.CompactFunc(out, func(a, b Change) bool { return rule.Compare(a, b) == 0 })
	return out, len(texts)
}

func apply(r rule.Rule, p pairs) []Change {
	switch {
	case r.Surface != nil:
		return r.Surface(p.Surfaces)
	case r.Group != nil:
		return slice.Flat(p.groups, r.Group)
	case r.GroupVersion != nil:
		return slice.Flat(p.groupVersions, r.GroupVersion)
	case r.Resource != nil:
		return slice.Flat(p.resources, r.Resource)
	default:
		return nil
	}
}

// countMissing counts the changes of full that are not in shown, without duplicates and without
// changes of descriptions.
func countMissing(full, shown []Change) int {
	seen := slice.Set(slice.Map(shown, func(c Change) string { return c.Fingerprint }))
	missing, _ := settle(slice.Filter(full, func(c Change) bool { return !seen[c.Fingerprint] }), false)
	return len(missing)
}

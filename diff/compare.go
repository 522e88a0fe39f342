package diff

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Change is one difference between two surfaces.
type Change = rule.Change

// Options of a comparison.
type Options struct {
	// IncludeDisabled compares what a release has, not what a default server of
	// it serves.
	IncludeDisabled bool
	// Descriptions shows the descriptions that read otherwise; they are counted
	// always.
	Descriptions bool
}

// Result is what a comparison found.
type Result struct {
	// Changes in their total order, without doubles.
	Changes []Change
	// LeftOut counts the changes of APIs that no default server serves, which
	// IncludeDisabled would show.
	LeftOut int
	// Reworded counts the descriptions that read otherwise.
	Reworded int
	// NotCompared tells what could not be compared, and why, in order.
	NotCompared []NotCompared
}

// Compare finds the changes from old to new. It changes neither.
func Compare(old, new *discovery.Surface, opts Options) Result {
	rules := applicable(old, new)
	full := run(rules, pair(old, new, viewOf(old, new, true)))
	v := viewOf(old, new, opts.IncludeDisabled)
	full = append(full, runFields(rules, rule.Surfaces{Old: old, New: new}, v)...)
	shown := full
	if !opts.IncludeDisabled {
		shown = run(rules, pair(old, new, v))
		for _, c := range full {
			if c.Schema != "" && c.ServedByDefault {
				shown = append(shown, c)
			}
		}
	}
	result := Result{NotCompared: notCompared(old, new, opts.IncludeDisabled)}
	result.Changes, result.Reworded = settle(shown, opts.Descriptions)
	result.LeftOut = countMissing(full, shown)
	result.Changes = joinVersions(result.Changes, rule.Surfaces{Old: old, New: new})
	return result
}

// applicable picks the rules that both sides have the knowledge for.
func applicable(old, new *discovery.Surface) (rules []rule.Rule) {
	for _, r := range rule.Registry() {
		if r.Needs == nil || discovery.Both(r.Needs(old.Fidelity), r.Needs(new.Fidelity)) != discovery.None {
			rules = append(rules, r)
		}
	}
	return rules
}

// run calls the rules about what is served.
func run(rules []rule.Rule, p pairs) (changes []Change) {
	for _, r := range rules {
		changes = append(changes, sealed(r, apply(r, p))...)
	}
	return changes
}

// runFields calls the rules about the shapes of objects.
func runFields(rules []rule.Rule, s rule.Surfaces, v view) (changes []Change) {
	rules = slices.DeleteFunc(slices.Clone(rules), func(r rule.Rule) bool { return r.Field == nil })
	if discovery.Both(s.Old.Fidelity.Fields, s.New.Fidelity.Fields) == discovery.None {
		return nil
	}
	fields(s, v, func(f rule.Field) {
		for _, r := range rules {
			changes = append(changes, sealed(r, r.Field(f))...)
		}
	})
	return changes
}

// sealed returns the changes with the ID of their rule and their fingerprints.
func sealed(r rule.Rule, changes []Change) []Change {
	for i := range changes {
		changes[i].Rule = r.ID
		changes[i].Seal()
	}
	return changes
}

// settle brings changes into their total order, once each, and takes out the
// reworded descriptions, which it counts: between two releases of definitions they can
// be ten times as many as all others.
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

// countMissing counts the changes of full that shown does not have, once each;
// reworded descriptions are counted on their own.
func countMissing(full, shown []Change) int {
	seen := make(map[string]bool, len(shown))
	for i := range shown {
		seen[shown[i].Fingerprint] = true
	}
	var missing []Change
	for i := range full {
		if !seen[full[i].Fingerprint] {
			missing = append(missing, full[i])
		}
	}
	missing, _ = settle(missing, false)
	return len(missing)
}

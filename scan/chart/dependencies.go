package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// enable removes the charts that conditions and tags disable, and renames the others to their
// aliases (Helm's pkg/chart/v2/util, dependencies.go, v4.3).
func (c *loaded) enable(values map[string]any, prefix string) error {
	if len(c.meta.Dependencies) == 0 {
		return nil
	}
	c.alias()
	for _, d := range c.meta.Dependencies {
		d.Enabled = true
	}
	all := copyMap(values)
	if err := c.coalesce(all, false); err != nil {
		return err
	}
	tags, _ := all["tags"].(map[string]any)
	for _, d := range c.meta.Dependencies {
		d.decideByTags(tags)
		d.decideByCondition(all, prefix)
	}
	off := func(name string) bool {
		return slices.ContainsFunc(c.meta.Dependencies, func(d *dependency) bool { return d.Name == name && !d.Enabled })
	}
	c.charts = slices.DeleteFunc(c.charts, func(sub *loaded) bool { return off(sub.meta.Name) })
	c.meta.Dependencies = slices.DeleteFunc(c.meta.Dependencies, func(d *dependency) bool { return off(d.Name) })
	for _, sub := range c.charts {
		if err := sub.enable(all, prefix+sub.meta.Name+"."); err != nil {
			return err
		}
	}
	return nil
}

// Missing is a dependency that is enabled and not in charts/.
type Missing struct {
	// Place is the path in the source of the chart that has the dependency; Name is the name or
	// the alias of the dependency.
	Place, Name string
}

// missing returns the enabled dependencies that were not found, of the chart and its dependencies.
// It must run after enable.
func (c *loaded) missing() (all []Missing) {
	for _, d := range c.meta.Dependencies {
		if !c.hasChart(d.Name) {
			all = append(all, Missing{c.place, d.Name})
		}
	}
	return append(all, slice.Flat(c.charts, (*loaded).missing)...)
}

// alias replaces the charts by one chart for each dependency, named by its alias. Several
// dependencies may use the same chart.
func (c *loaded) alias() {
	charts := slice.Filter(c.charts, func(sub *loaded) bool {
		return !slices.ContainsFunc(c.meta.Dependencies, func(d *dependency) bool { return d != nil && d.fits(sub) })
	})
	c.meta.Dependencies = slices.DeleteFunc(c.meta.Dependencies, func(d *dependency) bool { return d == nil })
	for _, d := range c.meta.Dependencies {
		if i := slices.IndexFunc(c.charts, d.fits); i >= 0 {
			charts = append(charts, c.charts[i].as(d.Alias, c))
		}
		if d.Alias != "" {
			d.Name = d.Alias
		}
	}
	c.charts = charts
}

// fits reports whether the chart has the name and a version that the dependency asks for.
func (d *dependency) fits(c *loaded) bool {
	if d.Name != c.meta.Name {
		return false
	}
	constraint, err := semver.NewConstraint(d.Version)
	if err != nil {
		return false
	}
	v, err := semver.NewVersion(c.meta.Version)
	return err == nil && constraint.Check(v)
}

// as copies a chart under another name.
func (c *loaded) as(alias string, parent *loaded) *loaded {
	out := *c
	out.parent = parent
	out.meta.Dependencies = nil
	for _, d := range c.meta.Dependencies {
		if d != nil {
			each := *d
			out.meta.Dependencies = append(out.meta.Dependencies, &each)
		}
	}
	out.charts = nil
	for _, sub := range c.charts {
		out.charts = append(out.charts, sub.as("", &out))
	}
	if alias != "" {
		out.meta.Name = alias
	}
	return &out
}

// decideByTags disables the dependency if one of its tags is false and none is true.
func (d *dependency) decideByTags(tags map[string]any) {
	on, off := false, false
	for _, tag := range d.Tags {
		if set, ok := tags[tag].(bool); ok {
			on, off = on || set, off || !set
		}
	}
	d.Enabled = on || !off
}

// decideByCondition sets the dependency to the first of its conditions that is a boolean in the
// values. It overrides tags.
func (d *dependency) decideByCondition(values map[string]any, prefix string) {
	for condition := range strings.SplitSeq(strings.TrimSpace(d.Condition), ",") {
		if condition == "" {
			continue
		}
		if set, ok := lookup(values, prefix+condition).(bool); ok {
			d.Enabled = set
			return
		}
	}
}

// lookup returns the value at a path of names with dots; nil if there is none.
func lookup(values map[string]any, path string) any {
	var at any = values
	for name := range strings.SplitSeq(path, ".") {
		m, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = m[name]
	}
	return at
}

// importValues copies values of dependencies to the charts that ask for them (import-values).
func (c *loaded) importValues() error {
	for _, sub := range c.charts {
		if err := sub.importValues(); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(c.meta.Dependencies, func(d *dependency) bool { return len(d.ImportValues) > 0 }) {
		return nil
	}
	all := map[string]any{}
	if err := c.coalesce(all, true); err != nil {
		return err
	}
	imported := map[string]any{}
	for _, d := range c.meta.Dependencies {
		for _, each := range d.ImportValues {
			var child string
			parent := "."
			switch x := each.(type) {
			case string:
				child = "exports." + x
			case map[string]any:
				child, parent = fmt.Sprint(x["child"]), fmt.Sprint(x["parent"])
			default:
				continue
			}
			table, ok := lookup(all, d.Name+"."+child).(map[string]any)
			if !ok {
				continue
			}
			coalesceTables(imported, below(parent, copyMap(table)), true)
		}
	}
	if err := engine.Weigh(all); err != nil {
		return err
	}
	c.values = copyMap(all)
	coalesceTables(c.values, imported, true)
	return nil
}

// below wraps a map so that it is at a path: "a.b".
func below(path string, m map[string]any) map[string]any {
	if path == "." {
		return m
	}
	names := strings.Split(path, ".")
	for _, name := range slices.Backward(names) {
		m = map[string]any{name: m}
	}
	return m
}

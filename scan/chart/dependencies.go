package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// enable drops the charts that conditions and tags turn off, and gives the others
// their aliases (Helm's pkg/chart/v2/util, dependencies.go, v4.3).
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

// Missing is a dependency that is turned on and not in charts/.
type Missing struct {
	// Place is where the chart that needs it is in the source, Name what it is called.
	Place, Name string
}

// missing are the dependencies that are turned on and not there, below the chart too.
// It is for after enable.
func (c *loaded) missing() (all []Missing) {
	for _, d := range c.meta.Dependencies {
		if !c.hasChart(d.Name) {
			all = append(all, Missing{c.place, d.Name})
		}
	}
	for _, sub := range c.charts {
		all = append(all, sub.missing()...)
	}
	return all
}

// alias makes of each dependency the chart that it names, under its alias. The
// same chart may be there several times.
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

// fits: the chart is the one that the dependency names.
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

// decideByTags: one tag that is true is enough, and one that is false, if none is
// true, turns off.
func (d *dependency) decideByTags(tags map[string]any) {
	on, off := false, false
	for _, tag := range d.Tags {
		if set, ok := tags[tag].(bool); ok {
			on, off = on || set, off || !set
		}
	}
	d.Enabled = on || !off
}

// decideByCondition: the first path that is set decides, over all tags.
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

// lookup follows a path of names with dots; nil if there is nothing.
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

// importValues hands values of the charts below to their parents, where these ask
// for them (import-values).
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

// below puts a map under a path: "a.b".
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

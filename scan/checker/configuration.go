package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// components are the tables of what components read, and the releases that are compared.
type components struct {
	versions registered.Table
	lost     map[discovery.GroupVersionKind][]componentconfig.LostField
	gates    gate.Table
	served   registered.Table
	// to is the release of the components after the upgrade, from that before; zero if not known.
	to, from discovery.Release
}

func newComponents(t Target) (c components, err error) {
	if t.Objects {
		return c, nil // without a release nothing is checked
	}
	c.to = t.To.Release
	if t.From != nil {
		c.from = t.From.Release
	}
	if c.versions, err = componentconfig.Versions(); err != nil {
		return c, err
	}
	if c.lost, err = componentconfig.LostFields(); err != nil {
		return c, err
	}
	if c.gates, err = gate.Known(); err != nil {
		return c, err
	}
	c.served, err = registered.Known()
	return c, err
}

// configuration is a kind of file that a component reads, at the target.
type configuration struct {
	componentconfig.State
	component string
	instead   *discovery.GroupVersionKind
	lost      []componentconfig.LostField
	parts     []part
	// known: the table has the version.
	known bool
}

// configuration compiles a kind; nil if no component reads it and it has no settings of one.
func (c *components) configuration(kind discovery.GroupVersionKind) *configuration {
	if !c.to.Known() {
		return nil
	}
	out := &configuration{State: componentconfig.At(c.versions, kind, c.to), component: componentconfig.Reader(kind), parts: partsOf(kind)}
	if out.Effect == componentconfig.NoConfiguration && len(out.parts) == 0 {
		return nil
	}
	out.known = out.Effect != componentconfig.NoConfiguration
	if to, ok := componentconfig.Instead(c.versions, kind, c.to); ok {
		out.instead = &to
	}
	for _, f := range c.lost[kind] {
		if c.news(f.Gone) {
			out.lost = append(out.lost, f)
		}
	}
	if c.from.Known() && componentconfig.At(c.versions, kind, c.from).Effect == out.Effect {
		out.Effect = componentconfig.Read // it is already so before the upgrade
	}
	return out
}

// news reports whether something that a release removed is gone at the target, and was not before.
func (c *components) news(gone discovery.Release) bool {
	return gone.AtOrBefore(c.to) && !gone.AtOrBefore(c.from)
}

func (v *visit) target(component string) string {
	return component + " " + v.checker.components.to.String()
}

// configuration emits the findings of a configuration: version, removed fields and settings.
func (v *visit) configuration(c *configuration, emit emitFunc) {
	if id, severity, what := v.ofVersion(c); id != "" {
		v.version(c, id, severity, what, emit)
	}
	for _, f := range c.lost {
		v.below(v.o.Root, strings.Split(f.Path, "."), func(node int) { v.lostField(c, node, f, emit) })
	}
	for _, p := range c.parts {
		v.below(v.o.Root, p.path, func(node int) { p.check(v, node, emit) })
	}
}

// ofVersion is the finding about the version; id is "" if there is none.
func (v *visit) ofVersion(c *configuration) (id string, severity rule.Severity, what string) {
	table := &v.checker.components.versions
	switch c.Effect {
	case componentconfig.Gone:
		what = "is not read by " + c.component + " from " + c.Removed.String() + " on"
		if !c.Removed.Known() {
			what = "is older than what " + c.component + " reads from " + table.Oldest.String() + " on"
		}
		return ConfigurationRemoved, rule.Breaking, what
	case componentconfig.Deprecated:
		what = "is deprecated from " + c.Deprecated.String() + " on"
		if c.Removed.Known() {
			what += ", and not read from " + c.Removed.String() + " on"
		}
		return ConfigurationDeprecated, rule.Deprecation, what
	case componentconfig.Later:
		return ConfigurationUnknown, rule.Breaking, "is not read by " + v.target(c.component) + ": it was added in " + c.Introduced.String()
	case componentconfig.Experimental:
		return ConfigurationUnknown, rule.Risky, "is experimental: " + v.target(c.component) + " reads it only with --allow-experimental-api"
	case componentconfig.Unheard:
		return ConfigurationUnknown, rule.Unknown, "is read by no release of " + c.component + " from " + table.Oldest.String() + " to " + table.Newest.String() + ": whether " + v.target(c.component) + " reads it is unknown"
	case componentconfig.NoConfiguration, componentconfig.Read:
	}
	return "", "", ""
}

func (v *visit) version(c *configuration, id string, severity rule.Severity, what string, emit emitFunc) {
	node := v.typeNode(false)
	f := v.entryFinding(id, severity, node)
	f.Introduced, f.Deprecated, f.Removed = c.Introduced, c.Deprecated, c.Removed
	f.Message = v.kind.gvk.String() + " " + what
	if c.instead != nil && c.Effect != componentconfig.Unheard {
		f.Message += "; use " + c.instead.String()
		f.Replacement, f.ReplacementServed = c.instead, true
		f.Migration = []string{"Write apiVersion: " + c.instead.GroupVersion().String() + " and kind: " + c.instead.Kind + ", and check the fields, which may have changed"}
		if c.component == componentconfig.Kubeadm && c.Effect != componentconfig.Later {
			f.Migration = []string{"Migrate with a release of kubeadm that reads both versions: kubeadm config migrate --old-config old.yaml --new-config new.yaml"}
		}
	}
	v.report(f, node, Plan{Steps: f.Migration, Why: "its fields may have changed with the version"}, emit)
}

func (v *visit) lostField(c *configuration, node int, lost componentconfig.LostField, emit emitFunc) {
	severity, what := rule.Breaking, "it does not start"
	if componentconfig.Lenient(v.kind.gvk) {
		severity, what = rule.Risky, "it ignores the field"
	}
	v.setting(node, severity, finding.Finding{
		Removed: lost.Gone, Message: c.component + " from " + lost.Gone.String() + " on does not have the field " + lost.Path + " of " + v.kind.gvk.String() + ": " + what,
		Migration: []string{"Remove the field"},
	}, emit)
}

// setting emits a finding about a setting. told has its texts and releases.
func (v *visit) setting(node int, severity rule.Severity, told finding.Finding, emit emitFunc) {
	id := SettingRemoved
	switch severity { //nolint:exhaustive // all others are of settings that are gone
	case rule.Deprecation, rule.Info:
		id = SettingDeprecated
	case rule.Unknown:
		id = SettingUnknown
	}
	f := v.entryFinding(id, severity, node)
	f.Field, f.Value, f.Deprecated, f.Removed, f.Message = v.path(node), strings.Clone(told.Value), told.Deprecated, told.Removed, told.Message
	v.report(f, node, Plan{Steps: told.Migration, Why: "the replacement of a setting must be chosen manually"}, emit)
}

// below calls visit with each node that a path leads to. A segment that ends in
// componentconfig.Entries stands for all entries of a list or map.
func (v *visit) below(node int, path []string, visit func(node int)) {
	if node < 0 {
		return
	}
	if len(path) == 0 {
		visit(node)
		return
	}
	name, entries := strings.CutSuffix(path[0], componentconfig.Entries)
	child := v.o.Tree.Child(node, name)
	if child < 0 || !entries {
		v.below(child, path[1:], visit)
		return
	}
	for entry := range v.o.Tree.Each(child) {
		v.below(entry, path[1:], visit)
	}
}

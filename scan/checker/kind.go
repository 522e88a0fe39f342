package checker

import (
	"strings"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// kind is what is found of every object of one type, whatever it holds.
type kind struct {
	gvk      discovery.GroupVersionKind
	verdicts []verdict
	// fields leads to the fields that are found where an object has them; nil for
	// none.
	fields *state
	// schema is the target's, where it knows the kind's fields.
	schema *shape
	// configuration, where objects of the kind tell a component something.
	configuration *configuration
	// unchecked: the target says nothing of it. fieldless: it has the kind without its fields.
	// objects counts what was seen of either.
	unchecked, fieldless bool
	objects              atomic.Int64
	// meta is how objects write the type; the strings are the checker's own.
	meta typeMeta
}

// verdict is one finding about a type.
type verdict struct {
	rule     string
	severity rule.Severity
	// what tells it, to be put behind the name of the type or behind "which".
	what string
	// kind: the kind is wrong, not the version.
	kind        bool
	lifecycle   discovery.Lifecycle
	replacement *discovery.GroupVersionKind
	// served and servedFrom: by To, by From. Where To does not serve it, unserved
	// says what To does with it.
	served     bool
	unserved   string
	servedFrom *bool
	// way leads to the replacement; nil for a verdict about a reference.
	way *way
}

// compile checks every type that the target, what one comes from, or the table
// of lifecycles knows.
func (c *Checker) compile(b *fieldBuilder) {
	add := func(k gvKind) {
		if k.kind == "" {
			return
		}
		key := typeMeta{k.GroupVersion.String(), k.kind}
		if c.kinds[key] == nil {
			c.kinds[key] = c.checkKind(key, b)
		}
	}
	for k := range c.lifecycles {
		add(k)
	}
	for k := range c.to.kinds {
		add(k)
	}
	if c.from != nil {
		for k := range c.from.kinds {
			add(k)
		}
	}
	b.finish()
	for _, k := range c.kinds {
		if k.fields != nil && !k.fields.interesting {
			k.fields = nil
		}
	}
}

// checkKind checks a type. Without a builder, its fields are not compiled: the
// target does not know the type.
func (c *Checker) checkKind(t typeMeta, b *fieldBuilder) *kind {
	gv := discovery.ParseGroupVersion(t.apiVersion)
	key := gvKind{gv, t.kind}
	k := &kind{gvk: key.gvk(), meta: t}
	k.configuration = c.components.configuration(k.gvk)
	lifecycle := c.lifecycles[key]
	if shown, _ := c.to.has(key); shown {
		c.checkShown(k, key, lifecycle)
		if b != nil {
			b.add(k, c.to.kinds[key])
		}
		k.fieldless = k.schema == nil
		return k
	}
	if k.configuration != nil && k.configuration.known {
		return k
	}
	if item, isList := strings.CutSuffix(t.kind, "List"); isList && item != "" && lifecycle == nil && c.known(gvKind{gv, item}) {
		return c.checkList(typeMeta{t.apiVersion, item}, key)
	}
	c.checkMissing(k, key, lifecycle)
	return k
}

// known reports whether anyone has ever heard of a kind.
func (c *Checker) known(k gvKind) bool {
	if c.lifecycles[k] != nil || c.to.kinds[k] != nil {
		return true
	}
	return c.from != nil && c.from.kinds[k] != nil
}

// checkList checks a typed list without items as its items would be.
func (c *Checker) checkList(item typeMeta, list gvKind) *kind {
	of := c.checkKind(item, nil)
	k := &kind{gvk: list.gvk(), meta: typeMeta{item.apiVersion, list.kind}, unchecked: of.unchecked}
	for _, v := range of.verdicts {
		v.way = &way{}
		if v.replacement != nil {
			with := *v.replacement
			with.Kind += "List"
			v.replacement = &with
		}
		k.verdicts = append(k.verdicts, v)
	}
	return k
}

// checkShown checks a type that the target shows.
func (c *Checker) checkShown(k *kind, key gvKind, lifecycle *discovery.ResourceLifecycle) {
	r := c.to.kinds[key]
	plan := c.plan(r, lifecycle)
	if r.Disabled {
		if was, wasServed := c.fromHas(key); c.from == nil || wasServed || !was {
			k.verdicts = append(k.verdicts, c.disabled(key, lifecycle, plan))
		}
		if plan.Removed.AtOrBefore(c.to.Release) && c.to.Release.Known() {
			return
		}
	}
	if c.to.deprecated(key, lifecycle) && (c.from == nil || !c.from.deprecated(key, lifecycle)) {
		k.verdicts = append(k.verdicts, c.verdict(APIDeprecated, rule.Deprecation, "is deprecated", key, plan))
	}
}

// disabled checks a type that the release has and no default server serves.
func (c *Checker) disabled(key gvKind, lifecycle *discovery.ResourceLifecycle, plan discovery.Lifecycle) verdict {
	if lifecycle != nil && lifecycle.Enabled && lifecycle.Removed.AtOrBefore(c.to.Release) {
		// --runtime-config can turn it on once more: extensions/v1beta1 in 1.16.
		return c.verdict(ResourceRemoved, breakingUnlessAlpha(key.Version), "is no longer served by default", key, plan)
	}
	return c.verdict(NotServedByDefault, rule.Risky, "is not served by default in "+c.to.name(), key, plan)
}

func (c *Checker) plan(r *discovery.Resource, lifecycle *discovery.ResourceLifecycle) discovery.Lifecycle {
	if lifecycle != nil {
		return lifecycle.Lifecycle
	}
	if r != nil {
		return r.Lifecycle
	}
	return discovery.Lifecycle{}
}

// fromHas is has of the side one comes from; false without one.
func (c *Checker) fromHas(k gvKind) (shown, served bool) {
	if c.from == nil {
		return false, false
	}
	return c.from.has(k)
}

// verdict fills in what is the same for every verdict.
func (c *Checker) verdict(id string, severity rule.Severity, what string, key gvKind, plan discovery.Lifecycle) verdict {
	v := verdict{rule: id, severity: severity, what: what, lifecycle: plan, way: &way{}}
	v.replacement, v.served = c.replacement(key, plan.Replacement)
	if v.replacement != nil && !v.served {
		v.unserved = c.unserved(gvKind{v.replacement.GroupVersion(), v.replacement.Kind})
	}
	if v.replacement != nil && c.from != nil {
		_, served := c.from.has(gvKind{v.replacement.GroupVersion(), v.replacement.Kind})
		v.servedFrom = &served
	}
	return v
}

// breakingUnlessAlpha is the severity of what breaks users of a version: an
// alpha version may change in any release (Kubernetes deprecation policy, rule
// 4a), and its users know.
func breakingUnlessAlpha(version string) rule.Severity {
	if discovery.StabilityOf(version) == discovery.Alpha {
		return rule.Risky
	}
	return rule.Breaking
}

const unservedByDefault = "is not served by default"

// unserved says of a replacement that the target does not serve why it does not; its name
// stands before it.
func (c *Checker) unserved(k gvKind) string {
	if shown, _ := c.to.has(k); shown {
		return unservedByDefault
	}
	if _, unread := c.to.Unknown(k.GroupVersion, discovery.PartResources); unread {
		return "could not be looked up"
	}
	resource := ""
	lifecycle := c.lifecycles[k]
	if lifecycle != nil {
		resource = lifecycle.Resource
	}
	if !c.to.speaksOf(k.GroupVersion, resource) {
		return "is not in the data of the target"
	}
	if lifecycle != nil && c.to.Release.Known() && lifecycle.Introduced.Compare(c.to.Release) > 0 {
		return "was added in " + lifecycle.Introduced.String()
	}
	return "is not served either"
}

package checker

import (
	"strings"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// kind holds the findings that every object of one type has, whatever its content.
type kind struct {
	gvk      discovery.GroupVersionKind
	verdicts []verdict
	// fields leads to the fields that are findings where an object sets them; nil if there are
	// none.
	fields *state
	// schema is the target's schema of the kind; nil if it is not known.
	schema *shape
	// addresses are the fields with addresses that the target begins to check.
	addresses []addressFields
	// configuration is set for kinds that configure a component.
	configuration *configuration
	// unchecked: the target has no data about the kind. fieldless: the target has the kind
	// without its fields. objects counts the objects of such a kind.
	unchecked, fieldless bool
	objects              atomic.Int64
	// bare, if it is not nil, is for documents of the type without metadata: no server takes them,
	// so they are files of another program.
	bare *kind
	// meta is the type as objects write it. Its strings outlive the text of any object.
	meta typeMeta
}

type verdict struct {
	rule     string
	severity rule.Severity
	// what is the predicate of the message. It follows the name of the type, or "which".
	what string
	// kind: the kind is wrong, not the version.
	kind        bool
	lifecycle   discovery.Lifecycle
	replacement *discovery.GroupVersionKind
	// served and servedFrom tell whether Target.To and Target.From serve the replacement. If To
	// does not, unserved says what To does with it.
	served     bool
	unserved   string
	servedFrom *bool
	// way leads to the replacement.
	way *way
}

// compile checks every type that the target, Target.From or the table of lifecycles has.
func (c *Checker) compile(b *fieldBuilder) {
	add := func(k discovery.GroupVersionKind) {
		key := typeMeta{k.GroupVersion().String(), k.Kind}
		if k.Kind != "" && c.kinds[key] == nil {
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
		k.fields = k.fields.orNil()
	}
}

// checkKind checks a type. Without a builder, for one that the target lacks, fields are left out.
func (c *Checker) checkKind(t typeMeta, b *fieldBuilder) *kind {
	k := &kind{gvk: discovery.ParseGroupVersion(t.apiVersion).WithKind(t.kind), meta: t}
	k.configuration = c.components.configuration(k.gvk)
	lifecycle := c.lifecycles[k.gvk]
	if c.to.shows(k.gvk) {
		c.checkShown(k, lifecycle)
		if b != nil {
			b.add(k, c.to.kinds[k.gvk])
		}
		k.fieldless, k.addresses = k.schema == nil, c.addressesOf(k.gvk)
		return k
	}
	if k.configuration != nil && k.configuration.known {
		return k
	}
	if item, isList := strings.CutSuffix(t.kind, "List"); isList && item != "" && lifecycle == nil && c.known(k.gvk.GroupVersion().WithKind(item)) {
		return c.checkList(k, typeMeta{t.apiVersion, item})
	}
	c.checkMissing(k, lifecycle)
	return k
}

// known reports whether the lifecycles, the target or Target.From have a kind.
func (c *Checker) known(k discovery.GroupVersionKind) bool {
	return c.lifecycles[k] != nil || c.to.shows(k) || c.from.shows(k)
}

// checkList checks a typed list without items by the type that its items would have.
func (c *Checker) checkList(k *kind, item typeMeta) *kind {
	of := c.checkKind(item, nil)
	k.configuration, k.unchecked = nil, of.unchecked
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

func (c *Checker) checkShown(k *kind, lifecycle *discovery.ResourceLifecycle) {
	r := c.to.kinds[k.gvk]
	plan := r.Lifecycle
	if lifecycle != nil {
		plan = lifecycle.Lifecycle
	}
	if r.Disabled {
		if c.from.serves(k.gvk) || !c.from.shows(k.gvk) {
			c.addDisabled(k, lifecycle, plan)
		}
		if plan.Removed.AtOrBefore(c.to.Release) {
			return
		}
	}
	if c.to.deprecated(k.gvk, lifecycle) && !c.from.deprecated(k.gvk, lifecycle) {
		c.add(k, APIDeprecated, rule.Deprecation, "is deprecated", plan)
	}
}

// addDisabled adds the finding about a type that the release has and no default server serves.
func (c *Checker) addDisabled(k *kind, lifecycle *discovery.ResourceLifecycle, plan discovery.Lifecycle) {
	if lifecycle != nil && lifecycle.Enabled && lifecycle.Removed.AtOrBefore(c.to.Release) {
		// --runtime-config can enable it for one more release: extensions/v1beta1 in 1.16.
		c.add(k, ResourceRemoved, breakingUnlessAlpha(k.gvk.Version), "is no longer served by default", plan)
		return
	}
	c.add(k, NotServedByDefault, rule.Risky, "is not served by default in "+c.to.name(), plan)
}

func (c *Checker) add(k *kind, id string, severity rule.Severity, what string, plan discovery.Lifecycle) {
	k.verdicts = append(k.verdicts, c.verdict(id, severity, what, k.gvk, plan))
}

// verdict makes a finding about a type and looks up what replaces the type.
func (c *Checker) verdict(id string, severity rule.Severity, what string, key discovery.GroupVersionKind, plan discovery.Lifecycle) verdict {
	v := verdict{rule: id, severity: severity, what: what, lifecycle: plan, way: &way{}}
	v.replacement, v.served = c.replacement(key, plan.Replacement)
	if v.replacement == nil {
		return v
	}
	if !v.served {
		v.unserved = c.unserved(*v.replacement)
	}
	if c.from != nil {
		v.servedFrom = new(c.from.serves(*v.replacement))
	}
	return v
}

// breakingUnlessAlpha is the severity of a change that breaks users of a version. An alpha
// version may change in any release without notice (Kubernetes deprecation policy, rule 4a).
func breakingUnlessAlpha(version string) rule.Severity {
	if discovery.StabilityOf(version) == discovery.Alpha {
		return rule.Risky
	}
	return rule.Breaking
}

const unservedByDefault = "is not served by default"

// unserved says why the target does not serve a replacement, as the predicate of its name.
func (c *Checker) unserved(k discovery.GroupVersionKind) string {
	if c.to.shows(k) {
		return unservedByDefault
	}
	if c.to.unread(k.GroupVersion()) {
		return "could not be looked up"
	}
	lifecycle := c.lifecycles[k]
	resource := ""
	if lifecycle != nil {
		resource = lifecycle.Resource
	}
	if !c.to.speaksOf(k.GroupVersion(), resource) {
		return "is not in the data of the target"
	}
	if lifecycle != nil && c.to.Release.Known() && lifecycle.Introduced.Compare(c.to.Release) > 0 {
		return "was added in " + lifecycle.Introduced.String()
	}
	return "is not served either"
}

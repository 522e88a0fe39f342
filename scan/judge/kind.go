package judge

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
	// unjudged: the target says nothing of it. fieldless: it has the kind without its fields.
	// objects counts what was seen of either.
	unjudged, fieldless bool
	objects             atomic.Int64
	// meta is how objects write the type; the strings are the judge's own.
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
	life        discovery.Lifecycle
	replacement *discovery.GroupVersionKind
	// served and servedFrom: by To, by From. Where To does not serve it, unserved
	// says what To does with it.
	served     bool
	unserved   string
	servedFrom *bool
	// way leads to the replacement; nil for a verdict about a reference.
	way *way
}

// compile judges every type that the target, what one comes from, or the table
// of lives knows.
func (j *Judge) compile(b *fieldBuilder) {
	add := func(k gvKind) {
		if k.kind == "" {
			return
		}
		key := typeMeta{k.GroupVersion.String(), k.kind}
		if j.kinds[key] == nil {
			j.kinds[key] = j.judgeKind(key, b)
		}
	}
	for k := range j.lives {
		add(k)
	}
	for k := range j.to.kinds {
		add(k)
	}
	if j.from != nil {
		for k := range j.from.kinds {
			add(k)
		}
	}
	b.finish()
	for _, k := range j.kinds {
		if k.fields != nil && !k.fields.interesting {
			k.fields = nil
		}
	}
}

// judgeKind judges a type. Without a builder, its fields are not compiled: the
// target does not know the type.
func (j *Judge) judgeKind(t typeMeta, b *fieldBuilder) *kind {
	gv := discovery.ParseGroupVersion(t.apiVersion)
	key := gvKind{gv, t.kind}
	k := &kind{gvk: key.gvk(), meta: t}
	k.configuration = j.components.configuration(k.gvk)
	life := j.lives[key]
	if shown, _ := j.to.has(key); shown {
		j.judgeShown(k, key, life)
		if b != nil {
			b.add(k, j.to.kinds[key])
		}
		k.fieldless = k.schema == nil
		return k
	}
	if k.configuration != nil && k.configuration.known {
		return k
	}
	if item, isList := strings.CutSuffix(t.kind, "List"); isList && item != "" && life == nil && j.known(gvKind{gv, item}) {
		return j.judgeList(typeMeta{t.apiVersion, item}, key)
	}
	j.judgeMissing(k, key, life)
	return k
}

// known reports whether anyone has ever heard of a kind.
func (j *Judge) known(k gvKind) bool {
	if j.lives[k] != nil || j.to.kinds[k] != nil {
		return true
	}
	return j.from != nil && j.from.kinds[k] != nil
}

// judgeList judges a typed list without items as its items would be.
func (j *Judge) judgeList(item typeMeta, list gvKind) *kind {
	of := j.judgeKind(item, nil)
	k := &kind{gvk: list.gvk(), meta: typeMeta{item.apiVersion, list.kind}, unjudged: of.unjudged}
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

// judgeShown judges a type that the target shows.
func (j *Judge) judgeShown(k *kind, key gvKind, life *discovery.Life) {
	r := j.to.kinds[key]
	plan := j.plan(r, life)
	if r.Disabled {
		if was, wasServed := j.fromHas(key); j.from == nil || wasServed || !was {
			k.verdicts = append(k.verdicts, j.disabled(key, life, plan))
		}
		if plan.Removed.AtOrBefore(j.to.Release) && j.to.Release.Known() {
			return
		}
	}
	if j.to.deprecated(key, life) && (j.from == nil || !j.from.deprecated(key, life)) {
		k.verdicts = append(k.verdicts, j.verdict(APIDeprecated, rule.Deprecation, "is deprecated", key, plan))
	}
}

// disabled judges a type that the release has and no default server serves.
func (j *Judge) disabled(key gvKind, life *discovery.Life, plan discovery.Lifecycle) verdict {
	if life != nil && life.Enabled && life.Removed.AtOrBefore(j.to.Release) {
		// --runtime-config can turn it on once more: extensions/v1beta1 in 1.16.
		return j.verdict(ResourceRemoved, breakingUnlessAlpha(key.Version), "is no longer served by default", key, plan)
	}
	return j.verdict(NotServedByDefault, rule.Risky, "is not served by default in "+j.to.name(), key, plan)
}

func (j *Judge) plan(r *discovery.Resource, life *discovery.Life) discovery.Lifecycle {
	if life != nil {
		return life.Lifecycle
	}
	if r != nil {
		return r.Lifecycle
	}
	return discovery.Lifecycle{}
}

// fromHas is has of the side one comes from; false without one.
func (j *Judge) fromHas(k gvKind) (shown, served bool) {
	if j.from == nil {
		return false, false
	}
	return j.from.has(k)
}

// verdict fills in what is the same for every verdict.
func (j *Judge) verdict(id string, severity rule.Severity, what string, key gvKind, plan discovery.Lifecycle) verdict {
	v := verdict{rule: id, severity: severity, what: what, life: plan, way: &way{}}
	v.replacement, v.served = j.replacement(key, plan.Replacement)
	if v.replacement != nil && !v.served {
		v.unserved = j.unserved(gvKind{v.replacement.GroupVersion(), v.replacement.Kind})
	}
	if v.replacement != nil && j.from != nil {
		_, served := j.from.has(gvKind{v.replacement.GroupVersion(), v.replacement.Kind})
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
func (j *Judge) unserved(k gvKind) string {
	if shown, _ := j.to.has(k); shown {
		return unservedByDefault
	}
	if _, unread := j.to.Unknown(k.GroupVersion, discovery.PartResources); unread {
		return "could not be looked up"
	}
	resource := ""
	life := j.lives[k]
	if life != nil {
		resource = life.Resource
	}
	if !j.to.speaksOf(k.GroupVersion, resource) {
		return "is not in the data of the target"
	}
	if life != nil && j.to.Release.Known() && life.Introduced.Compare(j.to.Release) > 0 {
		return "was added in " + life.Introduced.String()
	}
	return "is not served either"
}

package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

type emitFunc = func(finding.Finding, Mark)

type visit struct {
	checker *Checker
	o       *tree.Object
	kind    *kind
	// places are made for the first finding.
	places places

	// by is what carries the object; nil for an object of the file. skip is the node at which the
	// walk continues after a carried map. carriers caches which maps are carried objects. told are
	// the fields that are findings, in order.
	by       *carrier
	skip     int
	carriers map[int]bool
	told     []int
	// repeats are the other values of apiVersion, if the object has the key more than once.
	repeats []string
	// glancing: findings in carried objects are dropped, because those are checked on their own.
	// silent: all findings are dropped, except those of carried objects.
	glancing, silent bool
	// whole: the object is known to be no merge patch, so that it has no directives.
	whole bool
	// count, if it is not nil, counts the carried objects. picks, if it is not nil, selects which
	// of them are checked, and left counts the others.
	count, left *int
	picks       func(*tree.Object) bool
	// also, if it is not nil, checks the carried objects in addition. hidden is what must not be
	// quoted of the object; it is set once the object carries one.
	also   Also
	hidden *hidden
	// patched is the object of which deletes was found out.
	patched *tree.Object
	deletes bool
	// applied has the first operation of a Chainsaw test for each object.
	applied map[Applied]int
}

func (v *visit) check(emit emitFunc) {
	k := v.kind
	if v.picks != nil {
		if !v.picks(v.o) {
			*v.left++
			v.others(emit)
			return
		}
		v.picks = nil // what a picked object carries is checked with it
	}
	v.listType(emit)
	for i := range k.verdicts {
		if k.verdicts[i].rule == KindUnknown && v.inText() {
			continue // the version and the kind may be of two objects
		}
		v.verdict(&k.verdicts[i], emit)
	}
	content := v.o.Root
	if v.by != nil {
		v.checker.carried.Add(1)
		if v.count != nil {
			*v.count++
		}
		if v.forbidden() {
			return
		}
		content = v.content()
		v.besides(emit)
	}
	if k.fields != nil {
		v.walk(content, k.fields, emit)
	}
	if v.checker.strict && k.schema != nil {
		v.unknownFields(content, k.schema, true, emit)
	}
	if k.configuration != nil && v.by == nil {
		// A visit on the heap, so that other objects are checked without an allocation.
		(&visit{checker: v.checker, o: v.o, kind: k}).configuration(k.configuration, emit)
	}
	v.glancing = true
	v.lookAt(emit)
	v.glancing = false
	v.service(emit)
	v.commandLines(emit)
	v.numberLimits(emit)
	v.addresses(emit)
	v.expressions(emit)
	v.schedule(emit)
	v.packed(emit)
	v.parts(emit)
}

// inText reports whether only the text of a template shows the object, which is not counted.
func (v *visit) inText() bool { return v.o.Guess && v.o.Possible != "" }

// finding starts a finding at a node. Its strings outlive the text of the object.
func (v *visit) finding(id string, severity rule.Severity, node int) finding.Finding {
	o, meta := v.o, v.kind.meta
	if meta.apiVersion != o.APIVersion || meta.kind != o.Kind {
		meta = typeMeta{strings.Clone(o.APIVersion), strings.Clone(o.Kind)}
	}
	f := finding.At(o, meta.apiVersion, meta.kind, node)
	f.Rule, f.Severity = id, severity
	if n := &o.Tree.Nodes[node]; n.Key == "" && n.Column > 0 && o.Measured(n) {
		f.EndColumn, f.Offset = f.Column+n.Width(), int(n.Start)
	}
	return f
}

// entryFinding is finding for an entry of a map, with its value if that is on the same line.
func (v *visit) entryFinding(id string, severity rule.Severity, node int) finding.Finding {
	f := v.finding(id, severity, node)
	if n := &v.o.Tree.Nodes[node]; v.o.OneLine(n) {
		f.EndColumn = int(n.ValueColumn) + n.Width()
	}
	return f
}

func (v *visit) verdict(d *verdict, emit emitFunc) {
	node := v.typeNode(d.kind)
	f := v.entryFinding(d.rule, d.severity, node)
	v.lifecycle(&f, d)
	f.Message = wayOf(v.kind.gvk, d).message
	if d.rule == KindUnknown && v.local() {
		f.Severity = rule.Info
		f.Message += "; kustomize and kpt do not send it to a server"
	}
	v.report(f, node, v.checker.moves.plan(v.o, v.kind.gvk, d), emit)
}

// local reports whether the object is a configuration of kustomize or kpt, which do not send it to a
// server. kubectl would.
func (v *visit) local() bool {
	t := v.o.Tree
	annotations := t.At(v.o.Root, "metadata", "annotations")
	local := t.Child(annotations, "config.kubernetes.io/local-config")
	return local >= 0 && t.Nodes[local].Value != "false" ||
		t.Child(annotations, "config.kubernetes.io/function") >= 0 || t.Child(annotations, "config.k8s.io/function") >= 0
}

// typeNode is the node of the object's type; the root if the object does not have one.
func (v *visit) typeNode(kind bool) int {
	first, second := v.o.APIVersionNode, v.o.KindNode
	if kind {
		first, second = second, first
	}
	switch {
	case first >= 0:
		return first
	case second >= 0:
		return second
	default:
		return v.o.Root
	}
}

func (v *visit) lifecycle(f *finding.Finding, d *verdict) {
	f.Introduced, f.Deprecated, f.Removed = d.lifecycle.Introduced, d.lifecycle.Deprecated, d.lifecycle.Removed
	if d.replacement != nil { // only then are the others known
		f.Replacement, f.ReplacementServed, f.ReplacementServedFrom = d.replacement, d.served, d.servedFrom
	}
}

func (v *visit) report(f finding.Finding, node int, plan Plan, emit emitFunc) {
	f.Fixable, f.Migration = plan.Fixable, plan.Steps
	v.emit(f, Mark{Node: node, Plan: plan}, emit)
}

func (v *visit) emit(f finding.Finding, m Mark, emit emitFunc) {
	if v.silent || v.glancing && m.Node >= 0 && v.carries(m.Node) {
		return
	}
	if v.o.Possible != "" {
		f.Message = v.o.Possible + ": " + f.Message
		if f.Severity.AtLeast(rule.Possible) {
			f.Severity = rule.Possible
		}
	}
	if v.deleted() {
		// Only a build that does not find the object fails, so the two must change together.
		f.Severity = rule.Info
		f.Message += "; the patch deletes the object, so it is not sent to a server"
		f.Fixable, m.Plan.Fixable, m.Plan.Edits = false, false, nil
		m.Plan.Why = "the object that the patch deletes must change with it"
	}
	if v.by != nil {
		v.inside(&f, &m)
	}
	f.Fixable = f.Fixable && !v.o.Rendered
	f.Seal()
	emit(f, m)
}

// deleted reports whether the object is a merge patch that deletes it, or is inside of one.
func (v *visit) deleted() bool {
	for w := v; ; w = w.by.outer {
		if w.patched != w.o { // once, because an object can have many findings and many fields
			w.patched, w.deletes = w.o, w.o.Tree.Text(w.o.Root, "$patch") == "delete"
		}
		if w.deletes {
			return true
		}
		if w.by == nil {
			return false
		}
	}
}

// useInstead is the end of a sentence, which names the replacement of a type.
func useInstead(d *verdict) string {
	switch {
	case d.replacement == nil, strings.HasSuffix(d.what, "?"):
		return ""
	case d.unserved == unservedByDefault, !d.served && d.rule != ProjectAPIOutdated:
		return "; its replacement " + d.replacement.String() + " " + d.unserved
	default:
		return "; use " + d.replacement.String()
	}
}

// field emits a field that the target does not have or deprecates.
func (v *visit) field(node int, found *foundField, emit emitFunc) {
	if found.sibling != "" && v.saysTheSame(node, found.sibling) || v.isIgnored(node, found) {
		return // the API server itself writes both, or does not warn
	}
	if !v.tells(node) {
		return
	}
	path := v.path(node)
	status := path == "status" || strings.HasPrefix(path, "status.") || strings.HasSuffix(path, "metadata.selfLink")
	id, severity := FieldDeprecated, rule.Deprecation
	if status || v.isDefault(node, found) {
		// Servers write the field, so no manifest has to change.
		severity = rule.Info
	}
	if found.removed {
		id, severity = FieldRemoved, breakingUnlessAlpha(v.kind.gvk.Version)
		if status {
			severity = rule.Risky
		}
	}
	f := v.finding(id, severity, node)
	f.Field, f.Deprecated, f.Removed = path, found.lifecycle.Deprecated, found.lifecycle.Removed
	f.Message = found.message(v.checker.to.name())
	if !strings.Contains(found.title, ".") {
		// The schema has no name, because a definition has it inline.
		f.Message = v.kind.gvk.Kind + "." + path + strings.TrimPrefix(f.Message, found.title)
	}
	v.report(f, node, v.fieldPlan(node, found), emit)
}

// isDefault reports whether a field has its default value. Definitions that were once v1beta1 have
// preserveUnknownFields: false, the only value that v1 accepts.
func (v *visit) isDefault(node int, found *foundField) bool {
	return found.title == preserveUnknownFields && v.o.Tree.Nodes[node].Value == "false"
}

const preserveUnknownFields = "CustomResourceDefinitionSpec.preserveUnknownFields"

// isIgnored reports whether the field is externalIPs of a Service that is headless or of type
// ExternalName. Kubernetes ignores it there (pkg/api/service/warnings.go).
func (v *visit) isIgnored(node int, found *foundField) bool {
	if found.title != "ServiceSpec.externalIPs" {
		return false
	}
	kind, address := v.o.Tree.Text(v.parent(node), "type"), v.o.Tree.Text(v.parent(node), "clusterIP")
	return kind == "ExternalName" || address == "None" && (kind == "" || kind == "ClusterIP")
}

// saysTheSame reports whether another entry of the map has the same value.
func (v *visit) saysTheSame(node int, key string) bool {
	t := v.o.Tree
	other := t.Child(v.parent(node), key)
	return other >= 0 && t.Nodes[other].Kind == t.Nodes[node].Kind && t.Nodes[other].Value == t.Nodes[node].Value
}

func (f *foundField) message(target string) string {
	switch {
	case !f.removed && f.sibling != "":
		return f.title + " is deprecated; use " + f.sibling
	case !f.removed:
		return f.title + " is deprecated"
	case f.stage == discovery.Alpha || f.stage == discovery.Beta:
		return f.title + " no longer exists in " + target + " (it was " + string(f.stage) + ")"
	case f.deprecated:
		return f.title + " no longer exists in " + target + " (it was deprecated)"
	default:
		return f.title + " no longer exists in " + target
	}
}

// title is the name of a field for people: "PodSpec.serviceAccount".
func title(schema, field string) string {
	short := schema[strings.LastIndexByte(schema, '.')+1:]
	if short == "" {
		return field
	}
	return short + "." + field
}

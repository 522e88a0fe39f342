package checker

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// What of patches is not checked.
const (
	untypedPatches  = "merge patches without apiVersion and kind"
	patchedFields   = "operations of JSON patches on other fields than apiVersion and kind"
	patchedTypes    = "operations of JSON patches that set an apiVersion or a kind to a type that is not known"
	patchesForBuild = "JSON patches of apiVersion or kind in files, which are checked as kustomizations build them"
)

// The paths of the type in a JSON patch.
const (
	versionPointer = "/apiVersion"
	kindPointer    = "/kind"
)

// operation checks an operation of a JSON patch, by its path. Only the type that it sets is checked.
func (v *visit) operation(node int, emit emitFunc) {
	t, op := v.o.Tree, v.container(node)
	if !sets(t, op) || v.builtElsewhere() || v.notApplied(node) || v.carries(node) {
		return
	}
	switch pointer := t.Nodes[node].Value; {
	case pointer == "":
		// An object as the value is found as such.
	case strings.HasPrefix(v.outermost().APIVersion, "kind.x-k8s.io/"):
		// It changes a configuration of kubeadm, which the caller checks.
	case pointer != versionPointer && pointer != kindPointer:
		v.checker.pass(v.outermost(), patchedFields)
	case v.by == nil && v.o.Kind == "" && t.Nodes[v.o.Root].Kind == tree.List:
		v.checker.pass(v.o, patchesForBuild)
	case pointer == kindPointer && v.sibling(op, versionPointer) >= 0:
		// The operation on the version is checked with the kind.
	default:
		v.retyped(op, pointer, emit)
	}
}

// sets reports whether a map is an operation of a JSON patch that sets its path.
func sets(t *tree.Tree, op int) bool {
	return slices.Contains([]string{"add", "replace", "copy", "move"}, t.Text(op, "op"))
}

// untyped records a merge patch without a type of its own: in a rule of Kyverno, or beside the target
// of a patch of Kustomize.
func (v *visit) untyped(node int) {
	t, n := v.o.Tree, &v.o.Tree.Nodes[node]
	switch n.Kind {
	case tree.Map:
		if t.Child(node, "apiVersion") >= 0 {
			return
		}
	case tree.String:
		if carried.Looks(n.Value) {
			return // it is read
		}
	default:
		return
	}
	if target := t.Child(v.container(node), "target"); n.Key == "patch" && t.Text(target, "kind") == "" {
		return
	}
	if !v.builtElsewhere() && !v.notApplied(node) && !v.carries(node) {
		v.checker.pass(v.outermost(), untypedPatches)
	}
}

// outermost is the object of the file.
func (v *visit) outermost() *tree.Object {
	for v.by != nil {
		v = v.by.outer
	}
	return v.o
}

// builtElsewhere reports whether the file is a part of a kustomization. What its patches set is
// checked in the objects that it builds.
func (v *visit) builtElsewhere() bool {
	switch o := v.outermost(); {
	case o.APIVersion == "builtin":
		return true
	case isKustomization(path.Base(o.File)):
		return o.APIVersion == "" || strings.HasPrefix(o.APIVersion, "kustomize.config.k8s.io/")
	default:
		return false
	}
}

// isKustomization reports whether kustomize builds a file with this name.
func isKustomization(name string) bool {
	return name == "kustomization.yaml" || name == "kustomization.yml" || name == "Kustomization"
}

// sibling is the operation of the same patch that sets another path; -1 if there is none.
func (v *visit) sibling(op int, pointer string) int {
	t, list, found := v.o.Tree, v.parent(op), -1
	if list < 0 || t.Nodes[list].Kind != tree.List {
		return -1
	}
	anyChild(t, list, maxOperations, func(c int) bool {
		if c != op && t.Text(c, "path") == pointer && sets(t, c) {
			found = c
		}
		return found >= 0
	})
	return found
}

// maxOperations is in how many operations of a patch a second one is looked for.
const maxOperations = 100

// retyped checks the type that an operation gives to an object.
func (v *visit) retyped(op int, pointer string, emit emitFunc) {
	t := v.o.Tree
	value := t.Child(op, "value")
	target, at := v.patchTarget(op)
	apiVersion, kindWord := t.Text(op, "value"), target.Text(at, "kind")
	if pointer == kindPointer {
		kindWord, apiVersion = apiVersion, ""
		if version := target.Text(at, "version"); version != "" {
			apiVersion = discovery.GroupVersion{Group: target.Text(at, "group"), Version: version}.String()
		} else if at >= 0 {
			apiVersion = target.Text(at, "apiVersion")
		}
	} else if other := v.sibling(op, kindPointer); other >= 0 {
		kindWord = t.Text(other, "value")
	}
	if value < 0 || apiVersion == "" || carried.Filled(apiVersion) || carried.Filled(kindWord) {
		v.checker.pass(v.outermost(), patchedTypes)
		return
	}
	k, possible := v.checker.patchedKind(strings.Clone(apiVersion), strings.Clone(kindWord))
	if k == nil || k.unchecked && len(k.verdicts) == 0 {
		v.checker.pass(v.outermost(), patchedTypes)
		return
	}
	o := *v.o
	o.Root, o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind = op, value, -1, k.meta.apiVersion, k.meta.kind
	o.Name, o.Namespace = target.Text(at, "name"), target.Text(at, "namespace")
	if possible && o.Possible == "" {
		o.Possible = "depends on the kind of the patched object"
	}
	v.patchedAs(&o, k, emit)
}

// patchedAs emits what is to be said about the type of an object after a patch.
func (v *visit) patchedAs(o *tree.Object, k *kind, emit emitFunc) {
	if v.picks != nil && !v.picks(o) {
		*v.left++
		return
	}
	c, ok := v.carrier(o.Root, nil)
	if !ok {
		return
	}
	v.checker.carried.Add(1)
	if v.count != nil {
		*v.count++
	}
	w := visit{checker: v.checker, o: o, kind: k, by: c}
	for i := range k.verdicts {
		w.verdict(&k.verdicts[i], emit)
	}
}

// patchTarget finds the selector of the objects that a patch changes, beside the patch or around it:
// the target of Kustomize, Flux and Argo CD, the selector of Cluster API. The node is -1 if there is
// none.
func (v *visit) patchTarget(op int) (t *tree.Tree, node int) {
	for w, node := v, op; ; w, node = w.by.outer, w.by.node {
		t := w.o.Tree
		for steps := 0; node >= 0 && steps < maxSegments; node, steps = w.parent(node), steps+1 {
			if t.Nodes[node].Kind != tree.Map {
				continue
			}
			for _, key := range [...]string{"target", "selector"} {
				if c := t.Child(node, key); c >= 0 && t.Nodes[c].Kind == tree.Map && t.Text(c, "kind") != "" {
					return t, c
				}
			}
		}
		if w.by == nil {
			return t, -1
		}
	}
}

// patchedKind is the type with a version and a word for the kind, which may be an expression, or
// empty if the kind is not known. possible: the verdicts are those of only some of the kinds. The
// type is nil if nothing is known.
func (c *Checker) patchedKind(apiVersion, word string) (k *kind, possible bool) {
	if word != "" && regexp.QuoteMeta(word) == word {
		return c.kind(typeMeta{apiVersion, word}), false
	}
	all := c.kindsLike(apiVersion, word)
	switch len(all) {
	case 0:
		if len(c.kindsLike(apiVersion, "")) > 0 {
			return nil, false // no kind matches the expression
		}
		return c.others.kind(c, typeMeta{apiVersion, ""}), false
	case 1:
		return all[0], false
	}
	return c.together(apiVersion, all)
}

// kindsLike are the kinds of a version that match an expression, in order; all for an empty one.
func (c *Checker) kindsLike(apiVersion, expression string) (all []*kind) {
	e, err := regexp.Compile("^(?:" + expression + ")$")
	if err != nil || len(expression) > maxSegment {
		return nil
	}
	for meta, k := range c.kinds {
		if meta.apiVersion == apiVersion && !notAResource(k.gvk) && (expression == "" || e.MatchString(meta.kind)) {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b *kind) int { return strings.Compare(a.meta.kind, b.meta.kind) })
	return all
}

// together is a type with a version and no kind, which has the worst of what the target says about
// several kinds. some: it says that only about some of them.
func (c *Checker) together(apiVersion string, all []*kind) (k *kind, some bool) {
	k = &kind{gvk: discovery.ParseGroupVersion(apiVersion).WithKind(""), meta: typeMeta{apiVersion: apiVersion}}
	for _, id := range [...]string{ResourceRemoved, KindUnknown, NotServedByDefault, TargetIncomplete, APIDeprecated} {
		d := verdict{rule: id, way: &way{}}
		var names []string
		for _, one := range all {
			if i := slices.IndexFunc(one.verdicts, func(d verdict) bool { return d.rule == id }); i >= 0 {
				d.adds(&one.verdicts[i])
				names = append(names, one.meta.kind)
			}
		}
		if len(names) == 0 {
			continue
		}
		if some = len(names) < len(all); some {
			d.what += " for " + strings.Join(names, ", ")
		}
		k.verdicts = append(k.verdicts, d)
		return k, some
	}
	return k, false
}

// adds makes a verdict one about another kind, too: with the worse severity and the later removal.
func (d *verdict) adds(other *verdict) {
	if d.what == "" {
		d.what, d.severity = other.what, other.severity
	}
	if other.severity.AtLeast(d.severity) {
		d.severity = other.severity
	}
	if d.lifecycle.Removed.Compare(other.lifecycle.Removed) < 0 {
		d.lifecycle.Removed = other.lifecycle.Removed
	}
}

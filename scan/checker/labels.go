package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

type context string

const (
	asLabel      context = "label"
	asTaint      context = "taint"
	asAnnotation context = "annotation"
)

// fact is the lifecycle of a well-known label, taint or annotation.
type fact struct {
	Word    string
	Context context
	// Prefix: the word is followed by the name of a container.
	Prefix              bool
	Deprecated, Removed discovery.Release
	// Rename is the word that means the same and can be written instead. Instead says what to do if
	// there is no such word.
	Rename, Instead string
	// Both is the last release in which nodes with the old name and nodes with the new name may
	// exist, if it is known. Named is the first release whose nodes have the new name.
	Both, Named discovery.Release
	// Without says what happens where the word has no effect, and Excluded where it excludes nodes.
	Without, Excluded string
	// On are the kinds that have the annotation; a template of pods or claims counts as what it
	// creates. Set are the paths of fields in such an object with the same effect, or Profile is
	// the name of a profile in a security context. Value is the only value with an effect.
	On, Set        []string
	Profile, Value string
	Source         string
}

// ended reports whether a release up to another deprecates or removes something. A lifecycle without
// releases ended before all of them.
func ended(deprecated, removed, to discovery.Release) bool {
	return to.Known() && (deprecated.AtOrBefore(to) || removed.AtOrBefore(to) || !deprecated.Known() && !removed.Known())
}

// matters reports whether the lifecycle of a word is a finding at the target, or between From and
// To.
func (c *Checker) matters(deprecated, removed discovery.Release) bool {
	to := c.to.Release
	if !ended(deprecated, removed, to) || c.from == nil {
		return ended(deprecated, removed, to)
	}
	if removed.AtOrBefore(to) {
		return !removed.AtOrBefore(c.from.Release)
	}
	return deprecated.Known() && !deprecated.AtOrBefore(c.from.Release)
}

// mentions reports whether a word is one of the facts, in any use.
func (w *words) mentions(s string) bool {
	return w.fact(s, asLabel) != nil || w.fact(s, asTaint) != nil || w.fact(s, asAnnotation) != nil
}

func (w *words) fact(s string, as context) *fact {
	if strings.IndexByte(s, '/') < 0 {
		return nil
	}
	if as == asAnnotation {
		for _, f := range w.prefixes {
			if strings.HasPrefix(s, f.Word) && len(s) > len(f.Word) {
				return f
			}
		}
	}
	if len(s) > maxWord {
		return nil
	}
	return w.labels[wordAs{s, as}]
}

// keyContext is the use of a key, by the map that has it: "labels", "nodeSelector",
// "podAnnotations"; "" for other maps.
func (v *visit) keyContext(node int) context {
	switch in := v.parent(node); {
	case in < 0 || len(v.o.Tree.Nodes[in].Key) > maxSegment:
		return ""
	case v.keyed(in, "annotations"):
		return asAnnotation
	case v.keyed(in, "labels"), v.keyed(in, "selector"):
		return asLabel
	default:
		return ""
	}
}

// valueContext is the use of a value: "topologyKey", or "key" of a toleration, a taint or an
// expression; "" for other values.
func (v *visit) valueContext(node int) context {
	nodes := v.o.Tree.Nodes
	parent := v.parent(node)
	if parent < 0 {
		return ""
	}
	switch key := nodes[node].Key; {
	case key == "topologyKey":
		return asLabel
	case key == "" && nodes[parent].Kind == tree.List && strings.HasSuffix(nodes[parent].Key, "opologyKeys"):
		return asLabel
	case key != "key":
		return ""
	}
	list := v.parent(parent)
	if list < 0 || nodes[list].Kind != tree.List {
		return ""
	}
	switch {
	case v.keyed(list, "tolerations"), v.keyed(list, "taints"):
		return asTaint
	case v.keyed(list, "expressions"):
		return asLabel
	default:
		return ""
	}
}

// label emits a word that is deprecated or no longer has an effect.
func (v *visit) label(node int, as context, word string, emit emitFunc) {
	f := v.checker.words.fact(word, as)
	if f == nil || v.byServers(node) || as == asTaint && v.toleratesBoth(node, f) || as == asLabel && v.selectsBoth(node, f) || as == asAnnotation && v.pointless(node, f) {
		return
	}
	unset := v.o.Tree.Nodes[node].Kind == tree.Null
	if unset && v.unsets(node) {
		return
	}
	removed := f.Removed.AtOrBefore(v.checker.to.Release)
	id, severity := f.rule(removed)
	out := v.finding(id, severity, node)
	out.Unset = unset
	out.Field, out.Value = v.path(node), clip(word)
	out.Deprecated, out.Removed = f.Deprecated, f.Removed
	without := f.Without
	if f.Excluded != "" && negative(v.o.Tree, v.keyPlace(node).item) {
		without = f.Excluded
	}
	out.Message = f.message(clip(word), removed, without)
	v.report(out, node, v.labelPlan(node, f, as), emit)
}

// unsets reports whether null at a node removes the key: in a patch inside another object, and in
// values that Helm merges with those of a chart. Helm does not merge lists.
func (v *visit) unsets(node int) bool {
	merged := true
	for w, at := v, node; ; w, at = w.by.outer, w.by.node {
		for above := range w.above(at) {
			n := &w.o.Tree.Nodes[above]
			merged = merged && n.Kind != tree.List
			if merged && w.isValues(n.Key) || w != v && strings.Contains(strings.ToLower(n.Key), "patch") {
				return true
			}
		}
		if w.by == nil {
			return false
		}
	}
}

// isValues reports whether values of a chart are at a key of the object.
func (v *visit) isValues(key string) bool {
	return (key == "values" || key == "valuesObject" || key == "valuesContent") && len(v.valuesPaths()) > 0
}

func (f *fact) rule(removed bool) (id string, severity rule.Severity) {
	switch {
	case f.Context == asAnnotation && removed:
		return AnnotationRemoved, rule.Risky
	case f.Context == asAnnotation:
		return AnnotationDeprecated, rule.Deprecation
	case removed:
		return LabelRemoved, rule.Risky
	default:
		return LabelDeprecated, rule.Deprecation
	}
}

func (f *fact) message(word string, removed bool, without string) string {
	message := "the " + string(f.Context) + " " + word + " is deprecated"
	if removed {
		message = "the " + string(f.Context) + " " + word + " no longer has an effect: " + without
	}
	if f.Rename != "" {
		return message + "; use " + f.Rename
	}
	return message + "; " + f.Instead
}

// byServers reports whether a label is one of a Node. Kubelets write them, and keep the old ones.
func (v *visit) byServers(node int) bool {
	if v.o.Kind != "Node" || v.o.APIVersion != "v1" {
		return false
	}
	labels := v.parent(node)
	return labels >= 0 && v.o.Tree.Nodes[labels].Key == "labels"
}

// toleratesBoth reports whether another toleration in the list is for the new taint, or for all.
func (v *visit) toleratesBoth(node int, f *fact) bool {
	t := v.o.Tree
	item := v.parent(node)
	return anyChild(t, v.parent(item), maxSegments, func(other int) bool {
		key, effect := t.Text(other, "key"), t.Text(other, "effect")
		return (key == f.Rename || key == "" && t.Text(other, "operator") == "Exists") && (effect == "" || effect == t.Text(item, "effect"))
	})
}

// clip limits the length of what is quoted.
func clip(s string) string { return finding.Clip(s, maxSegment) }

package checker

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// carrier is the place of an object that is inside another object or a text.
type carrier struct {
	outer *visit
	// node of the outer object is the map of the object, or the text from which it is read. text is
	// nil for a map.
	node int
	text *textPlace
	// depth counts the carriers around it. doubtful: it is not known whether anybody applies the
	// object, or, for a configuration, whether a component reads it. use is the word for this.
	depth    int
	doubtful bool
	use      string
}

// maxCarriers limits how deep objects are nested, because each level is walked again.
const maxCarriers = 8

// carriedMap checks a map that is an object: an item of a template, or a manifest that a custom
// resource applies. The walk through the outer object continues after it.
func (v *visit) carriedMap(apiVersion, kind int, k *kind, emit emitFunc) {
	node := v.container(apiVersion)
	if v.notApplied(node) || v.carries(node) {
		return
	}
	v.skip = int(v.o.Tree.Nodes[node].After)
	c, ok := v.carrier(node, nil)
	if !ok {
		return
	}
	t, o := v.o.Tree, *v.o
	o.List, o.Root, o.APIVersionNode, o.KindNode = nil, node, apiVersion, kind
	o.APIVersion, o.Kind = v.parameter(t.Nodes[apiVersion].Value), t.Nodes[kind].Value
	o.Name, o.Namespace = v.identity(node)
	w := visit{checker: v.checker, o: &o, kind: k, by: c, count: v.count, left: v.left, picks: v.picks, also: v.also}
	w.check(emit)
}

// forbidden reports whether a ConfigurationPolicy of Open Cluster Management looks for the object to delete
// or report it. Only its type must be served: nobody applies the rest.
func (v *visit) forbidden() bool {
	outer, node := v.by.outer, v.by.node
	t := outer.o.Tree
	return v.by.text == nil && t.Nodes[node].Key == "objectDefinition" && strings.EqualFold(t.Text(outer.parent(node), "complianceType"), "mustnothave")
}

// identity is the name and the namespace of an object inside another one.
func (v *visit) identity(node int) (name, namespace string) {
	t := v.o.Tree
	names := t.Child(node, "metadata")
	if names < 0 {
		names = node
	}
	return t.Text(names, "name"), t.Text(names, "namespace")
}

// carrier makes the carrier of a node. It reports false if objects are nested too deeply.
func (v *visit) carrier(node int, text *textPlace) (*carrier, bool) {
	if v.also != nil && v.hidden == nil {
		v.hidden = &hidden{}
		v.locate() // once, not in each copy
	}
	outer := *v // a copy, so that a visit without carried objects needs no allocation
	c := &carrier{outer: &outer, node: node, text: text, doubtful: !v.applies(node, text != nil), use: "applied"}
	if v.by != nil {
		c.depth, c.doubtful = v.by.depth+1, c.doubtful || v.by.doubtful
	}
	if c.depth >= maxCarriers {
		v.checker.pass(v.o, "objects nested too deeply")
		return nil, false
	}
	return c, true
}

// carries reports whether a node is in an object that this one carries.
func (v *visit) carries(node int) bool {
	for p := v.parent(node); p >= 0 && p != v.o.Root; p = v.parent(p) {
		is, known := v.carriers[p]
		if !known {
			is = v.isCarried(p)
			if v.carriers == nil {
				v.carriers = map[int]bool{}
			}
			v.carriers[p] = is
		}
		if is {
			return true
		}
	}
	return false
}

func (v *visit) isCarried(node int) bool {
	t := v.o.Tree
	apiVersion := t.Child(node, "apiVersion")
	if apiVersion < 0 || t.Nodes[apiVersion].Kind != tree.String || v.notApplied(node) {
		return false
	}
	kind := v.kindBeside(apiVersion)
	return kind >= 0 && v.embedded(apiVersion) && v.typeOf(apiVersion, kind) != nil
}

// notApplied reports whether a node is a record of an object, an example or a description.
func (v *visit) notApplied(node int) bool {
	switch v.o.Kind {
	case "AdmissionReview", "ConversionReview", "ControllerRevision", "Event":
		return true
	}
	if strings.HasPrefix(v.o.APIVersion, "cli.kyverno.io/") || strings.HasPrefix(v.o.APIVersion, "test.gatekeeper.sh/") {
		return true
	}
	for p := range v.above(node) {
		switch v.o.Tree.Nodes[p].Key {
		case "managedFields", "annotations", "labels", "openAPIV3Schema", "description":
			return true
		case "status":
			if v.parent(p) == v.o.Root {
				return true
			}
		}
	}
	return false
}

// applies reports whether it is known that somebody applies what is at a node. A map with an object
// is an object to every reader; a text may be anything.
func (v *visit) applies(node int, isText bool) bool {
	switch t := v.o.Tree; {
	case v.o.APIVersion == "" && v.by == nil && isKustomization(path.Base(v.o.File)):
		return true // a kustomization needs no type
	case v.o.Kind == "" && v.by == nil:
		return v.underObjects(node)
	case !isText || v.o.Kind == "":
		return true
	case v.o.Kind == "Secret" && v.o.APIVersion == "v1":
		return t.Text(v.o.Root, "type") == "addons.cluster.x-k8s.io/resource-set"
	default:
		return slices.ContainsFunc(facts().AppliesTexts, func(of string) bool { return strings.HasSuffix("."+v.kind.gvk.Group, "."+of) })
	}
}

// underObjects reports whether the values of a chart have a list of objects at a node, by the names
// that charts use: extraObjects, extraDeploy, extraManifests.
func (v *visit) underObjects(node int) bool {
	if v.testsChart() {
		return false
	}
	for p := range v.above(node) {
		key := strings.ToLower(v.o.Tree.Nodes[p].Key)
		words := []string{"objects", "deploy", "manifest", "manifests", "patches", "resources", "templates", "definition"}
		if slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(key, word) }) {
			return true
		}
	}
	return false
}

// testsChart reports whether the document is a suite of helm-unittest. It renders the chart with the
// values and the objects of a cluster that a test has, and applies nothing
// (https://github.com/helm-unittest/helm-unittest/blob/main/DOCUMENT.md).
func (v *visit) testsChart() bool {
	t := v.o.Tree
	for test := range t.Each(t.Child(v.o.Root, "tests")) {
		if t.Child(test, "it") >= 0 && t.Child(test, "asserts") >= 0 {
			return true
		}
	}
	return false
}

// typeOf is the type that a map inside an object names; nil for types of other programs, for
// custom resources that the target has no data about, and for types with a variable.
func (v *visit) typeOf(apiVersion, kind int) *kind {
	t := v.o.Tree
	word, _, _ := strings.Cut(t.Nodes[kind].Value, "/") // Kyverno writes a subresource behind it: Node/status
	meta := typeMeta{v.parameter(t.Nodes[apiVersion].Value), word}
	if k := v.checker.kinds[meta]; k != nil {
		return k
	}
	if carried.Filled(meta.apiVersion) || carried.Filled(meta.kind) {
		return nil
	}
	gv := discovery.ParseGroupVersion(meta.apiVersion)
	if gv.Group == "" && (discovery.StabilityOf(gv.Version) == discovery.StabilityUnknown || meta.kind == "List") {
		return nil // a version of another program, or a list, whose items have their own types
	}
	if !v.checker.own[gv.Group] && v.checker.to.Group(gv.Group) == nil {
		return nil
	}
	return v.checker.others.kind(v.checker, meta)
}

// parameter is the default of a parameter of an OpenShift Template, if an apiVersion is one.
func (v *visit) parameter(value string) string {
	if !strings.HasPrefix(value, "${") || v.o.Kind != "Template" {
		return value
	}
	t := v.o.Tree
	for c := range t.Each(t.Child(v.o.Root, "parameters")) {
		if "${"+t.Text(c, "name")+"}" == value {
			value = cmp.Or(t.Text(c, "value"), value)
			break
		}
	}
	return value
}

// content is the node with the fields: the root, or data in a generate rule of Kyverno.
func (v *visit) content() int {
	t, root := v.o.Tree, v.o.Root
	if v.by == nil || t.Child(root, "metadata") >= 0 || t.Child(root, "name") < 0 {
		return root
	}
	if data := t.Child(root, "data"); data >= 0 && t.Nodes[data].Kind == tree.Map {
		return data
	}
	return root
}

// tells reports whether a field is a finding of this object, and not of one around it whose schema
// includes the fields of this one, as a StatefulSet's does for its claims.
func (v *visit) tells(node int) bool {
	for w := v; w.by != nil && w.by.text == nil; w = w.by.outer {
		if _, found := slices.BinarySearch(w.by.outer.told, node); found {
			return false
		}
	}
	v.told = append(v.told, node)
	return true
}

// inside changes a finding in a carried object to one of the file. Nothing in it is rewritten,
// because the program that applies it may change it first.
func (v *visit) inside(f *finding.Finding, m *Mark) {
	top := v
	for w := v; w.by != nil; w = w.by.outer {
		if w.by.text != nil {
			w.by.text.move(f)
			m.Node = -1
		}
		top = w.by.outer
	}
	path := v.pathOf()
	o := top.o
	f.Inside = &finding.Inside{
		APIVersion: strings.Clone(o.APIVersion), Kind: strings.Clone(o.Kind), Namespace: strings.Clone(o.Namespace), Name: strings.Clone(o.Name), Path: path,
	}
	at := path
	if o.Kind != "" {
		at = strings.TrimSpace(clip(o.APIVersion)+" "+clip(o.Kind)+" "+clip(o.Name)) + ", at " + path
	}
	f.Message += " (inside " + at
	if v.by.doubtful {
		f.Severity = rule.Info
		f.Message += "; whether it is " + v.by.use + " is unknown"
	}
	f.Message += ")"
	f.Fixable, m.Plan.Fixable, m.Plan.Edits = false, false, nil
	m.Plan.Why = "it is inside another object"
}

// pathOf is the path of a carried object: those of the carriers, with a colon after a text.
func (v *visit) pathOf() string {
	if v.by == nil {
		return ""
	}
	outer := v.by.outer
	path := join(outer.pathOf(), outer.path(v.by.node), outer.by != nil && outer.by.text != nil)
	if v.by.text != nil && v.o.Root > 0 {
		path = join(path, v.by.text.path(v.o), true)
	}
	return path
}

func join(outer, inner string, behindText bool) string {
	switch {
	case outer == "" || inner == "":
		return outer + inner
	case behindText:
		return outer + ": " + inner
	case strings.HasPrefix(inner, "["):
		return outer + inner
	default:
		return outer + "." + inner
	}
}

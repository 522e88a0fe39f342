package scan

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// configurations checks the configurations of components that an object carries as text: in the
// data of a ConfigMap, in the files of Cluster API's objects, and in the patches of kind.
func (f *file) configurations(o *tree.Object) {
	for _, at := range carriedTexts(o) {
		n := &o.Tree.Nodes[at]
		switch {
		case n.Kind != tree.String:
		case ofKind(o):
			f.patchOfKind(o, n)
		case names(n.Value):
			f.configurationsIn(n.Value, o, n, func(*finding.Finding) bool { return true })
		}
	}
	if ofKind(o) {
		f.jsonPatchesOfKind(o, o.Root)
		for entry := range o.Tree.Each(o.Tree.Child(o.Root, "nodes")) {
			f.jsonPatchesOfKind(o, entry)
		}
	}
}

// jsonPatchesOfKind checks the types that JSON patches at a node are for. kind applies one without group
// and version to any version.
func (f *file) jsonPatchesOfKind(o *tree.Object, node int) {
	t := o.Tree
	for entry := range t.Each(t.Child(node, kindPatches+"JSON6902")) {
		group, version, kind := text(t, t.Child(entry, "group")), text(t, t.Child(entry, "version")), text(t, t.Child(entry, "kind"))
		apiVersion := patchedVersion(kind)
		if group != "" && version != "" && kind != "" {
			apiVersion = group + "/" + version
			n := t.Nodes[t.Child(entry, "version")]
			n.Value = fmt.Sprintf("apiVersion: %q\nkind: %q\n", apiVersion, kind)
			f.patchOfKind(o, &n)
		}
		if patch := t.Child(entry, "patch"); patch >= 0 && kind != "" {
			n := t.Nodes[patch]
			n.Style = tree.Plain // a finding is at the start of the patch
			settings, whole := patched(n.Value)
			settings["apiVersion"], settings["kind"] = apiVersion, kind
			text, err := json.Marshal(settings, json.Deterministic(true))
			if !whole || err != nil {
				f.notes = append(f.notes, finding.Unreadable{File: o.File, Line: int(n.Line), Document: o.Document, Reason: "a JSON patch for kubeadm cannot be read, or copies values, or changes entries of lists by their number: it was not checked completely"})
			}
			if err == nil {
				f.configurationsIn(string(text), o, &n, func(x *finding.Finding) bool { return !ofVersion(x) })
			}
		}
	}
}

// patched returns what a JSON patch adds or replaces, and whether that is all of it.
func patched(text string) (settings map[string]any, whole bool) {
	settings = map[string]any{}
	var operations []struct {
		Op, Path string
		Value    any
	}
	if yaml.Unmarshal([]byte(text), &operations) != nil {
		return settings, false
	}
	whole = true
	isNumber := func(name string) bool { return strings.Trim(name, "0123456789-") == "" }
	for _, o := range operations {
		if o.Op != "add" && o.Op != "replace" {
			whole = whole && o.Op != "copy" && o.Op != "move"
			continue
		}
		names := kustomize.Pointer(o.Path)
		last := len(names) - 1
		entry := last > 0 && isNumber(names[last])
		if entry {
			last--
		}
		whole = whole && !slices.ContainsFunc(names[:last+1], isNumber)
		at := settings
		for i := range last {
			next, is := at[names[i]].(map[string]any)
			if !is {
				next = map[string]any{}
				at[names[i]] = next
			}
			at = next
		}
		name, value := names[last], o.Value
		if entry {
			list, _ := at[name].([]any)
			value = slices.Concat(list, []any{o.Value})
		}
		at[name] = value
	}
	return settings, whole
}

// patchedVersion is the version of a kind that kind writes, if a patch does not have one.
func patchedVersion(kind string) string {
	switch kind {
	case "KubeletConfiguration":
		return "kubelet.config.k8s.io/v1beta1"
	case "KubeProxyConfiguration":
		return "kubeproxy.config.k8s.io/v1alpha1"
	default:
		return "kubeadm.k8s.io/v1beta3"
	}
}

// ofVersion reports whether a finding is about the version of a configuration.
func ofVersion(x *finding.Finding) bool {
	return x.Rule == checker.ConfigurationRemoved || x.Rule == checker.ConfigurationDeprecated || x.Rule == checker.ConfigurationUnknown
}

// configurationsIn checks the configurations in a text. take changes a finding, and reports whether
// it counts.
func (f *file) configurationsIn(text string, o *tree.Object, n *tree.Node, take func(*finding.Finding) bool) {
	if f.inner == nil {
		f.inner = &reader.Reader{}
	}
	read := f.inner.Read(o.File, []byte(text), func(c *tree.Object) {
		if f.examination.Checker.Configures(c) {
			f.configuration(o, n, c, take)
		}
	})
	if len(read.Problems) > 0 {
		what := "the text of " + strings.Clone(n.Key)
		if n.Key == "" {
			what = "a text"
		}
		f.notes = append(f.notes, finding.Unreadable{File: o.File, Line: int(n.Line), Document: o.Document, Reason: what + " contains the configuration of a component, and cannot be read: " + read.Problems[0].Reason})
	}
}

// names reports whether a text has a group of component configurations, the version of a credential
// plugin, or the words of a scheduler's policy, which has no group. Other texts are not parsed.
func names(text string) bool {
	has := func(word string) bool { return strings.Contains(text, word) }
	groups := []string{".config.k8s.io/", "kubeadm.k8s.io/", "audit.k8s.io/", "apiserver.k8s.io/", ".admission.k8s.io/", "client.authentication.k8s.io/"}
	return has("apiVersion") && (slices.ContainsFunc(groups, has) || has("Policy") && has("predicates"))
}

// carriedTexts are the nodes of an object that may have files of components.
func carriedTexts(o *tree.Object) (nodes []int) {
	t := o.Tree
	switch {
	case o.Kind == "ConfigMap" && o.APIVersion == "v1":
		nodes = slices.Collect(t.Each(t.Child(o.Root, "data")))
	case strings.HasPrefix(o.Kind, "Kubeadm") && strings.Contains(o.APIVersion, ".cluster.x-k8s.io/"):
		at := t.Child(o.Root, "spec")
		for _, key := range []string{"template", "spec", "kubeadmConfigSpec"} {
			if next := t.Child(at, key); next >= 0 {
				at = next
			}
		}
		for entry := range t.Each(t.Child(at, "files")) {
			if content := t.Child(entry, "content"); content >= 0 && t.Child(entry, "encoding") < 0 {
				nodes = append(nodes, content)
			}
		}
	case ofKind(o):
		nodes = slices.AppendSeq(nodes, t.Each(t.Child(o.Root, kindPatches)))
		for entry := range t.Each(t.Child(o.Root, "nodes")) {
			nodes = slices.AppendSeq(nodes, t.Each(t.Child(entry, kindPatches)))
		}
	}
	return nodes
}

// kindPatches are merge patches for the configuration that kind writes for kubeadm.
const kindPatches = "kubeadmConfigPatches"

// ofKind reports whether an object is the configuration of a cluster of kind.
func ofKind(o *tree.Object) bool {
	return o.Kind == "Cluster" && strings.HasPrefix(o.APIVersion, "kind.x-k8s.io/")
}

// patchOfKind checks the patches in a text. kind applies a patch without apiVersion to any version, and
// ignores one with another version than it writes, which may not be the newest that kubeadm reads
// (pkg/internal/patch/resource.go, matches).
func (f *file) patchOfKind(o *tree.Object, n *tree.Node) {
	above := 0
	for text := range strings.SplitSeq(n.Value, "\n---") {
		text = strings.TrimPrefix(text, "---")
		lines, typed := above, keyed(text, "apiVersion") != ""
		above += strings.Count(text, "\n") + 1
		if !typed {
			text = "apiVersion: " + patchedVersion(keyed(text, "kind")) + "\n" + text
			lines--
		}
		f.configurationsIn(text, o, n, func(x *finding.Finding) bool {
			x.Line += lines
			switch {
			case !typed:
				x.APIVersion = ""
				x.Seal()
				return !ofVersion(x)
			case x.Rule == checker.ConfigurationRemoved:
				x.Severity, x.Replacement, x.ReplacementServed = rule.Risky, nil, false
				x.Message, _, _ = strings.Cut(x.Message, "; use ")
				x.Message += ": kind ignores the patch"
				x.Migration = []string{"Remove the apiVersion: kind applies a patch without it to any version"}
				if n.Key == "version" {
					x.Migration = []string{"Remove the group and the version: kind applies a JSON patch without them to any version"}
				}
			}
			return x.Rule != checker.ConfigurationDeprecated && x.Rule != checker.ConfigurationUnknown
		})
	}
}

// keyed is the value of a key on the first level of a text; "" if the text does not have the key.
func keyed(text, key string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, key+":"); ok {
			word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			return strings.Trim(word, `"'`)
		}
	}
	return ""
}

// configuration checks a configuration in a text as a part of the object that carries it.
func (f *file) configuration(o *tree.Object, n *tree.Node, c *tree.Object, take func(*finding.Finding) bool) {
	if c.Name == "" {
		c.Namespace, c.Name = o.Namespace, o.Name
	}
	c.Guess, c.Possible, c.Origin, c.Document = c.Guess || o.Guess, o.Possible, o.Origin, o.Document
	f.examination.Checker.Examine(c, nil, func(x finding.Finding, _ checker.Mark) {
		if !take(&x) {
			return
		}
		place(&x, o, n)
		f.add(x, o, f.offset(o, &x))
	})
}

// place moves a finding from the text of a node to its place in the file. If the lines of the text
// are not lines of the file, the place is the start of the text.
func place(x *finding.Finding, o *tree.Object, n *tree.Node) {
	line, column := int(n.ValueLine)+x.Line, 0
	if source := o.SourceLine(line); n.Style == tree.Literal {
		if written := tree.Line(n.Value, x.Line); strings.HasSuffix(source, written) {
			column = utf8.RuneCountInString(source) - utf8.RuneCountInString(written)
		}
		x.EndColumn += column
		x.Column += column
	} else {
		line, x.Column, x.EndColumn = int(n.Line), int(n.Column), 0
	}
	x.Line, x.Offset = line, -1
}

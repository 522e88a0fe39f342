package kustomize

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/form"
)

// Folder is the folder of a kustomization: its real path, and as it is shown.
type Folder struct{ Real, Shown string }

// Selections tells by which types kustomizations pick the objects of files. If such a type and the
// object do not change together, the build fails or does something else.
type Selections struct {
	// parts and own are the kustomizations that were read, and what they say, by folder.
	parts map[string]*Parts
	own   map[string][]selection
	// objects has what picks the objects of a resource file, and patches the files of patches, by
	// real paths.
	objects map[string][][]selection
	patches map[string]patchFile
}

// patchFile is the kustomization file of a patch, and whether the type that the patch has counts.
type patchFile struct {
	by    string
	typed bool
}

// selection picks objects by their type: a patch, its target, or another selector.
type selection struct {
	// what it is, and the file that has it, as it is shown.
	what, file string
	// merge: it is a merge patch, which picks one type. Otherwise the words are expressions that
	// match whole words, and nil matches every word.
	merge                bool
	typ                  discovery.GroupVersionKind
	group, version, kind *regexp.Regexp
	// shape: it names fields of the object. text is that of a patch; "" if it is not known.
	shape bool
	text  string
	// reason is what is said in place of what and file. holds, if it is not nil, reports whether the
	// selection is against the change of an object that it picks.
	reason string
	holds  func(*form.Effect) bool
}

// NewSelections reads kustomizations with their bases and components.
func NewSelections(folders []Folder) *Selections {
	s := &Selections{map[string]*Parts{}, map[string][]selection{}, map[string][][]selection{}, map[string]patchFile{}}
	for _, f := range folders {
		all := s.with(f.Real, f, map[string]bool{})
		for _, file := range s.files(f.Real, f, map[string]bool{}) {
			if len(all) > 0 {
				s.objects[file] = append(s.objects[file], all)
			}
		}
	}
	return s
}

// Against returns why an object of a file must not be changed, as a clause; "" if it may be.
func (s *Selections) Against(file string, c form.Effect) string {
	name := real(file)
	switch patch := s.patches[name]; {
	case patch.by != "" && patch.typed && c.From != c.To:
		return "it is a patch of " + patch.by + ", and what it changes must have the same version; change both"
	case patch.by != "" && (c.Reshaped || len(c.Words) > 0):
		return "it is a patch of " + patch.by + ", which is only a part of an object; change both"
	}
	for _, all := range s.objects[name] {
		for i := range all {
			if why := all[i].against(&c); why != "" {
				return why
			}
		}
	}
	return ""
}

func (s *selection) against(c *form.Effect) string {
	was, is := s.picks(c.From), s.picks(c.To)
	switch {
	case s.holds != nil && (!s.holds(c) || !was && !is):
		return ""
	case s.holds != nil || was != is && s.reason != "":
		return s.reason
	case was != is:
		return s.what + " in " + s.file + " refers to this version; change both"
	case was && s.shape && (c.Reshaped || slices.ContainsFunc(c.Words, func(word string) bool { return s.text == "" || strings.Contains(s.text, word) })):
		return s.what + " in " + s.file + " refers to fields of this object; change both"
	}
	return ""
}

func (s *selection) picks(t discovery.GroupVersionKind) bool {
	matches := func(e *regexp.Regexp, word string) bool { return e == nil || e.MatchString(word) }
	if s.merge {
		return s.typ == t
	}
	return matches(s.group, t.Group) && matches(s.version, t.Version) && matches(s.kind, t.Kind)
}

// with returns what a kustomization and the components that it uses say, because components change
// all objects of what uses them.
func (s *Selections) with(dir string, from Folder, seen map[string]bool) []selection {
	if seen[dir] {
		return nil
	}
	seen[dir] = true
	all := slices.Clone(s.read(dir, from))
	for _, folder := range s.parts[dir].Folders {
		s.read(folder, from)
		if s.parts[folder].Component {
			all = append(all, s.with(folder, from, seen)...)
		}
	}
	return all
}

// files returns the resource files of a kustomization and of all that it uses.
func (s *Selections) files(dir string, from Folder, seen map[string]bool) (files []string) {
	if seen[dir] || len(seen) > maxKustomizations {
		return nil
	}
	seen[dir] = true
	s.read(dir, from)
	files = slice.Map(s.parts[dir].Files, func(name string) string { return real(filepath.Join(dir, filepath.FromSlash(name))) })
	for _, folder := range s.parts[dir].Folders {
		files = append(files, s.files(folder, from, seen)...)
	}
	return files
}

func (s *Selections) read(dir string, from Folder) []selection {
	if s.parts[dir] != nil {
		return s.own[dir]
	}
	parts, _ := PartsOf(dir)
	s.parts[dir] = &parts
	g := gatherer{selections: s, dir: dir, from: from}
	g.kustomization()
	s.own[dir] = g.out
	return g.out
}

type gatherer struct {
	selections *Selections
	dir        string
	from       Folder
	// file is the kustomization file, as it is shown.
	file string
	out  []selection
}

// shown is a path below or beside the folder from which the kustomization was reached.
func (g *gatherer) shown(file string) string {
	inside, err := filepath.Rel(g.from.Real, file)
	if err != nil {
		return filepath.Base(file)
	}
	return path.Join(g.from.Shown, filepath.ToSlash(inside))
}

func (g *gatherer) kustomization() {
	name, _ := fileOf(g.dir)
	k, read := kustomizationIn(bounded(name))
	if !read {
		return // it cannot be built
	}
	g.file = g.shown(name)
	for _, p := range slices.Concat(k.Patches, k.PatchesJson6902) { //nolint:staticcheck // it is deprecated and still in use
		g.patch(p)
	}
	for _, p := range k.PatchesStrategicMerge { //nolint:staticcheck // as above
		if text, _ := g.text(string(p)); text != nil {
			g.patch(types.Patch{Path: string(p)})
		} else {
			g.patch(types.Patch{Patch: string(p)})
		}
	}
	root := textsOf(name)
	for _, part := range [][2]string{{"replacements", "a replacement"}, {"vars", "a variable"}, {"labels", "a label"}} {
		if _, list := entry(root, part[0]); list != nil {
			g.walk(list, part[1], g.file, 0)
		}
	}
	g.labels(&k)
	for _, r := range k.Replacements {
		g.configuration(r.Path, "a replacement")
	}
	for _, c := range k.Configurations {
		g.configuration(c, "a configuration")
	}
	for _, c := range slices.Concat(k.Generators, k.Transformers, k.Validators) {
		g.configuration(c, aTransformer)
	}
}

// labels adds the types that get the labels of a kustomization at other places after a change.
// kustomize's defaults name the new groups of a NetworkPolicy and of the selectors for other pods in
// a Deployment, and not extensions. The old versions of workloads have defaults that are determined
// after the labels are added.
func (g *gatherer) labels(k *types.Kustomization) {
	//nolint:staticcheck // it is deprecated and still in use
	if len(k.CommonLabels)+len(k.Labels) == 0 {
		return
	}
	add := func(group, kind, reason string, holds func(*form.Effect) bool) {
		g.selector(group, "", kind, "a label", g.file, false)
		last := &g.out[len(g.out)-1]
		last.reason, last.holds = reason, holds
	}
	add("", "Deployment|DaemonSet|ReplicaSet|StatefulSet", "it has no selector or no labels of its own, and those that are written would differ with the labels of "+g.file, func(c *form.Effect) bool {
		return c.Reshaped && c.From != c.To && (!c.Has("spec", "selector") || !c.Has("metadata", "labels"))
	})
	//nolint:staticcheck // as above
	if len(k.CommonLabels) == 0 && !slices.ContainsFunc(k.Labels, func(l types.Label) bool { return l.IncludeSelectors }) {
		return
	}
	reason := "in the new group, its selectors would get the labels of " + g.file
	add(`networking\.k8s\.io`, "NetworkPolicy", reason, nil)
	add("", "Deployment", reason, func(c *form.Effect) bool {
		pod := []string{"spec", "template", "spec"}
		return c.From.Group != c.To.Group && (c.Has(append(pod, "affinity")...) || c.Has(append(pod, "topologySpreadConstraints")...))
	})
}

// text reads a file that the kustomization names, and its shown path; nil if there is none.
func (g *gatherer) text(name string) (text []byte, shown string) {
	if name == "" || strings.Contains(name, "\n") {
		return nil, ""
	}
	file := filepath.Join(g.dir, filepath.FromSlash(name))
	text = bounded(file)
	if text == nil || checkAliases(text) != nil {
		return nil, ""
	}
	return text, g.shown(file)
}

// patch adds the types that a merge patch has, and the target.
func (g *gatherer) patch(p types.Patch) {
	text, file := []byte(p.Patch), g.file
	if p.Path != "" {
		text, file = g.text(p.Path)
	}
	if p.Path != "" {
		name := real(filepath.Join(g.dir, filepath.FromSlash(p.Path)))
		g.selections.patches[name] = patchFile{g.file, typeCounts(p) || g.selections.patches[name].typed}
	}
	g.documents(p, text, file)
	if before := len(g.out); p.Target != nil {
		g.selector(p.Target.Group, p.Target.Version, p.Target.Kind, "a patch", g.file, true)
		for i := range g.out[before:] {
			g.out[before+i].text = strings.ReplaceAll(string(text), "~1", "/") // as in the pointers of operations
		}
	}
}

// typeCounts reports whether the type that a merge patch has counts. With a target, kustomize ignores
// it, except when the patch may change the type of the object.
func typeCounts(p types.Patch) bool {
	return p.Target == nil || p.Options != nil && p.Options.AllowKindChange
}

// documents adds the types that the documents of a patch have, and the versions that operations test.
func (g *gatherer) documents(p types.Patch, text []byte, file string) {
	for _, root := range documents(text) {
		if root.Kind == yaml.SequenceNode {
			g.tests(root, file, p.Target)
			continue
		}
		if kind := scalar(root, "kind"); kind != "" && typeCounts(p) {
			g.out = append(g.out, selection{what: "a patch", file: file, merge: true, typ: discovery.ParseGroupVersion(scalar(root, "apiVersion")).WithKind(kind), shape: true, text: string(text)})
		}
	}
}

// tests adds the versions that operations of a JSON patch ask for: a test of another version fails.
func (g *gatherer) tests(list *yaml.Node, file string, target *types.Selector) {
	for _, operation := range list.Content {
		if target != nil && scalar(operation, "op") == "test" && scalar(operation, "path") == "/apiVersion" {
			typ := discovery.ParseGroupVersion(scalar(operation, "value")).WithKind("")
			g.selector(regexp.QuoteMeta(typ.Group), regexp.QuoteMeta(typ.Version), target.Kind, "a patch", file, true)
		}
	}
}

// configuration adds the selectors of a file, or of a text with several lines.
func (g *gatherer) configuration(named, what string) {
	text, file := g.text(named)
	if text == nil {
		text, file = []byte(named), g.file
	}
	for _, root := range documents(text) {
		g.walk(root, what, file, 0)
	}
}

const aTransformer = "a transformer"

// deepest limits the depth of the configurations that are read.
const deepest = 100

// walk adds all selectors in a node, and the patches of transformers.
func (g *gatherer) walk(n *yaml.Node, what, file string, depth int) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil || depth > deepest {
		return
	}
	if n.Kind == yaml.MappingNode {
		group, version, kind := scalar(n, "group"), scalar(n, "version"), scalar(n, "kind")
		if api := scalar(n, "apiVersion"); api != "" {
			typ := discovery.ParseGroupVersion(api).WithKind(kind)
			group, version = regexp.QuoteMeta(typ.Group), regexp.QuoteMeta(typ.Version)
		}
		if group+version+kind != "" {
			g.selector(group, version, kind, what, file, true)
		}
		if what == aTransformer {
			g.ofTransformer(n)
		}
	}
	for _, child := range n.Content {
		g.walk(child, what, file, depth+1)
	}
}

// ofTransformer adds the patches of a transformer: files, or texts with several lines.
func (g *gatherer) ofTransformer(n *yaml.Node) {
	var names []string
	for _, key := range []string{"path", "paths", "patch", "patches", "jsonOp"} {
		if _, value := entry(n, key); value != nil {
			names = texts(value, names)
			if strings.Contains(value.Value, "\n") {
				g.patch(types.Patch{Patch: value.Value})
			}
		}
	}
	for _, name := range names {
		if text, _ := g.text(name); text != nil {
			g.patch(types.Patch{Path: name})
		}
	}
}

// selector adds expressions. As in kustomize, an empty one matches every word.
func (g *gatherer) selector(group, version, kind, what, file string, shape bool) {
	s := selection{what: what, file: file, shape: shape}
	for _, part := range []struct {
		text string
		into **regexp.Regexp
	}{{group, &s.group}, {version, &s.version}, {kind, &s.kind}} {
		if part.text == "" {
			continue
		}
		e, err := regexp.Compile("^(?:" + part.text + ")$")
		if err != nil {
			return // the build fails
		}
		*part.into = e
	}
	g.out = append(g.out, s)
}

// scalar is the value of an entry; "" if it has none.
func scalar(n *yaml.Node, key string) string {
	if _, value := entry(n, key); value != nil && value.Kind == yaml.ScalarNode {
		return value.Value
	}
	return ""
}

package crd

import (
	"errors"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/manifest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// patches are the patches of definitions in a folder, as kubebuilder writes them to
// config/crd/patches. They have an effect only if a kustomization of the folder names them.
type patches struct {
	// kustomizations and files have the texts of the kustomizations and of the files that may be
	// patches, by path.
	kustomizations, files map[string][]byte
	// named are the files that kustomizations name.
	named map[string]bool
}

// patch is what a text changes of a definition.
type patch struct {
	// definition: it is a part of a definition with this name, or operations, which have no name.
	definition bool
	name       string
	// other: it changes more than metadata, conversion and preserveUnknownFields.
	other      bool
	conversion *objectConversion
	preserve   *bool
}

// patchOf reads one document of a patch.
func patchOf(data []byte) (p patch) {
	var operations []struct {
		Path string `json:"path"`
	}
	if json.Unmarshal(data, &operations) == nil {
		metadata := func(path string) bool { return strings.HasPrefix(path, "/metadata/") }
		for _, o := range operations {
			p.other = p.other || !metadata(o.Path)
		}
		return p
	}
	var part struct {
		header
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Spec map[string]jsontext.Value `json:"spec"`
	}
	if json.Unmarshal(data, &part) != nil {
		return patch{other: true}
	}
	_, p.definition = part.definition()
	p.name = part.Metadata.Name
	for key, value := range part.Spec {
		switch key {
		case "conversion":
			p.other = p.other || json.Unmarshal(value, &p.conversion) != nil
		case "preserveUnknownFields":
			p.other = p.other || json.Unmarshal(value, &p.preserve) != nil
		default:
			p.other = true
		}
	}
	return p
}

// partial reports whether a text has only parts of definitions, which are no definitions: an API
// server requires a group, names and versions.
func partial(text []byte) bool {
	found := false
	for doc, err := range manifest.Documents(text) {
		p := patch{other: true}
		if err == nil {
			p = patchOf(doc.JSON)
		}
		if !p.definition || p.other {
			return false
		}
		found = true
	}
	return found
}

// applyPatches applies the patches of the kustomizations to the definitions. A kustomization with a
// patch that is not supported is unread.
func (f *Folder) applyPatches() {
	for _, file := range slices.Sorted(maps.Keys(f.patches.kustomizations)) {
		all, ok := entries(f.patches.kustomizations[file])
		if !ok {
			f.Unreadable(file, "its patches cannot be read")
		}
		for _, e := range all {
			if !f.apply(path.Dir(file), e) {
				f.found.Unread = append(f.found.Unread, Unread{f.path(file), "it patches CustomResourceDefinitions in a way that is not supported", "build it (kubectl kustomize), and use the result"})
				break
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(f.patches.files)) {
		text := f.patches.files[file]
		switch {
		case f.patches.named[file] || !partial(text):
		case f.patches.governed(file):
			f.found.Skipped++
		default:
			_, err := Read(file, text)
			f.Unreadable(file, strings.TrimPrefix(err.Error(), file+", "))
		}
	}
}

// governed reports whether a kustomization is in the folder of a file or above it.
func (p *patches) governed(file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, name := range kustomizationNames() {
			if p.kustomizations[path.Join(dir, name)] != nil {
				return true
			}
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// apply applies one patch. It reports false if the patch may change a definition in another way.
func (f *Folder) apply(dir string, e entry) bool {
	text := []byte(e.Patch)
	if e.Path != "" {
		file := path.Join(dir, e.Path)
		text = f.patches.files[file]
		f.patches.named[file] = true
		if strings.HasPrefix(file, "../") || !Takes(file) {
			return !f.mayTarget(e.Target) // the file was not read
		}
	}
	targeted := e.Target != target{} && f.mayTarget(e.Target)
	if targeted && len(text) == 0 {
		return false
	}
	for doc, err := range manifest.Documents(text) {
		if err != nil {
			return !targeted
		}
		p := patchOf(doc.JSON)
		if (p.definition || targeted) && (p.other || !f.change(p, e.Target)) {
			return false
		}
	}
	return true
}

// change sets what a patch sets in the definitions that it is for: those of its target, or the one
// with its name. It reports false if there is none, or a definition has another conversion.
func (f *Folder) change(p patch, t target) bool {
	if p.conversion == nil && p.preserve == nil {
		return true
	}
	if t.LabelSelector+t.AnnotationSelector != "" {
		return false
	}
	found := false
	for d := range slice.Each(f.found.Definitions) {
		if t == (target{}) && d.Name != p.name || t != (target{}) && !t.matches(d.Name) {
			continue
		}
		found = true
		if p.preserve != nil {
			d.PreserveUnknownFields = *p.preserve
		}
		if p.conversion == nil {
			continue
		}
		to := p.conversion.settled()
		if d.Conversion.Strategy != "None" && !reflect.DeepEqual(d.Conversion, to) {
			return false
		}
		d.Conversion = to
	}
	return found
}

// mayTarget reports whether a target may select a definition of the folder.
func (f *Folder) mayTarget(t target) bool {
	return slices.ContainsFunc(f.found.Definitions, func(d Definition) bool { return t.matches(d.Name) })
}

func kustomizationNames() []string {
	return []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}
}

func isKustomization(file string) bool { return slices.Contains(kustomizationNames(), path.Base(file)) }

// entry is a patch in a kustomization. It is written as a path, as a text, or as an object.
type entry struct {
	Path   string `json:"path"`
	Patch  string `json:"patch"`
	Target target `json:"target"`
}

func (e *entry) UnmarshalJSON(text []byte) error {
	type plain entry
	if err := json.Unmarshal(text, (*plain)(e)); err == nil {
		return nil
	}
	var written string
	if json.Unmarshal(text, &written) != nil {
		return errors.New("the patch is neither a string nor an object")
	}
	if *e = (entry{Path: written}); strings.Contains(written, "\n") {
		*e = entry{Patch: written}
	}
	return nil
}

// entries are the patches of a kustomization; not ok if they cannot be read.
func entries(text []byte) (all []entry, ok bool) {
	for doc, err := range manifest.Documents(text) {
		var k struct {
			Patches               []entry `json:"patches"`
			PatchesStrategicMerge []entry `json:"patchesStrategicMerge"`
			PatchesJSON6902       []entry `json:"patchesJson6902"`
		}
		if err != nil || json.Unmarshal(doc.JSON, &k) != nil {
			return nil, false
		}
		all = slices.Concat(all, k.Patches, k.PatchesStrategicMerge, k.PatchesJSON6902)
	}
	return all, true
}

// target selects the objects of a patch. Its first four fields are regular expressions for the whole
// text; "" matches any (Selector in kustomize's api/types).
type target struct {
	Group              string `json:"group"`
	Version            string `json:"version"`
	Kind               string `json:"kind"`
	Name               string `json:"name"`
	LabelSelector      string `json:"labelSelector"`
	AnnotationSelector string `json:"annotationSelector"`
}

// matches reports whether the target may select the definition with a name. It does not evaluate
// selectors, and an invalid expression may match.
func (t target) matches(name string) bool {
	may := func(expression, text string) bool {
		re, err := regexp.Compile("^(?:" + expression + ")$")
		return expression == "" || err != nil || re.MatchString(text)
	}
	return may(t.Group, "apiextensions.k8s.io") && may(t.Kind, "CustomResourceDefinition") && may(t.Name, name) &&
		(may(t.Version, "v1") || may(t.Version, "v1beta1"))
}

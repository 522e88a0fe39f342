package crd

import (
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/manifest"
)

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
		return errors.New("the patch is neither a text nor an object")
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

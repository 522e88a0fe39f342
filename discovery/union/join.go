package union

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// join merges surfaces into one.
type join struct {
	base  *discovery.Surface
	named []*discovery.Surface
	own   map[string]bool
	out   discovery.Surface
	// placed has the schemas that a group-version has already.
	placed map[placedSchema]bool
	// from has the versions of each resource, by the surface that serves them.
	from map[discovery.GroupResource]map[*discovery.Surface][]string
	// unused has the group-versions of Kubernetes that a surface has and that are taken from the
	// base.
	unused map[*discovery.Surface][]string
}

type placedSchema struct {
	gv   discovery.GroupVersion
	name string
}

func newJoin(base *discovery.Surface, named []*discovery.Surface, own map[string]bool) *join {
	j := &join{
		base: base, named: named, own: own, placed: map[placedSchema]bool{},
		from: map[discovery.GroupResource]map[*discovery.Surface][]string{}, unused: map[*discovery.Surface][]string{},
	}
	j.out.Schemas = map[string]*discovery.Schema{}
	j.head()
	everything := false
	for _, s := range named {
		if s != base && base != nil && release(s) {
			continue // a release other than the base is another target
		}
		for i := range s.Groups {
			j.group(s, &s.Groups[i])
		}
		everything = everything || s.Only == nil
		j.out.Only = append(j.out.Only, s.Only...)
		j.incomplete(s)
	}
	if everything {
		j.out.Only = nil
	}
	j.out.Sort()
	return j
}

// head sets the facts about the merged surface as a whole.
func (j *join) head() {
	var first, others []string
	if j.base != nil {
		j.out.Version, j.out.Release, j.out.Provenance = j.base.Version, j.base.Release, j.base.Provenance
		j.out.OffByDefault, j.out.Everything, j.out.MediaTypes = j.base.OffByDefault, j.base.Everything, slices.Clone(j.base.MediaTypes)
		first = append(first, Spoken(j.base))
	}
	for _, s := range j.named {
		if s != j.base && (j.base == nil || !release(s)) {
			others = append(others, Spoken(s))
		}
	}
	j.out.Name, j.out.Source = with(first, others), discovery.SourceSeveral
	j.out.Fidelity = j.named[0].Fidelity
	if j.base != nil {
		j.out.Fidelity = j.base.Fidelity
	}
	j.out.Projects = map[string]discovery.Release{}
	for _, s := range j.named {
		maps.Copy(j.out.Projects, s.Projects)
	}
	j.fields(&j.out.Fidelity)
}

// fields merges the fidelity of fields: an aspect that one surface does not know is not known. A
// surface without fields does not count, because each kind shows whether its fields are known.
func (j *join) fields(f *discovery.Fidelity) {
	f.Fields = discovery.None
	for _, s := range j.named {
		if s.Fidelity.Fields == discovery.None {
			continue
		}
		first, of := f.Fields == discovery.None, fieldAspects(&s.Fidelity)
		for i, aspect := range fieldAspects(f) {
			if first {
				*aspect = *of[i]
			} else {
				*aspect = discovery.Both(*aspect, *of[i])
			}
		}
	}
}

func fieldAspects(f *discovery.Fidelity) []*discovery.Knowledge {
	return []*discovery.Knowledge{&f.Fields, &f.Required, &f.Defaults, &f.Enums, &f.Constraints, &f.Topology}
}

// incomplete adds what could not be read, except if another surface has it.
func (j *join) incomplete(s *discovery.Surface) {
	for _, i := range s.Incomplete {
		elsewhere := j.base != nil && s != j.base && (j.own[i.GroupVersion.Group] || i.GroupVersion.Group == discovery.Wildcard)
		if !elsewhere && !file(s, i) {
			j.out.Incomplete = append(j.out.Incomplete, i)
		}
	}
}

func (j *join) group(s *discovery.Surface, g *discovery.Group) {
	if j.own[g.Name] && j.base != nil && s != j.base {
		for i := range g.Versions {
			if !whole(s) {
				j.unused[s] = append(j.unused[s], discovery.GroupVersion{Group: g.Name, Version: g.Versions[i].Name}.String())
			}
		}
		return
	}
	fresh := j.out.Group(g.Name) == nil
	for i := range g.Versions {
		j.version(s, discovery.GroupVersion{Group: g.Name, Version: g.Versions[i].Name}, &g.Versions[i])
	}
	switch to := j.out.Group(g.Name); {
	case to == nil:
	case fresh:
		to.Preferred = g.Preferred
	case to.Preferred != g.Preferred:
		to.Preferred = "" // they differ, so versions are in Kubernetes' order of priority
	}
}

func (j *join) version(s *discovery.Surface, gv discovery.GroupVersion, v *discovery.Version) {
	fresh := j.out.GroupVersion(gv) == nil
	to := j.out.AddGroupVersion(gv)
	if fresh {
		to.Enforcement = v.Enforcement
	}
	for r := range slice.Each(v.Resources) {
		key := discovery.GroupResource{Group: gv.Group, Resource: r.Name}
		if j.from[key] == nil {
			j.from[key] = map[*discovery.Surface][]string{}
		}
		j.from[key][s] = append(j.from[key][s], gv.Version)
		if to.Resource(r.Name) != nil {
			continue
		}
		to.Resources = append(to.Resources, *r)
		j.schema(s, gv, r.Schema)
		for _, sub := range r.Subresources {
			j.schema(s, gv, sub.Schema)
		}
	}
}

// schema adds a schema with all that it refers to. If a group-version has two schemas of one name,
// the first is kept.
func (j *join) schema(s *discovery.Surface, gv discovery.GroupVersion, name string) {
	if name == "" || j.placed[placedSchema{gv, name}] {
		return
	}
	j.placed[placedSchema{gv, name}] = true
	body := s.Schema(gv, name)
	if body == nil {
		return
	}
	if has := j.out.Schemas[name]; has == nil {
		j.out.Schemas[name] = body
	} else if has != body && !reflect.DeepEqual(has, body) {
		j.out.AddSchemaVariant(gv, name, body)
	}
	j.references(s, gv, body)
}

func (j *join) references(s *discovery.Surface, gv discovery.GroupVersion, body *discovery.Schema) {
	j.schema(s, gv, body.Ref)
	for part := range body.Parts() {
		j.references(s, gv, part)
	}
}

// shownNames limits a list in a note.
const shownNames = 10

// notes says which resources several surfaces define, and which APIs of surfaces are not used.
func (j *join) notes() (notes []string) {
	alike := map[string][]string{}
	for _, key := range slices.SortedFunc(maps.Keys(j.from), func(a, b discovery.GroupResource) int {
		return strings.Compare(a.Group+"/"+a.Resource, b.Group+"/"+b.Resource)
	}) {
		by := j.from[key]
		if len(by) < 2 {
			continue
		}
		name := key.String()
		var names []string
		differ, first := false, []string(nil)
		for _, s := range j.named {
			if versions := by[s]; versions != nil {
				slices.Sort(versions)
				differ = differ || len(names) > 0 && !slices.Equal(versions, first)
				if len(names) == 0 {
					first = versions
				}
				names = append(names, Spoken(s))
			}
		}
		if !differ {
			alike[listed(names)+"\x00"+names[0]] = append(alike[listed(names)+"\x00"+names[0]], name)
			continue
		}
		notes = append(notes, name+": "+j.versions(by)+"; a version that one of them serves counts as served; for a version that several serve, the definition of "+names[0]+" is used")
	}
	for _, names := range slices.Sorted(maps.Keys(alike)) {
		all, first, _ := strings.Cut(names, "\x00")
		notes = append(notes, fmt.Sprintf("%s define the same resources: the definitions of %s are used for %s", all, first, shortened(alike[names])))
	}
	for _, s := range j.named {
		if unused := j.unused[s]; len(unused) > 0 {
			notes = append(notes, Spoken(s)+" is not used for "+shortened(unused)+": these are APIs of Kubernetes, and are checked with "+Spoken(j.base))
		}
	}
	return notes
}

// versions writes "./crds serves v1, context:prod serves v1 and v1beta1".
func (j *join) versions(by map[*discovery.Surface][]string) string {
	var parts []string
	for _, s := range j.named {
		if by[s] != nil {
			parts = append(parts, Spoken(s)+" serves "+listed(by[s]))
		}
	}
	return strings.Join(parts, ", ")
}

func shortened(names []string) string {
	if len(names) > shownNames {
		return phrase.First(names, shownNames)
	}
	return listed(names)
}

package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// fieldKey has a field, or a type if the field is empty.
func fieldKey(v *linkedChange) []string {
	return []string{v.subject.change.Schema + " " + v.subject.change.Field}
}

func (v *linkedChange) addsField() bool {
	return v.subject.act == added && v.subject.change.Schema != ""
}

// otherVersions gives a field the same link in all versions of its group.
func otherVersions() relation {
	var same keys = func(v *linkedChange) []string {
		c := v.subject.change
		return when(c.Schema != "", strings.Join([]string{c.Rule, c.Group, v.subject.owner, c.Field}, " "))
	}
	return relation{same.linked(), same, highest, "describes the same change of VERSION"}
}

// sharedTypes gives everything that has the same new type one link: the field with the type, and the
// kind of that field.
func sharedTypes() relation {
	types := func(v *linkedChange) []string {
		return when(v.subject.act == added, slice.Map(v.subject.newTypes, func(t string) string { return v.subject.change.Group + " " + t })...)
	}
	return relation{types, types, agreed, "describes NAME, which has the new type TYPE too"}
}

// replacedVersions links a removed alpha version to the note that added another version of its group,
// because one pull request did both. Beta versions are removed some releases after their
// replacement was added.
func (f *finder) replacedVersions() relation {
	var group keys = func(v *linkedChange) []string { return []string{v.subject.change.Group} }
	return relation{group.of("group-version-added"), func(v *linkedChange) []string {
		c := v.subject.change
		return when(v.subject.act == removed && f.removedWhole(c) && discovery.StabilityOf(c.Version) == discovery.Alpha, c.Group)
	}, alone, "describes VERSION, which replaced it"}
}

// referencedKinds links a new field that refers to a new kind to the note that added the kind.
func referencedKinds() relation {
	var kinds keys = func(v *linkedChange) []string { return when(v.subject.newKind, fold(v.subject.change.Kind)) }
	return relation{kinds.linked(), func(v *linkedChange) []string {
		return when(v.subject.field != "" && v.subject.act == added, referred(append([]string{v.subject.field}, v.subject.parts...)...)...)
	}, last, "describes the new kind KIND, which the field refers to"}
}

// removedReferences links a removed field that referred to a kind to the note that removed a version
// of the kind.
func removedReferences() relation {
	var kinds keys = func(v *linkedChange) []string { return when(!v.subject.newKind, fold(v.subject.change.Kind)) }
	return relation{kinds.of(rule.ResourceRemoved).linked(), func(v *linkedChange) []string {
		return when(v.subject.field != "" && v.subject.act == removed, referred(v.subject.field)...)
	}, last, "describes the removal of NAME, which the field referred to"}
}

// referred returns the kinds that names may refer to, in lower case: workloadRef, podGroupName.
func referred(names ...string) (kinds []string) {
	for _, name := range names {
		for _, suffix := range [...]string{"Ref", "Reference", "Name", "Names", "Refs"} {
			if kind, ok := strings.CutSuffix(name, suffix); ok {
				kinds = append(kinds, fold(kind))
			}
		}
	}
	return kinds
}

// sameGates links a change to the note of the other changes with the same feature gate, if all of them
// have the same note.
func sameGates() relation {
	key := func(v *linkedChange) []string {
		gates, stage := v.subject.gates, discovery.StabilityUnknown
		switch {
		case v.subject.act == added && len(v.subject.newGates()) > 0:
			gates = v.subject.newGates() // what is added needs older gates because of its parent
		case v.subject.act == staged && v.subject.stage != discovery.Alpha:
			stage = v.subject.stage // what becomes alpha has a new gate
		case v.subject.gatesDropped:
			stage = discovery.Stable // what no longer needs the gate is stable
		}
		return when(len(v.subject.gates) > 0, strings.Join(gates, ",")+" "+string(stage))
	}
	return relation{key, func(v *linkedChange) []string {
		return when(v.subject.act != added || len(v.subject.newGates()) > 0, key(v)...)
	}, unanimous, "describes NAME, which needs the same feature gate"}
}

// newerVersions links the deprecation or removal of a version to the note that added a newer
// version of the kind in the same release, such as v1beta3 or v1 for v1beta2. A note that describes
// one of them describes both.
func newerVersions() relation {
	var kind keys = func(v *linkedChange) []string {
		c := v.subject.change
		return when(c.Kind != "", c.Group+" "+c.Kind)
	}
	newest := func(v *linkedChange, list []*linkedChange) *linkedChange {
		if len(list) == 0 {
			return nil
		}
		from := slices.MinFunc(list, func(a, b *linkedChange) int {
			return discovery.CompareVersion(a.subject.change.Version, b.subject.change.Version)
		})
		was, is := v.subject.change.Version, from.subject.change.Version
		// A version is removed some releases after the next version of the same stage was added.
		if discovery.CompareVersion(is, was) >= 0 || v.subject.change.Rule != "api-deprecated" && !discovery.StabilityOf(is).MoreStableThan(discovery.StabilityOf(was)) {
			return nil
		}
		return from
	}
	return relation{kind.of("resource-added", "resource-graduated").linked(), kind.of("api-deprecated", rule.ResourceRemoved), newest, "describes NAME, which replaces it"}
}

// subresourcesAndFields gives a new subresource and the field of the same name one link, because
// they are added together.
func subresourcesAndFields() relation {
	var key keys = func(v *linkedChange) []string {
		switch c := v.subject.change; {
		case c.Rule == "subresource-added":
			return []string{c.GroupVersion().String() + " " + c.Kind + "/" + c.Subresource}
		case c.Rule == "field-added" && c.Field == "status":
			return []string{c.GroupVersion().String() + " " + v.subject.owner + "/status"}
		}
		return nil
	}
	return relation{key.linked(), key, last, "describes NAME, which was added with it"}
}

const notRequired = "field-required-removed"

// alternatives links a field that is no longer required to the note that added the field that can
// be set instead: its type has a field of the same name.
func alternatives() relation {
	return relation{func(v *linkedChange) []string {
		return when(v.addsField(), slice.Map(v.subject.parts, func(part string) string { return v.subject.change.Schema + " " + part })...)
	}, keys(fieldKey).of(notRequired), unanimous, "describes NAME, which can be set instead"}
}

// onlyAlternatives is like alternatives for several fields of a type that are no longer required, if
// the type has only one new field.
func onlyAlternatives() relation {
	optional := func(v *linkedChange) bool { return v.subject.change.Rule == notRequired }
	var schema keys = func(v *linkedChange) []string { return when(v.addsField() || optional(v), v.subject.change.Schema) }
	return relation{schema, schema.of(notRequired), func(v *linkedChange, list []*linkedChange) *linkedChange {
		added := slices.DeleteFunc(slices.Clone(list), optional)
		if len(list)-len(added) < 2 {
			return nil
		}
		return alone(v, added)
	}, "describes NAME, which can be set instead"}
}

// replacedValues links a new value of an enum to the note about the value that was removed from the
// same enum, because the new value replaces it.
func replacedValues() relation {
	return relation{keys(fieldKey).of(rule.EnumValueRemoved), keys(fieldKey).of(rule.EnumValueAdded), unanimous, "describes the removal of OLD, which the value replaces"}
}

// listKeys links a list with a new key to the note that added the key's field.
func listKeys() relation {
	var lacked keys = func(v *linkedChange) (keys []string) {
		c := v.subject.change
		words := func(text string) []string {
			return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
		}
		for _, word := range words(c.New) {
			if !slices.Contains(words(c.Old), word) {
				keys = append(keys, c.GroupVersion().String()+" "+word)
			}
		}
		return keys
	}
	return relation{func(v *linkedChange) []string {
		return when(v.addsField(), v.subject.change.GroupVersion().String()+" "+v.subject.field)
	}, lacked.of("list-topology-changed"), unanimous, "describes NAME, a new key of the list"}
}

// unionMembers links a union with a new member to the note that added the member's field.
func unionMembers() relation {
	var newField keys = func(v *linkedChange) []string { return when(v.addsField(), fieldKey(v)...) }
	var members keys = func(v *linkedChange) (keys []string) {
		for member := range strings.SplitSeq(v.subject.change.New, ",") {
			_, field, _ := strings.Cut(member, ":")
			field, _, _ = strings.Cut(field, "=")
			keys = append(keys, v.subject.change.Schema+" "+field)
		}
		return keys
	}
	return relation{newField.linked(), members.of("union-changed"), last, "describes NAME, a new member of the union"}
}

// specAndStatus links a field to the new field of the same name in the related type, such as the
// status for the spec, because one pull request adds both.
func specAndStatus() relation {
	var related keys = func(v *linkedChange) []string {
		return when(v.addsField(), v.subject.change.GroupVersion().String()+" "+base(v.subject.owner)+" "+v.subject.change.Field)
	}
	return relation{related.linked(), func(v *linkedChange) []string {
		return when(len(Humps(v.subject.field)) > 1, related(v)...)
	}, last, "describes NAME, which was added with it"}
}

// deprecatedTypes links a deprecated type to what is deprecated with it: a list type to its kind,
// and the type of a field to the field, or to the type that has the field.
func (f *finder) deprecatedTypes() relation {
	var with keys = func(v *linkedChange) []string {
		c := v.subject.change
		if c.Rule == "api-deprecated" {
			return []string{c.GroupVersion().String() + " " + c.Kind + "List"}
		}
		return when(v.subject.act == deprecated, held(place(f.in.New, c.GroupVersion(), c.Schema, c.Field), c.Field == "")...)
	}
	var types keys = func(v *linkedChange) []string {
		c := v.subject.change
		return []string{c.Schema, c.GroupVersion().String() + " " + v.subject.owner}
	}
	return relation{with.linked(), types.of("type-deprecated"), last, "describes NAME, which is deprecated with it"}
}

// held returns the types that a schema refers to, or for a whole type those of its fields.
func held(s *discovery.Schema, whole bool) []string {
	if s == nil {
		return nil
	}
	if !whole {
		return []string{s.Ref}
	}
	return slice.Flat(s.Properties, func(p discovery.Field) []string { return held(p.Schema, false) })
}

func (f *finder) byKey(of keys) map[string][]*linkedChange {
	members := map[string][]*linkedChange{}
	for _, v := range f.changes {
		for _, key := range of(v) {
			members[key] = append(members[key], v)
		}
	}
	return members
}

package link

import "github.com/kubedelta/kubedelta/discovery"

// deprecatedTypes links a deprecated type to what is deprecated with it: a list type to its kind,
// and the type of a field to the field, or to the type that has the field.
func (f *finder) deprecatedTypes() {
	for again := true; again; {
		with := f.deprecatedWith()
		again = false
		for _, v := range f.changes {
			if !v.open() || v.subject.change.Rule != "type-deprecated" {
				continue
			}
			from := with[v.subject.change.Schema]
			if from == nil {
				from = with[v.subject.change.GroupVersion().String()+" "+v.subject.owner]
			}
			if from != nil {
				f.infer(v, from, "describes "+from.subject.name()+", which is deprecated with it")
				again = true
			}
		}
	}
}

// deprecatedWith returns the linked deprecations by the types that are deprecated with them.
func (f *finder) deprecatedWith() map[string]*linkedChange {
	with := map[string]*linkedChange{}
	for _, v := range f.changes {
		if v.skip || v.top == nil || v.subject.act != deprecated {
			continue
		}
		c := v.subject.change
		if c.Rule == "api-deprecated" {
			with[c.GroupVersion().String()+" "+c.Kind+"List"] = v
			continue
		}
		at := place(f.in.New, c.GroupVersion(), c.Schema, c.Field)
		for _, ref := range held(at, c.Field == "") {
			with[ref] = v
		}
	}
	return with
}

// held returns the types that a schema refers to, or for a whole type those of its fields.
func held(s *discovery.Schema, whole bool) (refs []string) {
	if s == nil {
		return nil
	}
	if !whole {
		return []string{s.Ref}
	}
	for i := range s.Properties {
		refs = append(refs, held(s.Properties[i].Schema, false)...)
	}
	return refs
}

package link

// twins links a field to the one of the same name that came to the type beside its own, in
// the status what is in the spec: one pull request adds both.
func (f *finder) twins() {
	came := map[string]*verdict{}
	key := func(v *verdict) string {
		c := v.subject.change
		return c.Group + "/" + c.Version + " " + base(v.subject.owner) + " " + c.Field
	}
	for i := range f.cases {
		if v := &f.cases[i]; v.top != nil && v.subject.act == added && v.subject.change.Schema != "" {
			came[key(v)] = v
		}
	}
	for i := range f.cases {
		v := &f.cases[i]
		if v.open() && v.subject.act == added && len(Humps(v.subject.field)) > 1 && came[key(v)] != nil {
			f.infer(v, came[key(v)], "describes "+came[key(v)].subject.name()+", which was added with it")
		}
	}
}

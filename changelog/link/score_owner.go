package link

// owners gives points for the names of the owners of a field, to notes that already have points. If
// the type itself changed, its kind is enough.
func (x *index) owners(s *subject, cs *candidates) {
	o := ownership{cs: cs, whole: s.field == "", best: map[int32]float64{}, text: map[int32]string{}}
	for _, kind := range append([]string{s.owner}, s.kinds...) {
		if kind != s.owner || !s.sharesName {
			x.owner(kind, &o)
		}
	}
	if w := stems(s.owner); len(w) > 1 && !s.sharesName {
		x.coverage(w, func(i int32, share float64) {
			if share >= 0.5 {
				o.note(i, 1.2*share, "names "+s.owner+" in words")
			}
		})
	}
	o.give()
	for _, name := range groupWords(s.change.Group) {
		why := "is about " + s.change.Group
		x.phrase(stems(name), func(p posting, _ bool) {
			if c := cs.known(p.entry); c != nil && !c.namesOwner && !c.ofGroup {
				c.ofGroup = true
				c.give(0.7, why)
			}
		})
	}
}

// ownership has the best mention of an owner by note.
type ownership struct {
	cs *candidates
	// whole: the type itself changed.
	whole bool
	best  map[int32]float64
	text  map[int32]string
}

func (o *ownership) note(i int32, points float64, why string) {
	if o.whole {
		o.cs.of(i).named = true
	}
	if o.cs.known(i) != nil && points > o.best[i] {
		o.best[i], o.text[i] = points, why
	}
}

func (o *ownership) give() {
	for i := range o.cs.list {
		c := &o.cs.list[i]
		points := o.best[c.entry]
		if points == 0 {
			continue
		}
		if o.whole {
			points *= 2.5
		}
		c.namesOwner = true
		c.give(points, o.text[c.entry])
	}
}

// owner records the mentions of one name: as written, in the plural, in words, or as an acronym.
func (x *index) owner(kind string, o *ownership) {
	why := "names " + kind
	w := stems(kind)
	full := 1.5
	if len(w) == 1 {
		full = 0.4 + 0.8*x.rarity(w[0])
	}
	for _, name := range [...]string{kind, kind + "s"} {
		for _, p := range x.folded[fold(name)] {
			if o.whole && x.called(p) {
				o.note(p.entry, 1.5, why)
			}
			o.note(p.entry, full, why)
		}
	}
	x.phrase(w, func(p posting, clean bool) {
		if clean {
			o.note(p.entry, full*0.9, why)
		} else {
			o.note(p.entry, full*0.6, why)
		}
	})
	if short := acronym(kind); short != "" {
		for _, p := range x.initials(short) {
			o.note(p.entry, full, why)
		}
	}
}

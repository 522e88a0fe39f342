package link

// owners gives points for the names of the owners of a field, to notes that already have points. If
// the type itself changed, its kind is enough.
func (x *index) owners(s *subject, cs *candidates) {
	whole := s.field == ""
	best := map[int32]reason{}
	found := func(i int32, points float64, why string) {
		if whole {
			cs.of(i).named = true
		}
		if cs.at[i] >= 0 && points > best[i].points {
			best[i] = reason{points, why}
		}
	}
	for _, kind := range append([]string{s.owner}, s.kinds...) {
		if kind != s.owner || !s.sharesName {
			x.owner(kind, whole, found)
		}
	}
	if w := stems(s.owner); len(w) > 1 && !s.sharesName {
		x.coverage(w, func(i int32, share float64) {
			if share >= 0.5 {
				found(i, 1.2*share, "mentions "+s.owner+" in words")
			}
		})
	}
	for i := range cs.list {
		c := &cs.list[i]
		r, ok := best[c.entry]
		if !ok {
			continue
		}
		if whole {
			r.points *= 2.5
		}
		c.namesOwner = true
		c.give(r.points, r.text)
	}
	for _, name := range groupWords(s.change.Group) {
		x.phrase(stems(name), func(p posting, _ bool) {
			if cs.at[p.entry] < 0 {
				return
			}
			if c := cs.of(p.entry); !c.namesOwner && !c.ofGroup {
				c.ofGroup = true
				c.give(0.7, "is about "+s.change.Group)
			}
		})
	}
}

// owner finds the mentions of one name: as written, in the plural, in words, or as an acronym. whole:
// the type itself changed.
func (x *index) owner(kind string, whole bool, found func(i int32, points float64, why string)) {
	why := "mentions " + kind
	w := stems(kind)
	full := 1.5
	if len(w) == 1 {
		full = 0.4 + 0.8*x.rarity(w[0])
	}
	for _, name := range [...]string{kind, kind + "s"} {
		for _, p := range x.folded[fold(name)] {
			if whole && x.called(p) {
				found(p.entry, 1.5, why)
			}
			found(p.entry, full, why)
		}
	}
	x.phrase(w, func(p posting, clean bool) {
		if clean {
			found(p.entry, full*0.9, why)
		} else {
			found(p.entry, full*0.6, why)
		}
	})
	if short := acronym(kind); short != "" {
		for _, p := range x.initials(short) {
			found(p.entry, full, why)
		}
	}
}

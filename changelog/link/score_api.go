package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func (x *index) scoreAPI(s *subject, cs *candidates) {
	x.groupVersion(s, cs)
	for _, kind := range s.kinds {
		x.kind(s, kind, cs)
		if s.act == removed {
			x.onlyRemoval(kind, cs)
		}
	}
	if sub := s.change.Subresource; sub != "" {
		x.name(cs, sub, spelling{exact: 2, phrase: 1.5, text: "mentions the subresource " + sub}, func(c *candidate, _ bool) { c.named = true })
		for _, kind := range s.kinds {
			x.joined(kind, kind, sub, cs)
		}
		x.subresource(s.change.Resource, sub, cs)
	}
	if strings.HasPrefix(s.change.Rule, "media-type-") {
		x.mediaType(cmp.Or(s.change.New, s.change.Old), cs)
	}
	if strings.HasPrefix(s.change.Rule, "query-parameter-") {
		x.parametersOf(s.change.Verb, cs)
	}
	x.aliases(s, cs)
	if s.field != "" {
		x.name(cs, s.field, spelling{exact: 5.5, phrase: 2, text: "mentions the parameter " + s.field}, func(c *candidate, _ bool) { c.named = true })
	}
}

// parametersOf gives points to the notes about the parameters of deletecollection. The other verbs,
// such as get and list, are common words.
func (x *index) parametersOf(verb string, cs *candidates) {
	if verb != "deletecollection" {
		return
	}
	for _, p := range x.folded[verb] {
		if slices.Contains(x.entries[p.entry].words, stem("parameters")) {
			cs.exactly(p.entry, 6, "is about the parameters of "+verb)
		}
	}
}

// subresource gives points to the notes that have the path of a subresource:
// "certificatesigningrequests/approval", "pod/eviction".
func (x *index) subresource(resource, sub string, cs *candidates) {
	for i := range x.entries {
		e := &x.entries[i]
		if e.subresources[resource+"/"+sub] || e.subresources[strings.TrimSuffix(resource, "s")+"/"+sub] {
			cs.exactly(int32(i), 3, "contains the path of the subresource")
		}
	}
}

// versions returns the group-versions that a note may name for the change: its own, and for a
// graduation the one before it.
func (s *subject) versions() (out []discovery.GroupVersion) {
	out = append(out, s.change.GroupVersion())
	if s.change.Rule == "resource-graduated" && s.change.Old != "" {
		out = append(out, discovery.GroupVersion{Group: s.change.Group, Version: s.change.Old})
	}
	return out
}

func (x *index) groupVersion(s *subject, cs *candidates) {
	gvs := s.versions()
	group := s.change.Group
	short, _, _ := strings.Cut(group, ".")
	byCommonName := x.byCommonName(group)
	for i := range x.entries {
		e := &x.entries[i]
		if x.moved(s, int32(i), cs) {
			continue
		}
		if e.versions[gvs[0].Version] && byCommonName[int32(i)] {
			// "Introduce v1beta2 for Priority and Fairness"
			cs.of(int32(i)).give(3.5, "is about "+group+" and mentions "+gvs[0].Version)
			continue
		}
		if points, why, exact := e.namesVersion(gvs[0], short); points > 0 {
			c := cs.of(int32(i))
			c.exact = exact
			c.give(points, why)
			if exact && s.change.Rule == "group-version-added" {
				// No older note can name it.
				c.give(1, "")
			}
			continue
		}
		if len(gvs) > 1 {
			if points, why, _ := e.namesVersion(gvs[1], short); points > 1 {
				cs.of(int32(i)).give(0.75*points, why)
				continue
			}
		}
		if group != "" && (e.groups[group] || e.groups[short]) {
			cs.of(int32(i)).give(1, "mentions "+group)
		}
		if e.otherVersion(group, short) {
			// It is about another version of the group.
			cs.of(int32(i)).give(-2, "")
		}
	}
}

// moved gives points to a note that says that the group moved from one version to another.
func (x *index) moved(s *subject, i int32, cs *candidates) bool {
	gv := s.change.GroupVersion()
	if !slices.ContainsFunc(x.entries[i].note.Renames, func(r changelog.Rename) bool {
		if s.act == removed {
			return r.From == gv.String()
		}
		return r.To == gv.String() && (s.change.Resource == "" || slices.Contains(s.before, discovery.ParseGroupVersion(r.From).Version))
	}) {
		return false
	}
	cs.exactly(i, 6.5, "takes "+gv.Group+" from one version to another")
	return true
}

// byCommonName returns the notes that use the common name of a group for the API of the API server.
// Drivers and kubelets have other APIs of the same name.
func (x *index) byCommonName(group string) map[int32]bool {
	out := map[int32]bool{}
	if plainWord(group) {
		return out
	}
	for _, name := range groupWords(group) {
		x.phrase(stems(name), func(p posting, clean bool) {
			e := &x.entries[p.entry]
			if clean && int(p.at) < e.lead && e.stated.adds && !e.stated.graduates && !e.groups[group] && !e.betweenComponents() {
				out[p.entry] = true
			}
		})
	}
	return out
}

// betweenComponents reports whether a note is about an API between kubelets, drivers and runtimes,
// which has its own versions: "DRA kubelet: gRPC API graduated to v1".
func (e *entry) betweenComponents() bool {
	return slices.Contains(e.words, "kubelet") || slices.Contains(e.words, "grpc")
}

// namesVersion returns points by how exactly a note names a group-version.
func (e *entry) namesVersion(gv discovery.GroupVersion, short string) (points float64, why string, exact bool) {
	if gv.Group == "" {
		if e.versions[gv.Version] && len(e.groupVersions) == 0 {
			return 1, "mentions " + gv.Version, false
		}
		return 0, "", false
	}
	_, called := e.names[short]
	switch {
	case e.groupVersions[gv.String()]:
		return 4, "mentions " + gv.String(), true
	case e.versions[gv.Version] && (e.groups[gv.Group] || e.groups[short]):
		return 3.5, "mentions " + gv.Group + " and " + gv.Version, true
	case e.groupVersions[short+"/"+gv.Version]:
		return 3.5, "mentions " + short + " " + gv.Version, true
	case e.versions[gv.Version] && called:
		return 2, "mentions " + short + " and " + gv.Version, false
	case e.versions[gv.Version]:
		return 1, "mentions " + gv.Version, false
	}
	return 0, "", false
}

// ofOthers reports whether a note names other kinds of the group-version, and not the one that
// changed: "the PodDisruptionBudget API has been promoted to policy/v1".
func (e *entry) ofOthers(s *subject) bool {
	names := func(kind string) bool {
		_, one := e.names[kind]
		_, many := e.names[kind+"s"]
		return one || many
	}
	return s.change.Kind != "" && !names(s.change.Kind) && !names(s.change.Resource) && slices.ContainsFunc(s.others, names)
}

// otherVersion reports whether a note names versions of this group. The caller knows that the
// version of the change is not among them.
func (e *entry) otherVersion(group, short string) bool {
	for gv := range e.groupVersions {
		g, _, _ := strings.Cut(gv, "/")
		if g == group || g == short {
			return true
		}
	}
	return false
}

// kind gives points for the kind, its plural, and its acronym.
func (x *index) kind(s *subject, kind string, cs *candidates) {
	w := stems(kind)
	full := 3.0
	if len(w) == 1 {
		full = 1 + x.rarity(w[0])
	}
	if s.newKind {
		// No older note can name it.
		full++
	}
	why := "mentions " + kind
	seen := map[int32]bool{}
	give := func(p posting, points float64) {
		if seen[p.entry] {
			return
		}
		seen[p.entry] = true
		if int(p.at) >= x.entries[p.entry].lead {
			points *= 0.85
		}
		c := cs.of(p.entry)
		c.named = true
		c.give(points, why)
	}
	for _, name := range [...]string{kind, s.change.Resource, kind + "s"} {
		if name != "" && (name != s.change.Resource || s.change.Subresource == "" || len(Humps(name)) > 1) {
			for _, p := range x.folded[fold(name)] {
				if len(w) == 1 && x.called(p) {
					give(p, 3)
				}
				give(p, full)
			}
		}
	}
	if len(w) > 1 {
		x.phrase(w, func(p posting, clean bool) {
			switch last := (posting{p.entry, p.at + int32(len(w)) - 1}); { //nolint:gosec // a kind has few words
			case clean && x.called(last):
				give(p, full)
			case clean:
				give(p, full*0.75)
			default:
				give(p, full*0.4)
			}
		})
	}
	if short := acronym(kind); short != "" {
		for _, p := range x.initials(short) {
			give(p, full*0.75)
		}
	}
}

// onlyRemoval gives points to a note whose first sentence removes something, if no other note has the
// name of the kind that was removed.
func (x *index) onlyRemoval(kind string, cs *candidates) {
	var namers []int32
	for _, name := range [...]string{kind, kind + "s"} {
		for _, p := range x.names[name] {
			namers = slice.Add(namers, p.entry)
		}
	}
	if i := only(namers); i >= 0 && x.entries[i].stated.leadRemoves {
		cs.of(i).give(1.5, "is the only entry that mentions "+kind)
	}
}

// called reports whether the name at p is called an API object: "the v1 Endpoints API", "Event
// objects".
func (x *index) called(p posting) bool {
	e := &x.entries[p.entry]
	if i := int(p.at); i > 0 && isVersion(e.words[i-1]) {
		return true
	}
	if i := int(p.at) + 1; i < len(e.words) {
		switch e.words[i] {
		case "api", "object", "resourc", "kind", "typ":
			return true
		}
	}
	return false
}

// mediaType gives points for the encoding: CBOR for application/cbor-seq.
func (x *index) mediaType(name string, cs *candidates) {
	_, encoding, _ := strings.Cut(name, "/")
	if i := strings.LastIndexByte(encoding, '+'); i >= 0 {
		encoding = encoding[i+1:]
	}
	encoding, _, _ = strings.Cut(encoding, "-")
	if encoding != "" {
		x.name(cs, encoding, spelling{exact: 16, text: "mentions the encoding " + encoding}, func(c *candidate, _ bool) { c.named = true })
	}
}

// aliases gives points for the common name of a group that reached the stage of the version:
// "Dynamic Resource Allocation got promoted to beta".
func (x *index) aliases(s *subject, cs *candidates) {
	c := s.change
	if c.Rule != "group-version-added" && c.Rule != "resource-graduated" && !s.graduated || plainWord(c.Group) {
		return
	}
	seen := map[int32]bool{}
	for _, name := range groupWords(c.Group) {
		x.phrase(stems(name), func(p posting, clean bool) {
			e := &x.entries[p.entry]
			if clean && !seen[p.entry] && int(p.at) < e.lead && e.stated.graduates && e.reaches(s.stage) && len(e.note.Facts.Flags) == 0 && !e.betweenComponents() {
				seen[p.entry] = true
				cs.of(p.entry).give(2.5, "states that "+name+" reached "+stageWord(s.stage))
			}
		})
	}
}

// initials returns the notes that call a kind by its acronym: PVC, and pvc. MAP counts only in
// capitals, because it is also a word.
func (x *index) initials(short string) []posting {
	if short == "MAP" {
		return x.names[short]
	}
	return x.folded[fold(short)]
}

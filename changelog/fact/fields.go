package fact

import (
	"slices"
	"strings"
)

// fields finds paths below spec, status and metadata, names next to the word field, and names of
// API properties that have two words or more, so that they can be nothing else.
func (r *reading) fields() (names found) {
	spoken := r.says("field")
	for n, s := range r.sentences {
		for i, t := range s.tokens {
			if t.mark || t.cut || t.text[0] == '-' || !spoken && t.text == t.low && !strings.Contains(t.text, ".") {
				continue
			}
			for part := range strings.SplitSeq(possessive(t.text), "/") {
				if r.field(s, i, part, spoken) {
					names.add(n, i, part)
				}
			}
		}
	}
	return names
}

func (r *reading) field(s sentence, i int, name string, spoken bool) bool {
	if path(name) || spoken && s.tokens[i].quoted && s.word(i+1) == "field" && lowerPath(name) {
		return true
	}
	if !plain(name) || r.Dictionary.kinds[name] != "" {
		return false
	}
	near := spoken && (s.beside(i, listed("fieldWord")) || s.listOfFields(i))
	known, ok := r.Dictionary.fields[strings.ToLower(name)]
	if ok && humps(known) >= 1 && (name == known || humps(name) >= 2) {
		return name == known || near || s.tokens[i].quoted && !r.gateNamed(name)
	}
	return near && s.unknownField(i, name, known)
}

// unknownField reports whether a name beside the word field is that of a field that no release has,
// or that has one word as its name.
func (s sentence) unknownField(i int, name, known string) bool {
	return (s.tokens[i].quoted || humps(name) > 0) && lowerFirst(name) || name == known && s.word(i+1) == "field" && !s.fieldOfName(i+1)
}

// fieldOfName reports whether the word field at i is followed by the noun that it belongs to:
// "custom resource field selectors".
func (s sentence) fieldOfName(i int) bool {
	return s.goesOn(i+1) && !is("stops", s.word(i+1)) && !is("softly", s.word(i+1)) && !is("auxiliary", s.word(i+1)) && s.word(i+1) != "to"
}

func lowerFirst(name string) bool { return name[0] >= 'a' && name[0] <= 'z' }

func (r *reading) gateNamed(name string) bool { return r.gateNames[name] }

// path reports whether s is a path in an object: "spec.podOS", ".status.loadBalancer",
// "Service.spec.loadBalancerIP".
func path(s string) bool {
	if !strings.Contains(s, ".") {
		return false
	}
	parts := strings.Split(strings.TrimPrefix(s, "."), ".")
	root := -1
	for i, part := range parts {
		if !plain(strings.TrimSuffix(part, "[*]")) {
			return false
		}
		if root < 0 && i < 3 && has([]string{"spec", "status", "metadata"}, strings.ToLower(part)) {
			root = i
		}
	}
	return root >= 0 && (root < len(parts)-1 || root > 0 || strings.HasPrefix(s, "."))
}

// listOfFields reports whether i is in a list of quoted names that ends with "fields".
func (s sentence) listOfFields(i int) bool {
	for j := i + 1; j < len(s.tokens) && j < i+40; j++ {
		switch t := s.tokens[j]; {
		case t.low == "fields":
			return true
		case !joins(t) && !t.quoted && humps(t.text) == 0:
			return false
		}
	}
	return false
}

// lowerPath reports whether s is a dotted name whose parts begin with lower-case letters:
// "series.state".
func lowerPath(s string) bool {
	parts := strings.Split(s, ".")
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !plain(part) || !lowerFirst(part) })
}

// plain reports whether s consists of letters and digits and begins with a letter.
func plain(s string) bool {
	return s != "" && letter(s[0]) && consists(s, lowers+"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

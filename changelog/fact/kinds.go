package fact

import "strings"

// kinds finds API kinds, written with capitals, in the singular or plural. A kind of one word that
// begins a sentence ("Service accounts", "Node shutdown") counts only in quotes.
func (r *reading) kinds() (found found) {
	if len(r.Dictionary.kinds) == 0 {
		return nil
	}
	for n, s := range r.sentences {
		for i, t := range s.tokens {
			if t.mark || !strings.ContainsAny(t.text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
				continue
			}
			for _, part := range names(t.text) {
				kind := r.Dictionary.kinds[part]
				if kind == "" || humps(kind) < 2 && !t.quoted && kind == t.text && s.begins(i) && !r.beforeKind(s, i) || r.gateHere(s, i, part) {
					continue
				}
				found.add(n, i, kind)
			}
		}
	}
	return found
}

// beforeKind reports whether another kind follows: "Ingress and IngressClass".
func (r *reading) beforeKind(s sentence, i int) bool {
	return i+2 < len(s.tokens) && joins(s.tokens[i+1]) && r.Dictionary.kinds[s.tokens[i+2].text] != ""
}

// gateHere reports whether the name is the feature gate of a kind.
func (r *reading) gateHere(s sentence, i int, name string) bool {
	return r.Dictionary.gates[name] && s.word(i+1) == "feature" && strings.HasPrefix(s.word(i+2), "gate")
}

// begins reports whether the token at i is the first of its sentence, or follows a colon.
func (s sentence) begins(i int) bool { return i == 0 || s.tokens[i-1].text == ":" }

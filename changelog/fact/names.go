package fact

import "strings"

// removedNames returns what the removal statements are about.
func (r *reading) removedNames() []string {
	return r.ofStatements(anything, func(s sentence, i int) statement {
		st := r.removalAt(s, i)
		if s.code || st.voice != silent && (outOfFile(s, st) || onlySupport(s, st) || byDefault(s, st.to)) {
			return statement{}
		}
		return st
	}).names()
}

// lockedNames returns the gates that the lock statements are about. Only gates can be locked, so
// the only gate of a text counts if it is before the statement.
func (r *reading) lockedNames() []string {
	if names := r.ofStatements(aGate, r.lockAt).names(); len(names) > 0 {
		return names
	}
	if gates := r.gates.names(); len(gates) != 1 {
		return nil
	}
	first := r.gates[0]
	for n := first.sentence; n < len(r.sentences); n++ {
		for i := range r.sentences[n].tokens {
			if (n > first.sentence || i > first.token) && r.lockAt(r.sentences[n], i).voice != silent {
				return []string{first.name}
			}
		}
	}
	return nil
}

func (r *reading) ofStatements(of sortOf, at func(sentence, int) statement) (names found) {
	for n, s := range r.sentences {
		for i := range s.tokens {
			if st := at(s, i); st.voice != silent {
				names = append(names, r.about(n, st, of)...)
			}
		}
	}
	return names
}

// outOfFile matches "removed the flag from the manifest", which does not remove the flag itself.
func outOfFile(s sentence, st statement) bool {
	for j := st.to; j < len(s.tokens) && j < st.to+20; j++ {
		if s.word(j) != "from" {
			continue
		}
		for k := j + 1; k < len(s.tokens) && k < j+8; k++ {
			switch word := s.word(k); {
			case has([]string{"manifest", "manifests", "file", "files", "documentation", "docs", "script", "scripts", "test", "tests", "default", "defaults"}, word):
				return true
			case s.tokens[k].mark && word != "/":
				return false
			}
		}
	}
	return false
}

// onlySupport matches "dropped support for the X feature in Windows", which does not remove the
// gate.
func onlySupport(s sentence, st statement) bool {
	from, to := st.to, len(s.tokens)
	if st.voice == passive {
		from, to = s.subject(st.from)
	}
	if s.word(from) != "support" && s.word(from+1) != "support" {
		return false
	}
	return s.some(from, min(to, from+12), func(j int) bool {
		return strings.HasPrefix(s.word(j), "feature") && !strings.HasPrefix(s.word(j+1), "gate")
	})
}

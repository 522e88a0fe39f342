package fact

import "strings"

// deprecationAt returns the deprecation statement whose verb is at i.
func (r *reading) deprecationAt(s sentence, i int) (none statement) {
	t := s.tokens[i]
	if s.code || t.mark || t.quoted && t.text != t.low {
		return none
	}
	switch t.low {
	case "deprecated":
		return r.deprecatedAt(s, i)
	case "deprecates", "deprecate", "deprecating":
		if !r.deprecatesObject(s, i) {
			return none
		}
		return statement{active, i, i + 1}
	}
	if r.mending(s, i+1) {
		return none
	}
	if t.low == "deprecation" && s.word(i+1) == "of" && s.clause(i) && !statedOf(s, i) {
		return statement{active, i, i + 2}
	}
	end, ok := phraseAt("deprecationPhrase", s, i)
	if !ok || t.low == "marking" && !s.clause(i) || r.asideOfDeprecation(s, i) || s.word(end) == "since" {
		return none
	}
	return announcement(s, i, end)
}

// deprecatedAt returns the statement of the word "deprecated" at i.
func (r *reading) deprecatedAt(s sentence, i int) (none statement) {
	switch {
	case s.word(i+1) == "since" || s.word(i+2) == "since": // "deprecated since v1.14"
		return none
	case r.isDeprecated(s, i):
		return statement{passive, s.verbFrom(i), i + 1}
	case s.clause(i) && !adjectiveOfSubject(s, i) && !dated(s, i) && !r.mending(s, i):
		return statement{active, i, i + 1}
	}
	return none
}

// deprecatesObject reports whether "deprecates", "deprecate" or "deprecating" at i is a statement,
// not a plan or a description.
func (r *reading) deprecatesObject(s sentence, i int) bool {
	if s.word(i) == "deprecates" {
		return !has([]string{"that", "which"}, s.word(i-1)) && !r.mending(s, i)
	}
	return (s.clause(i) || s.word(i) == "deprecating" && s.word(i-1) == "and") && !r.mending(s, i)
}

// announcement returns the statement of "marked X as deprecated", "X was marked as deprecated" and
// "added a deprecation warning for X".
func announcement(s sentence, i, end int) statement {
	if strings.HasPrefix(s.word(i), "mark") {
		if s.toBe(i) {
			return statement{passive, s.verbFrom(i), end}
		}
		return statement{active, i, i + 1}
	}
	for has([]string{"for", "of", "on", "about", "when", "if", "warning", "warnings", "notice", "message", "messages"}, s.word(end)) {
		end++
	}
	return statement{active, i, end}
}

// isDeprecated matches "is now deprecated". It is false if the words before say that the
// deprecation is still to come or is older.
func (r *reading) isDeprecated(s sentence, i int) bool {
	j := i - 1
	for has([]string{"now", "also", "officially", "formally", "hereby", "being", "thus", "therefore", "already", "both", "marked", "as", "fully"}, s.word(j)) {
		if s.word(j) == "already" {
			return false
		}
		j--
	}
	past := false
	switch s.word(j) {
	case "is", "are":
	case "was", "were", "been":
		past = true
	default:
		return i > 0 && s.word(i-1) == "now"
	}
	if has([]string{"that", "which", "who"}, s.word(j-1)) || has([]string{"that", "which"}, s.word(j-2)) {
		return false
	}
	return (!past || !dated(s, i)) && !r.asideOfDeprecation(s, j) && (!r.mending(s, i) || i >= 16)
}

// dated reports whether a release or year follows directly, so that the deprecation is older.
func dated(s sentence, i int) bool {
	if has([]string{"in", "as", "from", "with"}, s.word(i+1)) && s.some(i+2, i+6, func(j int) bool { return minor(s.word(j)) != "" || year(s.word(j)) }) {
		return true
	}
	return s.word(i+1) == "several" || s.word(i+1) == "for"
}

// year reports whether a word is a year of this century.
func year(word string) bool {
	return len(word) == 4 && word[:2] == "20" && digit(word[2]) && digit(word[3])
}

// asideOfDeprecation reports whether the words before i are about the future or a condition.
func (r *reading) asideOfDeprecation(s sentence, i int) bool {
	clause := since(s.before(i, 7), ",", ";", ":", "(")
	return contains(clause, listed("asideOfDeprecation")) || contains(clause[max(0, len(clause)-2):], one("to"))
}

// adjectiveOfSubject matches "Deprecated flags … were removed": the clause is about things that
// were already deprecated.
func adjectiveOfSubject(s sentence, i int) bool {
	if has([]string{"the", "a", "an"}, s.word(i+1)) {
		return false // "Deprecated the flag …"
	}
	aside := 0
	for j := i + 1; j < len(s.tokens) && j < i+20; j++ {
		switch s.tokens[j].text {
		case "(":
			aside++
		case ")":
			aside--
		}
		if aside > 0 {
			continue
		}
		switch s.tokens[j].low {
		case "is", "are", "was", "were", "has", "have", "will", "can", "should", "now":
			return true
		case "in": // "scheduled for removal in 1.25"
			if minor(s.word(j+1)) == "" {
				return false
			}
		case ",", "and":
			if j > i+1 && (j+1 == len(s.tokens) || !identifier(s.tokens[j+1])) {
				return false
			}
		case "for", ";", ":", "since", "as", "use":
			if s.word(j+1) != "removal" {
				return false
			}
		}
	}
	return false
}

package fact

import "github.com/kubedelta/kubedelta/changelog"

// removesBetaAPIs reports whether the text says that beta APIs were removed, and names none of them:
// "Deprecated beta APIs scheduled for removal in 1.25 are no longer served". facts are those of the
// text.
func (r *reading) removesBetaAPIs(facts *changelog.Facts) bool {
	if !facts.Removes || len(facts.APIKinds)+len(facts.GroupVersions)+len(facts.Fields)+len(facts.Gates)+len(facts.Flags) > 0 {
		return false
	}
	for _, s := range r.sentences {
		named := func(i int) bool {
			_, ok := phraseAt("betaAPIPhrase", s, i)
			return ok
		}
		if r.removesIn(s) && s.some(0, len(s.tokens), named) {
			return true
		}
	}
	return false
}

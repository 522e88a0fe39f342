package fact

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// removalPlanned returns the release in which something will be removed, or "future" if no release
// is named. A removal that was planned for this release and is done is not planned.
func (r *reading) removalPlanned() string {
	if !r.saysRemoval() {
		return ""
	}
	if planned := r.planned(); planned != r.release.String() || !r.removes() {
		return planned
	}
	return ""
}

func (r *reading) planned() string {
	planned := ""
	for _, s := range r.sentences {
		if s.code {
			continue
		}
		for i := range s.tokens {
			if release := deferredTo(s, i); release != "" {
				return release
			}
			end, ok := phraseAt("plannedPhrase", s, i)
			if !ok || takenBack(s, i) || s.word(end) == "able" {
				continue
			}
			switch release := r.plannedFor(s, i, end); release {
			case "":
			case "future":
				planned = release
			default:
				return release
			}
		}
	}
	return planned
}

// deferredTo returns the release to which a removal is deferred: "deferred the removal from v1.37
// to v1.38".
func deferredTo(s sentence, i int) string {
	if !has([]string{"defer", "deferred", "defers", "postpone", "postponed", "postpones", "delay", "delayed"}, s.word(i)) {
		return ""
	}
	removal := false
	for j := i + 1; j < len(s.tokens) && j < i+40; j++ {
		removal = removal || s.word(j) == "removal" || s.word(j) == "removing"
		if release := minor(s.word(j)); release != "" && removal && has([]string{"to", "until", "till"}, s.word(j-1)) {
			return release
		}
	}
	return ""
}

// toCome returns the release that a word names, unless it is older than that of the notes.
func (r *reading) toCome(word string) string {
	release, err := discovery.ParseRelease(minor(word))
	if err != nil || r.release.Known() && !r.release.AtOrBefore(release) {
		return ""
	}
	return minor(word)
}

// takenBack matches "was initially planned to be removed" and "requires it to be removed".
func takenBack(s sentence, i int) bool {
	return contains(s.before(i, 7), one("initially", "originally", "previously", "not", "no", "if", "when", "requires", "requiring"))
}

// plannedFor returns the release that the words around a planned removal name.
func (r *reading) plannedFor(s sentence, i, end int) string {
	if release := r.releaseAfter(s, i); release != "" {
		return release
	}
	for j := i - 1; j >= 0 && j > i-25; j-- {
		if release := r.toCome(s.tokens[j].low); release != "" && has([]string{"in", "starting", "from", "release", "kubernetes", "with", "by"}, s.word(j-1)) && r.deprecatedNot(s, j) {
			return release
		}
	}
	if s.word(i) == "to" || s.word(end-1) != "removed" && s.word(end-1) != "dropped" || s.word(end) == "from" {
		return ""
	}
	if r.says("deprecat", "flag", "feature gate", "support") {
		return "future"
	}
	return ""
}

// deprecatedNot reports whether the release at j is not the release of the deprecation, as in
// "deprecated in v1.21 and will be removed".
func (r *reading) deprecatedNot(s sentence, j int) bool {
	return s.word(j-2) != "deprecated" && s.word(j-3) != "deprecated" && s.word(j-2) != "since"
}

// releaseAfter returns the release that is named after i, or "future": "in v1.26", "in a future
// release".
func (r *reading) releaseAfter(s sentence, i int) string {
	for j := i + 1; j < len(s.tokens) && j < i+25; j++ {
		t := s.tokens[j]
		if release := r.toCome(t.low); release != "" {
			return release
		}
		if is("later", t.low) && (strings.HasPrefix(s.word(j+1), "release") || strings.HasPrefix(s.word(j+1), "version") ||
			strings.HasPrefix(s.word(j+2), "release") || strings.HasPrefix(s.word(j+2), "version")) || t.low == "future" && s.word(j-1) == "the" {
			return "future"
		}
	}
	return ""
}

package fact

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words.txt
var wordTable string

// lists returns the lines of each list of words.txt.
//
//nolint:gochecknoglobals // read once
var lists = sync.OnceValue(func() map[string][]string {
	out, name := map[string][]string{}, ""
	for line := range strings.Lines(wordTable) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			out[name] = append(out[name], line)
		}
	}
	return out
})

// wordLists and phraseLists are the lists in the form that rules use. The names of lists of phrases
// end with Phrase.
//
//nolint:gochecknoglobals // made once
var (
	wordLists = sync.OnceValue(func() map[string]set {
		out := map[string]set{}
		for name, lines := range lists() {
			out[name] = words(strings.Join(lines, " "))
		}
		return out
	})
	phraseLists = sync.OnceValue(func() map[string]phrases {
		out := map[string]phrases{}
		for name, lines := range lists() {
			if strings.HasSuffix(name, "Phrase") {
				out[name] = newPhrases(lines...)
			}
		}
		return out
	})
)

// listed returns a function that reports whether a list has a word.
func listed(name string) func(word string) bool {
	return func(word string) bool { return wordLists()[name][word] }
}

// phrased returns a function that finds a phrase of a list that begins at i, and where it ends.
func phrased(name string) func(s sentence, i int) (end int, ok bool) {
	return func(s sentence, i int) (int, bool) { return phraseLists()[name].at(s, i) }
}

func words(list string) set {
	out := set{}
	for word := range strings.FieldsSeq(list) {
		out.add(word)
	}
	return out
}

// The lists, which words.txt describes.
//
//nolint:gochecknoglobals // constants
var (
	abbreviation       = listed("abbreviation")
	adjective          = listed("adjective")
	announces          = listed("announces")
	asideOfDefault     = listed("asideOfDefault")
	asideOfDeprecation = listed("asideOfDeprecation")
	asideOfRemoval     = listed("asideOfRemoval")
	asideOfStage       = listed("asideOfStage")
	auxiliary          = listed("auxiliary")
	brand              = listed("brand")
	changed            = listed("changed")
	changes            = listed("changes")
	circumstance       = listed("circumstance")
	clauseWord         = listed("clauseWord")
	closes             = listed("closes")
	command            = listed("command")
	common             = listed("common")
	component          = listed("component")
	conditional        = listed("conditional")
	configured         = listed("configured")
	demanding          = listed("demanding")
	enables            = listed("enables")
	entryWord          = listed("entryWord")
	fieldWord          = listed("fieldWord")
	finite             = listed("finite")
	imperative         = listed("imperative")
	internal           = listed("internal")
	internalFirst      = listed("internalFirst")
	labelWord          = listed("labelWord")
	later              = listed("later")
	leadingVerb        = listed("leadingVerb")
	linksNames         = listed("linksNames")
	mends              = listed("mends")
	metricWord         = listed("metricWord")
	ofKubeadm          = listed("ofKubeadm")
	ofKubectl          = listed("ofKubectl")
	otherAfter         = listed("otherAfter")
	otherBefore        = listed("otherBefore")
	part               = listed("part")
	promotes           = listed("promotes")
	pronoun            = listed("pronoun")
	public             = listed("public")
	qualifies          = listed("qualifies")
	reaches            = listed("reaches")
	reader             = listed("reader")
	removedWord        = listed("removedWord")
	removes            = listed("removes")
	sentenceWord       = listed("sentenceWord")
	softly             = listed("softly")
	stops              = listed("stops")
	switched           = listed("switched")
	transparent        = listed("transparent")
	undoes             = listed("undoes")
	upgraded           = listed("upgraded")

	betaAPIPhrase     = phrased("betaAPIPhrase")
	deprecationPhrase = phrased("deprecationPhrase")
	gonePhrase        = phrased("gonePhrase")
	lockedPhrase      = phrased("lockedPhrase")
	offPhrase         = phrased("offPhrase")
	onPhrase          = phrased("onPhrase")
	plannedPhrase     = phrased("plannedPhrase")
	unmeasuredPhrase  = phrased("unmeasuredPhrase")
)

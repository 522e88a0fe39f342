package deprecation

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// subject is the name of the described field in lower case, with letters and digits only; "" for a
// type.
type subject string

var (
	firstWord = lazy.Regexp(`^[\s"'*]*([A-Za-z][A-Za-z0-9]*)`)
	goName    = lazy.Regexp(`^"?(?:[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*|[a-z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*)"?$`)
)

func compact(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		default:
			return -1
		}
	}, name)
}

// namedDeprecated reports whether the text begins with the field's name in Go, such as
// DeprecatedServiceAccount for serviceAccount, or IncludesDeprecated for includes.
func (s subject) namedDeprecated(description string) bool {
	m := firstWord().FindStringSubmatch(description)
	if s == "" || m == nil {
		return false
	}
	name := compact(m[1])
	return name == "deprecated"+string(s) || name == string(s)+"deprecated"
}

// isNamed reports whether the words are the name of the subject, or one word is a path to it.
func (s subject) isNamed(words []string) bool {
	if s == "" || len(words) == 0 {
		return false
	}
	name := strings.Join(words, "")
	if len(words) == 1 {
		name = strings.TrimRight(name, `".,:`)
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	is := compact(name)
	return is == string(s) || is+"s" == string(s) || is == string(s)+"s"
}

var (
	// thing matches words for what a description describes.
	thing = lazy.Regexp(`(?i)^(?:field|property|attribute|param(?:eter)?|option|setting|flag|knob|key|member|element|arg(?:ument)?|variable|api|type|resource|` +
		`object|kind|crd|struct(?:ure)?|section|block|message|config(?:uration)?|feature|functionality|entry|toggle|input|alias)s?$`)
	// prefixed matches words before its name: "field color", but not "Resources mode".
	prefixed = lazy.Regexp(`(?i)^(?:field|property|attribute|parameter|option|setting|flag)$`)
	// part matches words for a part of it; use for a use of it.
	part = lazy.Regexp(`(?i)^(?:values?|behaviou?rs?|modes?|usage|approach|format|syntax|form|style|practice|case|combination|way|defaults?|versions?|method|` +
		`technique|pattern|scenario|step|operation)$`)
	use         = lazy.Regexp(`(?i)^(?:use|usage|using|set|setting|support|specifying|providing|configuring|defining|for|of|the|and|or|by|directly)$`)
	preposition = lazy.Regexp(`(?i)^(?:of|for|in|to|with|on|without|as|from|under|by|at|inside|within|via|directly|when|if)$`)
	determiner  = lazy.Regexp(`(?i)^(?:this|these|it|they|the)$`)
	adverb      = lazy.Regexp(`(?i)^(?:now|also|currently|already|therefore|hence|please|officially|fully|so|both|completely|hereby|generally|effectively|thus|and|but|` +
		`yes|however|has|been|was|is)$`)
	conjunction = lazy.Regexp(`(?i)^(?:and|but|so|because|since|however|therefore)$`)
	condition   = lazy.Regexp(`(?i)\b(?:if|that|when|whether|once|until|till|unless|which|whose|who|where|indicat\w+|specif(?:y|ies)|means?|tells?|says?|determines?|denotes?|` +
		`shows?|marks|whenever|while|after|before)\b`)
	reminder = lazy.Regexp(`(?i)^(?:please )?(?:(?:be )?(?:note|notice|aware|beware|remember|mind)|important|warning|caution|attention|nb)\b[,:!]?(?: that\b)?`)
	release  = lazy.Regexp(`(?i)^(?:as of|since|starting (?:from|in|with)|from|in|with|beginning (?:in|with))\s+(?:\S+\s+)??v?\d[\w.+]*,?\s+(?:onwards?,?\s+)?`)
)

// names reports whether the words before "is deprecated" name the subject. initial: they begin the
// description.
func (s subject) names(clause string, initial bool) bool {
	clause = strings.TrimSpace(clause)
	clause = strings.TrimSpace(reminder().ReplaceAllString(clause, ""))
	clause = release().ReplaceAllString(clause, "")
	clause = lastClause(clause)
	words := strings.Fields(clause)
	for i := len(words) - 1; i >= 0; i-- {
		if i > 0 && conjunction().MatchString(words[i]) {
			return s.joined(words[:i], words[i+1:], initial)
		}
	}
	return s.phrase(words, initial)
}

// joined reads "A is never filled and now is deprecated": without a noun after the conjunction, the
// noun before it is meant.
func (s subject) joined(before, after []string, initial bool) bool {
	for len(after) > 0 && adverb().MatchString(after[0]) {
		after = after[1:]
	}
	if len(after) > 0 {
		return s.phrase(after, false) && !condition().MatchString(strings.Join(before, " "))
	}
	first := strings.Trim(before[0], `"`)
	return strings.EqualFold(first, "this") || strings.EqualFold(first, "it") || s.isNamed(before[:1]) || initial && goName().MatchString(first)
}

// lastClause returns the text after the last comma, unless only a remark follows it.
func lastClause(text string) string {
	for {
		i := strings.LastIndexAny(text, ",;:")
		if i < 0 || i+1 < len(text) && text[i+1] != ' ' {
			return text
		}
		if rest := strings.TrimSpace(text[i+1:]); rest != "" && !adverb().MatchString(rest) {
			return rest
		}
		text = strings.TrimSpace(text[:i])
	}
}

// phrase reads one noun phrase.
func (s subject) phrase(words []string, initial bool) bool {
	for len(words) > 0 && adverb().MatchString(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return true // "Is deprecated", "Now deprecated"
	}
	if condition().MatchString(strings.Join(words, " ")) {
		return false
	}
	if len(words) > 2 && s.isNamed(words[:1]) && (words[1] == "on" || words[1] == "of") {
		return true
	}
	at := -1
	for i, w := range words {
		if determiner().MatchString(w) && (at < 0 || !use().MatchString(w)) {
			at = i
		}
	}
	if at < 0 {
		return s.bare(words, initial)
	}
	for _, w := range words[:at] {
		if !use().MatchString(w) {
			return false
		}
	}
	return s.determined(strings.ToLower(words[at]), words[at+1:])
}

// bare reads a phrase without a determiner: "color", "field color", "color field".
func (s subject) bare(words []string, initial bool) bool {
	if len(words) > 2 && use().MatchString(words[0]) && use().MatchString(words[1]) {
		words = words[2:]
	}
	if s.isNamed(words) || initial && len(words) == 1 && goName().MatchString(words[0]) && words[0][0] != '"' {
		return true
	}
	last := len(words) - 1
	return last > 0 && (thing().MatchString(words[last]) && s.isNamed(words[:last]) || prefixed().MatchString(words[0]) && s.isNamed(words[1:]))
}

// determined reads the nouns after "this", "the" or another determiner.
func (s subject) determined(article string, nouns []string) bool {
	if len(nouns) == 0 {
		return article != "the"
	}
	if article == "it" {
		return false
	}
	for _, n := range nouns {
		if preposition().MatchString(n) || part().MatchString(n) {
			return false
		}
	}
	last := len(nouns) - 1
	if s.bare(nouns, false) || last == 0 && thing().MatchString(nouns[0]) {
		return true
	}
	return article == "this" && len(nouns) <= 4 && (thing().MatchString(nouns[last]) || last == 0)
}

package deprecation

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

type sentence struct {
	text string
	own  subject
	// first: it is the first sentence of the description. item: it is in an item of a list, which
	// has its own subject.
	first, item bool
}

// word matches the word, also misspelt, but not within a name.
var word = lazy.Regexp(`(?i)\bdepr[ei]ci?ated\b`)

// verdict returns the highest verdict of all occurrences of the word.
func (s sentence) verdict() (v Verdict) {
	if !hasWord(s.text) {
		return Silent
	}
	for _, at := range word().FindAllStringIndex(s.text, -1) {
		before, after := s.text[:at[0]], s.text[at[1]:]
		if partOfName(before, s.text[at[0]:at[1]], after) || strings.HasSuffix(before, `"`) && strings.HasPrefix(after, `"`) {
			continue
		}
		v = max(v, s.occurrence(before, s.text[at[0]:at[1]], after))
	}
	return v
}

var (
	nameBefore = lazy.Regexp(`\w(?:[/_$=-]|\.)$`)
	nameAfter  = lazy.Regexp(`^(?:[/_=-]|\.)\w`)
)

// partOfName reports whether the word is part of a path or a label. Before a capital letter, a full
// stop without a space also ends a sentence.
func partOfName(before, is, after string) bool {
	if is[0] == 'D' {
		before, after = strings.TrimSuffix(before, "."), strings.TrimPrefix(after, ".")
	}
	return nameBefore().MatchString(before) || nameAfter().MatchString(after) && !strings.HasPrefix(after, "-v")
}

var (
	negation = lazy.Regexp(`(?i)(?:\bnot|n't|\bnever|\bno longer|\bnon|\bnon-|\bun)(?:\s+(?:yet|be|been|being|considered|currently|to be))*\s*$`)
	future   = lazy.Regexp(`(?i)\b(?:will|would|may|might|could|can|shall|going|about|planned|scheduled|soon|plans?|expected|intended|to)\b(?:\s+\w+){0,2}\s+(?:be|being|become)?\s*(?:\w+\s+)?$`)
	copula   = lazy.Regexp(`(?i)^(.*?)(?:'s|(?:^|\s)(?:is|are|was|were|been|being|be|becomes?|became|gets?))((?:\s+(?:now|also|currently|already|officially|fully|` +
		`hereby|therefore|as|to|be|being|been|considered|marked|regarded|treated|both|generally|effectively|completely|thus|hence|a|an|the|old|legacy|only|kept|for|removed|or|and|` +
		`obsolete|unused|ignored|redundant|discouraged|optional|unsupported|experimental),?)*)\s*$`)
	auxiliary = lazy.Regexp(`(?i)(?:^|\s)(?:has|have|had|is|are|should|must|can|may)(?:\s+(?:also|now|already|since|recently))?$`)
	should    = lazy.Regexp(`(?i)\b(?:should|must|to|can|may) be (?:considered|regarded|treated)(?: as)?\s*$`)
)

func (s sentence) occurrence(before, is, after string) Verdict {
	if negation().MatchString(before) {
		return Silent
	}
	if open := strings.LastIndexAny(before, "(["); open >= 0 && !strings.ContainsAny(before[open:], ")]") {
		return s.bracketed(before[:open], before[open+1:], is, after)
	}
	return s.stated(before, is, after)
}

func verdict(own bool) Verdict {
	if own {
		return Stated
	}
	return Mentioned
}

// stated reads an occurrence that is not in brackets.
func (s sentence) stated(before, is, after string) Verdict {
	if isLabel(before, is, after) {
		return s.label(before, after)
	}
	switch m := copula().FindStringSubmatch(before); {
	case future().MatchString(before) && !should().MatchString(before):
		return Mentioned
	case s.first && should().MatchString(before):
		return Stated
	case m != nil:
		return verdict(s.own.names(auxiliary().ReplaceAllString(m[1], ""), s.first))
	default:
		return verdict(s.apposition(before, after))
	}
}

var (
	// remark matches what can precede a label: nothing, a bullet, a remark.
	remark   = lazy.Regexp(`(?i)^[^\w"]*(?:(?:please )?(?:note|notice|warning|important|caution|attention|optional|required|nb|todo|status|immutable|output only|advanced|now|already|currently)[^\w"]*)*$`)
	brokenOf = lazy.Regexp(`(?:[.;!?–—|)]|\s-)\s*$`)
	listing  = lazy.Regexp(`(?i)(?:,|\b(?:or|and|as|to|a|an|the|of|is|are|be|been|for|not|with|by|in|any|all|other|some|no))\s*$`)
	stop     = lazy.Regexp(`^(?:[.:,;!\])–—]|\s*$|\s[-–—]|\s(?:in favou?r|since)\b|\s(?:in|as of)\s+v?\d)`)
)

// isLabel reports whether the word is not part of a clause: it begins the sentence, or it is
// capitalised and ends the sentence.
func isLabel(before, is, after string) bool {
	if remark().MatchString(before) || brokenOf().MatchString(before) || strings.HasSuffix(strings.TrimSpace(before), ":") {
		return true
	}
	if is == strings.ToUpper(is) && strings.HasPrefix(after, ":") && !strings.HasSuffix(before, ", ") {
		return true
	}
	return is[0] == 'D' && !listing().MatchString(before) && (stop().MatchString(after) || is == strings.ToUpper(is)) && copula().FindString(before) == ""
}

// heading matches the word before a colon or a dash before the label.
var heading = lazy.Regexp(`(?:^|.*[\s(])([^\s:]+)\s*(?::|=|\s[-–—])\s*$`)

func (s sentence) label(before, after string) Verdict {
	if m := heading().FindStringSubmatch(before); m != nil && !remark().MatchString(before) {
		return verdict(s.own.isNamed([]string{m[1]}) || remark().MatchString(m[1]) || s.first && !strings.Contains(m[1], `"`) && len(strings.Fields(before)) > 4 && !strings.HasSuffix(strings.TrimSpace(before), ":"))
	}
	if s.item && !remark().MatchString(before) {
		return Mentioned
	}
	return verdict(!s.qualifies(after))
}

var (
	// follows matches what can follow "Deprecated" if it is not an adjective.
	follows = lazy.Regexp(`(?i)^(?:[^\w\s]|\s*$|\s+[^\w\s]|\s+(?:in|since|as|from|by|for|and|but|please|use|with|due|because|after|starting|on|at|this|the|it|will|to|now|` +
		`v?\d[\w.]*|version|field|option|property|parameter|setting|alias|name|attribute|replaced?|renamed?|instead|see|switch|prefer|do|no|not|if|when|until|only|has|is|you|we|` +
		`should|must|has|have|flag|features?|functionality|api|and|or|ignored|unused|removed|superseded|specify|moved?|consider|set|there|all|via|through|who|that|which)\b)`)
	// capital matches a sentence after a label without a full stop: "DEPRECATED Use paint".
	capital = lazy.Regexp(`^\s+[A-Z][a-z]`)
	finite  = lazy.Regexp(`(?i)(\w+)\s+(?:is|are|was|were|will|should|must|can|may|have|has|do|does|cannot)\b`)
)

// qualifies reports whether the word is an adjective of something else, as in "Deprecated values
// are ignored". "Deprecated name of the bucket" describes its field.
func (s sentence) qualifies(after string) bool {
	if follows().MatchString(after) || capital().MatchString(after) {
		return false
	}
	for _, m := range finite().FindAllStringSubmatch(after, -1) {
		if relative := strings.ToLower(m[1]); relative != "that" && relative != "which" && relative != "and" && relative != "it" && relative != "this" {
			return true
		}
	}
	next := strings.Trim(strings.Fields(after)[0], `",.;:`)
	return !s.first && strings.HasSuffix(next, "s") && !strings.HasSuffix(next, "ss") && !s.own.isNamed([]string{next})
}

var (
	bareRemark = lazy.Regexp(`(?i)^[^()]{0,40}?(?:^|[,;:]\s*|\b(?:now|currently|and|or|already|but)\s+|^[a-z ]*,\s*)$`)
	nounsOnly  = lazy.Regexp(`[,:"]|\s(?:or|and)\s`)
	typeName   = lazy.Regexp(`^(?:[A-Z]{2,}\w*|\w+[A-Z]\w*|[\w-]+[._/]\w[\w./-]*)$`)
)

// bracketed reads "(deprecated)", "[Deprecated: use B]", "(this field is deprecated)".
func (s sentence) bracketed(head, inner, is, after string) Verdict {
	if inner != "" && !bareRemark().MatchString(inner) {
		return sentence{text: s.text, own: s.own, item: s.item}.stated(inner, is, after)
	}
	head = strings.TrimSpace(head)
	words := strings.Fields(head)
	switch {
	case s.item:
		return Mentioned
	case remark().MatchString(head), s.own.isNamed(words):
		return Stated
	case s.first && len(words) == 1 && goName().MatchString(words[0]):
		return Stated
	}
	end := strings.IndexAny(after, ")]")
	ends := end >= 0 && (strings.Trim(after[end+1:], " .") == "")
	noun := words[len(words)-1]
	return verdict(ends && !nounsOnly().MatchString(head) && !typeName().MatchString(noun) || brokenOf().MatchString(head))
}

var (
	thisDeprecated = lazy.Regexp(`(?i)\bthis (?:is an? )?(?:now )?$`)
	phraseStart    = lazy.Regexp(`(?i)^[^\w"]*(?:an?|the|old|legacy|now)(?:\s+(?:old|legacy|now|and))*\s*$`)
	asideBefore    = lazy.Regexp(`(?:,|\s[-–—])\s*(?:now |and |but )?$`)
	asideAfter     = lazy.Regexp(`^(?:[.,:;!]|\s*$|\s+(?:in favou?r|since|use|please|as of|from|and will)\b)`)
)

// apposition reads an occurrence without a verb: "color deprecated: use paint", "this deprecated
// field", "A deprecated alias of paint", "The color, deprecated".
func (s sentence) apposition(before, after string) bool {
	switch {
	case s.item:
		return false
	case s.own.isNamed(strings.Fields(before)), thisDeprecated().MatchString(before):
		return true
	case phraseStart().MatchString(before):
		return s.first && !finite().MatchString(after)
	}
	return asideBefore().MatchString(before) && asideAfter().MatchString(after) && strings.Count(before, ",") <= 1 && !nounsOnly().MatchString(strings.TrimRight(before, ", "))
}

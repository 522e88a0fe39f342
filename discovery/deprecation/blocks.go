package deprecation

import (
	"regexp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// block is a paragraph, or an item of a list, as one line.
type block struct {
	text string
	item bool
}

var (
	link        = lazy.Regexp(`\[([^\][]*)\]\([^()\s]*\)`)
	url         = lazy.Regexp(`https?://[^\s)>\]]+`)
	tag         = lazy.Regexp(`</?[A-Za-z][A-Za-z0-9]*\s*/?>`)
	stars       = lazy.Regexp(`\*+\b|(\S)\*+`)
	underscores = lazy.Regexp(`\b_+([A-Za-z][^_\n]*[^_\s])_+`)
	carriage    = lazy.Regexp(`\r`)
	apostrophe  = lazy.Regexp(`[‘’]`)
	curly       = lazy.Regexp(`[“”]`)
	backtick    = lazy.Regexp("`")
	// 'spec.image', but not don't.
	quoted = lazy.Regexp(`(^|[\s(])'([^'\s]+)'`)

	bullet = lazy.Regexp(`^\s*(?:[-*•+]\s+|\(?\d+[.)]\s+|"[^"]{1,60}"\s*(?:[:=(]|[-–—]\s|\s[a-z]))`)
	// A line that begins a sentence although the line before has no full stop, as
	// where Go's paragraphs were joined.
	opening = lazy.Regexp(`^\s*(?:This |It is |Deprecat|DEPRECAT|deprecated(?:[:,]|\s+(?:since|use|in favou?r)\b)|N(?:ote|OTE)\b|W(?:arning|ARNING)\b|[+@]deprecated|` +
		`"?(?:[A-Z]\w*|[a-z]+[A-Z]\w*)"? (?:is|was|has been) (?:now )?(?:deprecated|DEPRECATED))`)
)

// plain removes what stands for looks: emphasis, addresses, kinds of quotes.
func plain(text string) string {
	for _, mark := range []struct {
		has, with string
		form      func() *regexp.Regexp
	}{
		{"\r", "", carriage},
		{"<", " ", tag},
		{"](", "$1", link},
		{"://", "URL", url},
		{"*", "$1", stars},
		{"_", "$1", underscores},
		{"’", "'", apostrophe},
		{"“", `"`, curly},
		{"`", `"`, backtick},
		{"'", `$1"$2"`, quoted},
	} {
		if strings.Contains(text, mark.has) {
			text = mark.form().ReplaceAllString(text, mark.with)
		}
	}
	return text
}

// blocks joins the lines of each paragraph and item.
func blocks(description string) (out []block) {
	begin := true
	for line := range strings.Lines(plain(description)) {
		text := strings.Join(strings.Fields(line), " ")
		switch {
		case text == "":
			begin = true
			continue
		case bullet().MatchString(line):
			out = append(out, block{text: text, item: true})
		case begin, opening().MatchString(line) && (!out[len(out)-1].item || !indented(line)):
			out = append(out, block{text: text})
		case ended().MatchString(out[len(out)-1].text):
			out = append(out, block{text: text, item: out[len(out)-1].item && indented(line)})
		default:
			out[len(out)-1].text += " " + text
		}
		begin = false
	}
	return inline(out)
}

var (
	inlineItem  = lazy.Regexp(`\s[-*•]\s+"?[\w./-]+"?\s*:\s`)
	inlineLabel = lazy.Regexp(`\s(?:Deprecated|DEPRECATED):`)
)

// inline splits lists that are on one line, as tools write them that join lines: "One of: * red:
// the red * blue: the blue". A label of Go after the last item describes the field.
func inline(in []block) (out []block) {
	for _, b := range in {
		if !hasWord(b.text) {
			out = append(out, b)
			continue
		}
		items := inlineItem().FindAllStringIndex(b.text, -1)
		if len(items) < 2 {
			out = append(out, b)
			continue
		}
		out = append(out, block{text: b.text[:items[0][0]], item: b.item})
		rest := b.text[items[0][0]+1:]
		if at := inlineLabel().FindAllStringIndex(rest, -1); at != nil && at[len(at)-1][0] > items[len(items)-1][1]-items[0][0] {
			last := at[len(at)-1][0]
			out = append(out, block{text: rest[:last], item: true}, block{text: rest[last+1:]})
		} else {
			out = append(out, block{text: rest, item: true})
		}
	}
	return out
}

func indented(line string) bool {
	return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
}

var abbreviation = lazy.Regexp(`\b(?:e\.g|i\.e|etc|vs|cf|no)\.$`)

var ended = lazy.Regexp(`[.!?]["')\]]*$`)

// sentences splits a text at full stops before white space. The next word may begin with a small
// letter, because it may be the name of a field.
func sentences(text string) (out []string) {
	start := 0
	for i := 0; i < len(text); i++ {
		if !strings.ContainsRune(".!?", rune(text[i])) {
			continue
		}
		end := i + 1
		for end < len(text) && strings.ContainsRune(`")]'`, rune(text[end])) {
			end++
		}
		if end == len(text) || text[end] != ' ' || abbreviation().MatchString(text[max(start, i-4):i+1]) {
			continue
		}
		out, start = append(out, text[start:end]), end+1
	}
	return append(out, text[start:])
}

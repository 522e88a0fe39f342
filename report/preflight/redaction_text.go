package preflight

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// text redacts the longest name at each place that is not next to a letter, a digit or a joining character. The time
// depends on the length of the text, not on the number of names.
func (m *redaction) text(text string) string {
	if text == "" {
		return ""
	}
	m.learn(text)
	text = m.oddNames(text)
	var b strings.Builder
	for i := 0; i < len(text); {
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !joins(r) {
				break
			}
			end += size
		}
		if end > i {
			b.WriteString(m.word(text[i:end]))
			i = end
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+size])
		i += size
	}
	return b.String()
}

func joins(r rune) bool {
	return strings.ContainsRune("-._/:@%", r) || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// oddNames redacts names with characters that no word has, such as spaces. They are rare, so the search is literal.
func (m *redaction) oddNames(text string) string {
	if len(m.odd) == 0 {
		return text
	}
	if m.replacer == nil {
		order.By(m.odd, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
		var pairs []string
		for _, name := range m.odd {
			pairs = append(pairs, name, m.byName[name])
		}
		m.replacer = strings.NewReplacer(pairs...)
	}
	return m.replacer.Replace(text)
}

// The bounds of words that are split. Larger words are redacted as a whole.
const (
	maxParts = 48
	maxWord  = 1024
)

// word redacts a word, or the longest runs of its parts that are names.
func (m *redaction) word(word string) string {
	if m.stays(word) {
		return word
	}
	if redacted, known := m.byName[word]; known {
		return redacted
	}
	cuts := cutsOf(word)
	if len(cuts) > maxParts || len(word) > maxWord {
		return m.name("text", word)
	}
	var b strings.Builder
	for i := 0; i < len(cuts)-1; {
		next := i + 1
		out := word[cuts[i]:cuts[next]]
		for j := len(cuts) - 1; j > i; j-- {
			part := word[cuts[i]:cuts[j]]
			if redacted, known := m.byName[part]; known {
				out, next = redacted, j
				break
			}
			if m.stays(part) {
				out, next = part, j
				break
			}
		}
		b.WriteString(out)
		i = next
	}
	return b.String()
}

// Words that are never names.
var (
	isVersion = lazy.Regexp(`^(v?[0-9]+(\.[0-9]+){1,2}([-+][0-9A-Za-z.+-]*)?|v[0-9]+((alpha|beta)[0-9]+)?)$`)
	isGroup   = lazy.Regexp(`^(admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|flowcontrol\.apiserver|internal\.apiserver|metrics|networking|node|rbac\.authorization|resource|scheduling|settings|storage|storagemigration)\.k8s\.io(/v[0-9]+((alpha|beta)[0-9]+)?)?$`)
	isShort   = lazy.Regexp(`^(apps|batch|autoscaling|policy|extensions)/v[0-9]+((alpha|beta)[0-9]+)?$`)
)

func (m *redaction) stays(word string) bool {
	return m.keep[word] || isVersion().MatchString(word) || isGroup().MatchString(word) || isShort().MatchString(word)
}

// cutsOf returns the positions at which a word can be split: before and after joining characters.
func cutsOf(word string) []int {
	cuts := []int{0}
	for i, r := range word {
		if !strings.ContainsRune("-._/:@%", r) {
			continue
		}
		if i > cuts[len(cuts)-1] {
			cuts = append(cuts, i)
		}
		if cuts = append(cuts, i+1); len(cuts) > maxParts {
			return cuts
		}
	}
	if len(word) > cuts[len(cuts)-1] {
		cuts = append(cuts, len(word))
	}
	return cuts
}

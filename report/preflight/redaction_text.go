package preflight

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// text redacts the longest name at each place that is not next to a letter, a digit or a joining character. The time
// depends on the length of the text, not on the number of names.
func (m *redaction) text(text string) string {
	if text == "" {
		return ""
	}
	m.learn(text)
	return aWord().ReplaceAllStringFunc(m.oddNames(text), m.word)
}

// aWord matches letters, digits and joining characters; aPart a joining character, or what is between
// two.
var (
	aWord = lazy.Regexp(`[-._/:@%\pL\p{Nd}]+`)
	aPart = lazy.Regexp(`[-._/:@%]|[^-._/:@%]+`)
)

// oddNames redacts names with characters that no word has, such as spaces. They are rare, so the search is literal.
func (m *redaction) oddNames(text string) string {
	if len(m.odd) == 0 {
		return text
	}
	if m.replacer == nil {
		order.By(m.odd, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
		m.replacer = strings.NewReplacer(slice.Flat(m.odd, func(name string) []string { return []string{name, m.byName[name]} })...)
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
	parts := aPart().FindAllString(word, maxParts)
	if len(parts) == maxParts || len(word) > maxWord {
		return m.name("text", word)
	}
	var b strings.Builder
	for i := 0; i < len(parts); {
		next, out := i+1, parts[i]
		for j := len(parts); j > i; j-- {
			part := strings.Join(parts[i:j], "")
			redacted, known := m.byName[part]
			if known || m.stays(part) {
				out, next = cmp.Or(redacted, part), j
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

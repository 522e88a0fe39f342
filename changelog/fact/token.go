package fact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// token is a word, an identifier or a mark of a text.
type token struct {
	// text is as written, without the quotes around it. low is in lower case.
	text, low string
	// quoted: a quote or backtick is directly before or after it.
	quoted bool
	// mark: punctuation. text is one character.
	mark bool
	// braced: it is between braces, as the labels of a metric are.
	braced bool
	// cut: a wildcard or placeholder follows directly, so the name is incomplete:
	// "apiserver_flowcontrol_*".
	cut bool
}

// sentence is the tokens from one full stop, bullet or empty line to the next.
type sentence struct {
	tokens []token
	// bullet: it is a list item. code: it is in a code fence, or in a list of what a program does,
	// where words are no statements.
	bullet, code bool
}

// word returns the token at i in lower case, or "" outside the sentence.
func (s sentence) word(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].low
}

// before returns up to n tokens before i.
func (s sentence) before(i, n int) []token { return s.tokens[max(0, i-n):max(0, i)] }

// some reports whether a condition is true for a place from one to before another.
func (s sentence) some(from, to int, is func(i int) bool) bool {
	for i := max(0, from); i < min(to, len(s.tokens)); i++ {
		if is(i) {
			return true
		}
	}
	return false
}

// since returns the tokens after the last one of some marks.
func since(tokens []token, marks ...string) []token {
	for i := len(tokens) - 1; i >= 0; i-- {
		if has(marks, tokens[i].text) {
			return tokens[i+1:]
		}
	}
	return tokens
}

func contains(tokens []token, list func(word string) bool) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return list(t.low) })
}

// one returns a list of words.
func one(words ...string) func(word string) bool {
	return func(word string) bool { return has(words, word) }
}

// maxSentence limits the length of a sentence, so that rules that search back and forth have linear
// cost for any text.
const maxSentence = 256

func sentences(text string) []sentence {
	l := lexer{text: text, current: make([]token, 0, min(len(text)/5+8, 4096))}
	for l.at < len(l.text) {
		l.step()
		if len(l.current) >= maxSentence {
			l.stop()
		}
	}
	l.stop()
	return l.out
}

type lexer struct {
	text   string
	at     int
	braces int
	fence  bool
	bullet bool
	// habits: the list that follows describes what a program does: "kubeadm will:".
	habits  bool
	current []token
	out     []sentence
}

func (l *lexer) stop() {
	if len(l.current) > 0 {
		l.habits = l.habits && l.bullet
		s := sentence{tokens: slices.Clip(l.current), bullet: l.bullet, code: l.fence || l.habits}
		l.out = append(l.out, s)
		last := len(s.tokens) - 1
		l.habits = l.habits || s.word(last) == ":" && s.word(last-1) == "will"
	}
	// The next sentence continues in the same array.
	l.current, l.bullet, l.braces = l.current[len(l.current):], false, 0
}

func (l *lexer) step() {
	c := l.text[l.at]
	switch {
	case c == '\n':
		l.newline()
	case c == ' ' || c == '\t' || c == '"' || c == '\'':
		l.at++
	case strings.HasPrefix(l.text[l.at:], "**"):
		l.at += 2
	case c == '`':
		if strings.HasPrefix(l.text[l.at:], "```") {
			l.stop()
			l.fence = !l.fence
			l.at += 2
		}
		l.at++
	case l.begins():
		l.identifier()
	case c < utf8.RuneSelf:
		l.punctuation(c)
	default:
		l.beyondASCII()
	}
}

// newline ends the sentence if a list item or an empty line follows. Within a paragraph it is a
// space.
func (l *lexer) newline() {
	l.at++
	rest := strings.TrimLeft(l.peek(64), " \t")
	switch {
	case rest == "" || rest[0] == '\n' || l.fence:
		l.stop()
	case len(rest) > 1 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') && (rest[1] == ' ' || rest[1] == '\t'):
		l.item(rest[0])
	case rest[0] == '#' || is("entryWord", strings.SplitN(rest, " ", 2)[0]):
		l.stop()
	case ordinal(rest):
		l.item('.')
	}
}

func (l *lexer) peek(n int) string { return l.text[l.at:min(l.at+n, len(l.text))] }

func (l *lexer) item(marker byte) {
	l.stop()
	l.bullet = true
	l.at += strings.IndexByte(l.text[l.at:], marker) + 1
}

// ordinal reports whether s begins with the number of a list item.
func ordinal(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	digits := len(s) - len(rest)
	return digits > 0 && digits < 3 && strings.HasPrefix(rest, ". ")
}

// begins reports whether a word begins here. A dot or dashes may be its first characters:
// ".spec.externalIPs", "--cloud-provider".
func (l *lexer) begins() bool {
	rest := l.text[l.at:]
	switch {
	case letterOrDigit(rest[0]) || rest[0] == '_':
		return true
	case rest[0] == '.':
		return len(rest) > 1 && letter(rest[1]) && (l.at == 0 || !wordByte(l.text[l.at-1]))
	case strings.HasPrefix(rest, "--"):
		return len(rest) > 2 && letter(rest[2]) && (l.at == 0 || !strings.ContainsRune("-<!&", rune(l.text[l.at-1])) && !wordByte(l.text[l.at-1]))
	}
	return false
}

// identifier takes a word with everything that belongs to a name: inner dots, dashes, slashes,
// underscores, apostrophes, and "[*]" of a path.
func (l *lexer) identifier() {
	start := l.at
	if l.text[l.at] == '-' {
		l.at += 2
	}
	l.at++
	for l.at < len(l.text) {
		n := l.inner()
		if n == 0 {
			break
		}
		l.at += n
	}
	text := strings.Trim(l.text[start:l.at], "_") // emphasis
	if text == "" {
		return
	}
	t := token{text: text, low: strings.ToLower(text), braced: l.braces > 0}
	t.quoted = quoteEnds(l.text[:start]) || quoteBegins(l.text[l.at:])
	t.cut = l.cutHere() && (start == 0 || l.text[start-1] != '*') // "*this*" is emphasis
	l.current = append(l.current, t)
}

// inner returns how many of the next bytes belong to the word.
func (l *lexer) inner() int {
	rest := l.text[l.at:]
	switch c := rest[0]; {
	case wordByte(c):
		return 1
	case strings.HasPrefix(rest, "[*]"), strings.HasPrefix(rest, "[x]"):
		return 3
	case c == '.' && opensSentence(rest[1:]):
		return 0
	case c == '.' || c == '/' || c == '-' || c == '\'':
		if len(rest) > 1 && wordByte(rest[1]) {
			return 2
		}
	}
	return 0
}

// cutHere reports whether a wildcard or placeholder follows directly.
func (l *lexer) cutHere() bool {
	rest := strings.TrimLeft(l.peek(2), "-_./")
	return rest != "" && (rest[0] == '*' || rest[0] == '<' && rest != l.peek(2)) || strings.HasPrefix(l.peek(1), "*")
}

func (l *lexer) punctuation(c byte) {
	l.at++
	switch c {
	case '{':
		l.braces++
	case '}':
		l.braces = max(0, l.braces-1)
	}
	end := c == '!' || c == '?'
	if c == '.' {
		end = l.at >= len(l.text) || strings.ContainsRune(" \t\n)\"'`*", rune(l.text[l.at])) || opensSentence(l.peek(8))
		if n := len(l.current); n > 0 && is("abbreviation", l.current[n-1].low) {
			end = false
		}
	}
	if end {
		l.stop()
		return
	}
	text := l.text[l.at-1 : l.at]
	l.current = append(l.current, token{text: text, low: text, mark: true})
}

// opensSentence reports whether s begins with a word that begins sentences, where the space before
// it is missing: "the same value.Also added".
func opensSentence(s string) bool {
	end := 0
	for end < len(s) && end < 8 && letter(s[end]) {
		end++
	}
	return end < len(s) && (s[end] == ' ' || s[end] == ',') && is("sentenceWord", s[:end])
}

// beyondASCII skips typographic quotes and takes other characters as words or marks.
func (l *lexer) beyondASCII() {
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	text := l.text[l.at : l.at+size]
	l.at += size
	switch r {
	case '“', '”', '‘', '’', '\u00a0', '\u200b', utf8.RuneError:
		return
	case '•':
		l.stop()
		l.bullet = true
		return
	}
	l.current = append(l.current, token{text: text, low: text, mark: true})
}

// quoteBegins and quoteEnds report whether a text begins or ends with a quote or with the marks of
// bold text.
func quoteBegins(s string) bool {
	return s != "" && quote(s[0]) || strings.HasPrefix(s, "**") || strings.HasPrefix(s, "”") || strings.HasPrefix(s, "“")
}

func quoteEnds(s string) bool {
	return s != "" && quote(s[len(s)-1]) || strings.HasSuffix(s, "**") || strings.HasSuffix(s, "“") || strings.HasSuffix(s, "”")
}

func quote(c byte) bool { return c == '`' || c == '"' || c == '\'' }

// lowers are the lower-case letters and the digits.
const lowers = "abcdefghijklmnopqrstuvwxyz0123456789"

func consists(s, of string) bool { return strings.Trim(s, of) == "" }

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letterOrDigit(c byte) bool { return letter(c) || digit(c) }

func wordByte(c byte) bool { return letterOrDigit(c) || c == '_' }

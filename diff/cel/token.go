package cel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// tokenKind is the kind of a token. The text of a sign identifies the operator.
type tokenKind int

const (
	end tokenKind = iota
	name
	value // a literal, in canonical text
	sign
)

type token struct {
	kind tokenKind
	text string
}

// tokens splits a text into tokens, without comments and white space.
func tokens(text string) (list []token, err error) {
	for {
		text = skipSpace(text)
		if text == "" {
			return append(list, token{kind: end}), nil
		}
		t, size, err := next(text)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
		text = text[size:]
	}
}

func skipSpace(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n\f")
		if !strings.HasPrefix(text, "//") {
			return text
		}
		_, text, _ = strings.Cut(text, "\n")
	}
}

func next(text string) (t token, size int, err error) {
	if prefix, ok := stringStart(text); ok {
		return stringToken(text, prefix)
	}
	c := text[0]
	switch {
	case isDigit(c) || c == '.' && len(text) > 1 && isDigit(text[1]):
		return numberToken(text)
	case isLetter(c):
		n := 1
		for n < len(text) && (isLetter(text[n]) || isDigit(text[n])) {
			n++
		}
		switch word := text[:n]; word {
		case "true", "false", "null":
			return token{value, word}, n, nil
		case "in":
			return token{sign, word}, n, nil
		default:
			return token{name, word}, n, nil
		}
	case c == '`':
		n := strings.IndexByte(text[1:], '`')
		if n < 0 {
			return t, 0, fmt.Errorf("unterminated field name: %s", text)
		}
		return token{name, text[:n+2]}, n + 2, nil
	}
	for _, op := range []string{"&&", "||", "==", "!=", "<=", ">="} {
		if strings.HasPrefix(text, op) {
			return token{sign, op}, len(op), nil
		}
	}
	if strings.IndexByte("+-*/%!<>?:.,()[]{}", c) < 0 {
		return t, 0, fmt.Errorf("unknown character %q", text[:1])
	}
	return token{sign, text[:1]}, 1, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// numeral matches 1, 0x1F, 1.5 and 1e3.
var numeral = lazy.Regexp(`^(?:0[xX][0-9a-fA-F]*|[0-9]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)`)

// numberToken reads a number. A u after an integer makes it unsigned. The literals of integers and
// doubles stay different: 1 and 1.0.
func numberToken(text string) (t token, size int, err error) {
	digits := numeral().FindString(text)
	n := len(digits)
	hex := strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X")
	if !hex && strings.ContainsAny(digits, ".eE") {
		f, err := strconv.ParseFloat(digits, 64)
		return token{value, floatText(f)}, n, err
	}
	u, err := whole(digits, hex)
	if n < len(text) && (text[n] == 'u' || text[n] == 'U') {
		return token{value, u + "u"}, n + 1, err
	}
	return token{value, u}, n, err
}

func whole(digits string, hex bool) (string, error) {
	base := 10
	if hex {
		base, digits = 16, digits[2:]
	}
	n, err := strconv.ParseUint(digits, base, 64)
	return strconv.FormatUint(n, 10), err
}

func floatText(f float64) string {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if f == math.Trunc(f) && !strings.ContainsAny(text, "e.") {
		text += ".0"
	}
	return text
}

// stringStart returns the prefix of a string literal: r, b, both or none. ok reports that a quote
// follows.
func stringStart(text string) (prefix string, ok bool) {
	n := 0
	for n < 2 && n < len(text) && strings.IndexByte("rRbB", text[n]) >= 0 {
		n++
	}
	return text[:n], n < len(text) && (text[n] == '"' || text[n] == '\'')
}

func stringToken(text, prefix string) (t token, size int, err error) {
	rest := text[len(prefix):]
	quotes := rest[:1]
	if strings.HasPrefix(rest, strings.Repeat(quotes, 3)) {
		quotes = rest[:3]
	}
	raw := strings.ContainsAny(prefix, "rR")
	n := len(quotes)
	for !strings.HasPrefix(rest[n:], quotes) {
		if rest[n] == '\\' && !raw {
			n++
		}
		if n++; n >= len(rest) {
			return t, 0, fmt.Errorf("unterminated string: %s", text)
		}
	}
	body := rest[len(quotes):n]
	bytes := strings.ContainsAny(prefix, "bB")
	if !raw {
		if body, err = unescape(body, bytes); err != nil {
			return t, 0, err
		}
	}
	literal := strconv.Quote(body)
	if bytes {
		literal = "b" + literal
	}
	return token{value, literal}, len(prefix) + n + len(quotes), nil
}

// unescape resolves the escapes of the CEL specification, "String and bytes values".
func unescape(body string, bytes bool) (string, error) {
	var b strings.Builder
	for body != "" {
		switch {
		case body[0] != '\\':
			b.WriteByte(body[0])
			body = body[1:]
			continue
		case len(body) > 1 && strings.IndexByte("?\"'`", body[1]) >= 0:
			b.WriteByte(body[1])
			body = body[2:]
			continue
		case strings.HasPrefix(body, `\X`):
			body = `\x` + body[2:]
		}
		code, character, rest, err := strconv.UnquoteChar(body, 0)
		switch {
		case err != nil:
			return "", fmt.Errorf("unknown escape %q", body[:min(len(body), 10)])
		case bytes && !character:
			b.WriteByte(byte(code)) //nolint:gosec // two hexadecimal or three octal digits
		default:
			b.WriteRune(code)
		}
		body = rest
	}
	return b.String(), nil
}

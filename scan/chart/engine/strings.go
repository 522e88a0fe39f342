package engine

import (
	"fmt"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"
)

func (r *renderer) strings() template.FuncMap {
	trimAll := func(cut, s string) string { return strings.Trim(s, cut) }
	return template.FuncMap{
		"abbrev":     func(width int, s string) string { return abbreviate(0, width, s) },
		"abbrevboth": abbreviate,
		"trunc":      truncate,
		"trim":       strings.TrimSpace,
		"upper":      strings.ToUpper,
		"lower":      strings.ToLower,
		"title":      title,
		"untitle":    untitle,
		"substr":     substring,
		"trimall":    trimAll,
		"trimAll":    trimAll,
		"trimSuffix": func(suffix, s string) string { return strings.TrimSuffix(s, suffix) },
		"trimPrefix": func(prefix, s string) string { return strings.TrimPrefix(s, prefix) },
		"nospace":    noSpace,
		"initials":   initials,
		"swapcase":   swapCase,
		// The dice always fall the same way: as they lie.
		"shuffle":   func(s string) string { return s },
		"snakecase": func(s string) string { return separated(s, '_') },
		"kebabcase": func(s string) string { return separated(s, '-') },
		"camelcase": camelCase,
		"contains":  func(part, s string) bool { return strings.Contains(s, part) },
		"hasPrefix": func(prefix, s string) bool { return strings.HasPrefix(s, prefix) },
		"hasSuffix": func(suffix, s string) bool { return strings.HasSuffix(s, suffix) },
		"plural": func(one, many string, count int) string {
			if count == 1 {
				return one
			}
			return many
		},
		"hello": func() string { return "Hello!" },
	}
}

func (r *renderer) moreStrings() template.FuncMap {
	return template.FuncMap{
		"repeat": func(count int, s string) string {
			r.meter.allow(product(count, max(len(s), 1)))
			return strings.Repeat(s, count)
		},
		"indent":    r.indent,
		"nindent":   func(spaces int, s string) string { return "\n" + r.indent(spaces, s) },
		"replace":   r.replace,
		"wrap":      func(width int, s string) string { return r.wrap(s, width, "\n", false) },
		"wrapWith":  func(width int, with, s string) string { return r.wrap(s, width, with, true) },
		"split":     func(sep, s string) map[string]string { return numbered(r.cut(s, sep, -1)) },
		"splitn":    func(sep string, n int, s string) map[string]string { return numbered(r.cut(s, sep, n)) },
		"splitList": func(sep, s string) []string { return r.cut(s, sep, -1) },
		"join": func(sep string, v any) string {
			all := r.toStrings(v)
			size := product(len(all), len(sep))
			for _, s := range all {
				size += len(s)
			}
			r.meter.allow(size)
			return strings.Join(all, sep)
		},
		"toStrings": r.toStrings,
		"sortAlpha": r.sortAlpha,
	}
}

// abbreviate cuts a text to a width, three dots where it was cut.
func abbreviate(left, right int, s string) string {
	if right < 4 || left > 0 && right < 7 || len(s) <= right {
		return s
	}
	left = min(left, len(s)-(right-3))
	if left <= 4 {
		return s[:right-3] + "..."
	}
	if left+right-3 < len(s) {
		return "..." + abbreviate(0, right-3, s[left:])
	}
	return "..." + s[len(s)-(right-3):]
}

// truncate keeps the first n bytes, or the last where n is negative. Only -n up to
// the length counts, as in sprig.
func truncate(n int, s string) string {
	switch {
	case n < 0 && len(s)+n > 0:
		return s[len(s)+n:]
	case n >= 0 && len(s) > n:
		return s[:n]
	default:
		return s
	}
}

func substring(start, end int, s string) string {
	switch {
	case start < 0:
		return s[:end]
	case end < 0 || end > len(s):
		return s[start:]
	default:
		return s[start:end]
	}
}

// title begins every word with its title letter, as strings.Title did.
func title(s string) string {
	before := ' '
	return strings.Map(func(c rune) rune {
		starts := !unicode.IsLetter(before) && !unicode.IsDigit(before) && before != '_'
		before = c
		if starts {
			return unicode.ToTitle(c)
		}
		return c
	}, s)
}

func untitle(s string) string {
	start := true
	return strings.Map(func(c rune) rune {
		lower := start
		start = unicode.IsSpace(c)
		if lower {
			return unicode.ToLower(c)
		}
		return c
	}, s)
}

func noSpace(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, s)
}

func initials(s string) string {
	var b strings.Builder
	for _, word := range strings.Fields(s) {
		first, _ := utf8.DecodeRuneInString(word)
		b.WriteRune(first)
	}
	return b.String()
}

func swapCase(s string) string {
	start := true
	return strings.Map(func(c rune) rune {
		was := start
		start = unicode.IsSpace(c)
		switch {
		case unicode.IsUpper(c), unicode.IsTitle(c):
			return unicode.ToLower(c)
		case unicode.IsLower(c) && was:
			return unicode.ToTitle(c)
		case unicode.IsLower(c):
			return unicode.ToUpper(c)
		default:
			return c
		}
	}, s)
}

// separated writes words in lower case: "firstName" is "first_name", and so is
// "First Name".
func separated(s string, sep rune) string {
	var b strings.Builder
	runes := []rune(s)
	for i, c := range runes {
		switch {
		case c == '_' || c == '-' || unicode.IsSpace(c):
			b.WriteRune(sep)
			continue
		case i > 0 && boundary(runes, i):
			b.WriteRune(sep)
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// boundary: a word begins at a capital behind a small letter or before one
// ("HTTPServer").
func boundary(runes []rune, i int) bool {
	before, c := runes[i-1], runes[i]
	letter := unicode.IsLetter(before) || unicode.IsDigit(before)
	switch {
	case !letter:
		return false
	case unicode.IsUpper(c):
		return !unicode.IsUpper(before) || i+1 < len(runes) && unicode.IsLower(runes[i+1])
	default:
		return false
	}
}

// camelCase is what others call Pascal's: "http_server" is "HttpServer".
func camelCase(s string) string {
	up := true
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || unicode.IsSpace(c) {
			up = true
			return -1
		}
		if up {
			up = false
			return unicode.ToUpper(c)
		}
		return c
	}, s)
}

func (r *renderer) indent(spaces int, s string) string {
	r.meter.allow(product(max(spaces, 0), lines(s)) + len(s))
	pad := strings.Repeat(" ", spaces)
	return pad + strings.ReplaceAll(s, "\n", "\n"+pad)
}

func (r *renderer) replace(old, with, s string) string {
	r.meter.allow(product(strings.Count(s, old), len(with)) + len(s))
	return strings.ReplaceAll(s, old, with)
}

// cut splits a text; what it gives takes 16 bytes a part.
func (r *renderer) cut(s, sep string, n int) []string {
	if parts := strings.Count(s, sep) + 1; n < 0 || n > parts {
		r.meter.allow(product(parts, 16))
	} else {
		r.meter.allow(product(n, 16))
	}
	return strings.SplitN(s, sep, n)
}

// numbered is how sprig gives the parts of a text: _0, _1, …
func numbered(parts []string) map[string]string {
	out := make(map[string]string, len(parts))
	for i, s := range parts {
		out[fmt.Sprint("_", i)] = s
	}
	return out
}

// wrap breaks a text into lines of a width at spaces, and within words that are
// longer where it is told to.
func (r *renderer) wrap(s string, width int, with string, long bool) string {
	width = max(width, 1)
	r.meter.allow(product(len(s)/width+strings.Count(s, " ")+1, len(with)) + len(s))
	var b strings.Builder
	for len(s) > width {
		if s[0] == ' ' {
			s = s[1:]
			continue
		}
		at := strings.LastIndexByte(s[:width+1], ' ')
		rest := at + 1
		if at < 0 {
			if next := strings.IndexByte(s[width:], ' '); long {
				at, rest = width, width
			} else if next >= 0 {
				at, rest = width+next, width+next+1
			} else {
				break
			}
		}
		b.WriteString(s[:at])
		b.WriteString(with)
		s = s[rest:]
	}
	b.WriteString(s)
	return b.String()
}

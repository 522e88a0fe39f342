package carried

import (
	"encoding/base64"
	"strings"
)

// Shortest is the length from which a text can have an object.
const Shortest = len("kind: A\napiVersion: v1")

// Looks reports whether a text has the keys apiVersion and kind, or a JSON patch, as YAML or JSON.
// It is called for every long text, so it first searches for the capital V, which is rare.
func Looks(text string) bool {
	const word = "apiVersion"
	noKind, noPatch := false, false
	for at := 0; ; {
		i := strings.IndexByte(text[at:], 'V')
		if i < 0 {
			return isPatch(text)
		}
		at += i + 1
		begin := at - len("apiV")
		switch {
		case begin < 0 || !strings.HasPrefix(text[begin:], word):
		case !noKind && isKey(text, begin, len(word)):
			if hasKey(text, "kind") {
				return true
			}
			noKind = true
		case !noPatch && isPointer(text, begin, len(word)):
			if hasKey(text, "op") {
				return true
			}
			noPatch = true
		}
	}
}

// isPatch reports whether a text is a list with an operation of a JSON patch.
func isPatch(text string) bool {
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "", strings.HasPrefix(line, "#"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "{{"):
		default:
			return (line[0] == '-' || line[0] == '[') && hasKey(text, "op") && hasKey(text, "path")
		}
	}
	return false
}

// hasKey reports whether a word is a key somewhere in a text.
func hasKey(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		if isKey(text, at+i, len(word)) {
			return true
		}
		at += i + len(word)
	}
}

// isPointer reports whether a word is a whole JSON pointer: a slash is before it.
func isPointer(text string, at, size int) bool {
	if at == 0 || text[at-1] != '/' || at > 1 && strings.IndexByte(" \t\"'", text[at-2]) < 0 {
		return false
	}
	return at+size == len(text) || strings.IndexByte(" \t\r\n\"',}", text[at+size]) >= 0
}

// isKey reports whether a word is a key: a colon is after it, and before it is the start of the
// line, a brace, a comma or the dash of an item.
func isKey(text string, at, size int) bool {
	behind := strings.TrimLeft(strings.TrimLeft(text[at+size:min(len(text), at+size+8)], `"'`), " ")
	if behind == "" || behind[0] != ':' {
		return false
	}
	i := at - 1
	for i >= 0 && strings.IndexByte(" \t\"'", text[i]) >= 0 {
		i--
	}
	return i < 0 || strings.IndexByte("\n\r{,-", text[i]) >= 0
}

// Decoded is the text in base64 that may have a manifest; "" for other data.
func Decoded(data string) string {
	// "apiVersion" in base64, for each position in a group of three bytes.
	if !strings.Contains(data, "YXBpVmVyc2lvb") && !strings.Contains(data, "FwaVZlcnNpb2") && !strings.Contains(data, "hcGlWZXJzaW9u") {
		return ""
	}
	text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), ""))
	if err != nil || !Looks(string(text)) {
		return ""
	}
	return string(text)
}

// hole stands for a byte that a template engine fills in. No version or kind has two in a row.
const hole = "~"

// Hole reports whether a template engine fills in a value.
func Hole(value string) bool {
	return strings.Contains(value, hole+hole) || strings.Contains(value, "${") || strings.Contains(value, "$(") || strings.Contains(value, "#{") ||
		strings.Contains(value, "<< ") && strings.Contains(value, " >>")
}

// WithoutActions replaces each {{ }} of a text by as many other characters, so that it can be read
// as YAML with the same places. A line with nothing else becomes blank.
func WithoutActions(text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(withoutActions(line))
	}
	return b.String()
}

// Filled reports whether a template engine fills in a part of a value or key.
func Filled(value string) bool {
	for i := range len(value) { // most values have none of these bytes, and this is asked of every object
		if c := value[i]; c == '{' || c == '$' || c == '~' || c == '<' {
			return Hole(value) || strings.Contains(value, "{{")
		}
	}
	return false
}

// Expression reports whether a value is an expression of Chainsaw: "($replicas)".
func Expression(value string) bool {
	return strings.HasPrefix(value, "(") && strings.HasSuffix(value, ")")
}

// ExpressionKey reports whether a key is an expression of Chainsaw or an anchor of Kyverno, which
// have parentheses. No field has one in its name.
func ExpressionKey(key string) bool { return strings.Contains(key, "(") }

// Written reports whether a template engine writes, or leaves out, whole lines of a text.
func Written(text string) bool {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "{{") && strings.TrimSpace(withoutActions(line)) == "" {
			return true
		}
	}
	return false
}

func withoutActions(line string) string {
	var b strings.Builder
	rest := line
	for {
		open := strings.Index(rest, "{{")
		if open < 0 {
			break
		}
		size := strings.Index(rest[open:], "}}")
		if size < 0 {
			break
		}
		size += len("}}")
		b.WriteString(rest[:open] + strings.Repeat(hole, size))
		rest = rest[open+size:]
	}
	b.WriteString(rest)
	if out := b.String(); strings.Trim(out, hole+" \t\r\n") != "" || len(rest) == len(line) {
		return out
	}
	return strings.Repeat(" ", len(line)-len(rest)) + rest
}

// Directive reports whether a key is a directive of a strategic merge patch
// (staging/src/k8s.io/apimachinery/pkg/util/strategicpatch). No other manifest has such keys.
func Directive(key string) bool {
	name, _, _ := strings.Cut(key, "/")
	return name == "$patch" || name == "$retainKeys" || name == "$setElementOrder" || name == "$deleteFromPrimitiveList"
}

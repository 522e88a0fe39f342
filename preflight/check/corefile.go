package check

import (
	"slices"
	"strings"
)

// directive is a plugin of a Corefile with its options, by name.
type directive struct {
	plugin  string
	options []string
}

// corefileLimit bounds what is read of a Corefile.
const corefileLimit = 1 << 20

// parseCorefile reads the plugins of all server blocks of a Corefile, and the
// options in their blocks (https://coredns.io/manual/configuration/). It knows
// comments, quotes and snippets; what is imported from files is not seen. ok is
// false where the braces do not match.
func parseCorefile(text string) (plugins []directive, imports bool, ok bool) {
	if len(text) > corefileLimit {
		return nil, false, false
	}
	var c corefile
	addressed, snippets := false, map[string]bool{}
	for line := range strings.Lines(text) {
		words := corefileWords(line)
		if len(words) == 0 {
			continue
		}
		if addressed && words[0] != "{" {
			c.depth, c.bottom = 1, 1 // the only server block of a file needs no braces
		}
		imported := words[0] == "import"
		imports = imports || imported && (len(words) == 1 || !snippets["("+words[1]+")"])
		snippets[words[0]] = true
		addressed = c.depth == 0 && !imported && words[0] != "}" && !slices.Contains(words, "{") && !strings.HasSuffix(words[len(words)-1], ",")
		if !c.line(words) {
			return nil, false, false
		}
	}
	return c.plugins, imports, c.depth == c.bottom
}

// corefile is what was read of a Corefile: its plugins, and how many blocks are open.
// bottom is 1 in a file without braces around its server block, else 0.
type corefile struct {
	plugins       []directive
	depth, bottom int
}

// line reads a line. It is false where a brace closes nothing.
func (c *corefile) line(words []string) bool {
	begins := true
	for _, word := range words {
		switch {
		case word == "{":
			c.depth++
		case word == "}":
			c.depth--
		case begins && c.depth == 1:
			c.plugins = append(c.plugins, directive{plugin: word})
		case begins && c.depth == 2 && len(c.plugins) > 0:
			last := &c.plugins[len(c.plugins)-1]
			last.options = append(last.options, word)
		}
		if begins = word == "{" || word == "}"; c.depth < c.bottom {
			return false
		}
	}
	return true
}

// corefileWords splits a line; a # begins a comment at the start of a word.
func corefileWords(line string) (words []string) {
	rest := strings.TrimSpace(line)
	for rest != "" && rest[0] != '#' {
		if rest[0] == '"' {
			end := strings.IndexByte(rest[1:], '"')
			if end < 0 {
				return append(words, rest[1:])
			}
			words = append(words, rest[1:1+end])
			rest = strings.TrimSpace(rest[end+2:])
			continue
		}
		end := strings.IndexAny(rest, " \t\r")
		if end < 0 {
			return append(words, rest)
		}
		words = append(words, rest[:end])
		rest = strings.TrimSpace(rest[end:])
	}
	return words
}

package check

import (
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
	depth := 0
	for line := range strings.Lines(text) {
		words := corefileWords(line)
		if len(words) == 0 {
			continue
		}
		closes, opens := words[0] == "}", words[len(words)-1] == "{"
		if closes {
			depth--
			if depth < 0 {
				return nil, false, false
			}
			continue
		}
		switch depth {
		case 1:
			plugins = append(plugins, directive{plugin: words[0]})
			imports = imports || words[0] == "import"
		case 2:
			last := &plugins[len(plugins)-1]
			last.options = append(last.options, words[0])
		}
		if opens {
			depth++
		}
	}
	return plugins, imports, depth == 0
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

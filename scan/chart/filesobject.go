package chart

import (
	"encoding/base64"
	"path"
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// Files is .Files: the files of a chart that are not templates.
type Files map[string][]byte

// Get returns the text of a file; "" if there is none.
func (f Files) Get(name string) string { return string(f[name]) }

// GetBytes returns the bytes of a file.
func (f Files) GetBytes(name string) []byte {
	if b, ok := f[name]; ok {
		return b
	}
	return []byte{}
}

// Lines returns the lines of a file.
func (f Files) Lines(name string) []string {
	if len(f[name]) == 0 {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(string(f[name]), "\n"), "\n")
}

// Glob returns the files whose paths match: "conf/*.yaml", "**.{json,txt}".
func (f Files) Glob(pattern string) Files {
	match, err := regexp.Compile(globExpression(pattern))
	out := Files{}
	for name, data := range f {
		if err != nil || match.MatchString(name) {
			out[name] = data
		}
	}
	return out
}

// AsConfig returns the files as the data of a ConfigMap.
func (f Files) AsConfig() string {
	return f.data(func(b []byte) string { return string(b) })
}

// AsSecrets returns the files as the data of a Secret.
func (f Files) AsSecrets() string {
	return f.data(base64.StdEncoding.EncodeToString)
}

func (f Files) data(write func([]byte) string) string {
	if f == nil {
		return ""
	}
	m := map[string]string{}
	for name, b := range f {
		m[path.Base(name)] = write(b)
	}
	out, err := yaml.Marshal(m)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(out), "\n")
}

// globExpression converts a glob to a regular expression: * and ? do not match slashes, ** does.
func globExpression(pattern string) string {
	if len(pattern) > 1000 {
		pattern = "**"
	}
	var b strings.Builder
	b.WriteString(`^(?s:`)
	depth := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case strings.HasPrefix(pattern[i:], "**"):
			b.WriteString(`.*`)
			i++
		case c == '*':
			b.WriteString(`[^/]*`)
		case c == '?':
			b.WriteString(`[^/]`)
		case c == '{':
			b.WriteString(`(?:`)
			depth++
		case c == '}' && depth > 0:
			b.WriteString(`)`)
			depth--
		case c == ',' && depth > 0:
			b.WriteString(`|`)
		case c == '[':
			end := strings.IndexByte(pattern[i:], ']')
			if end < 2 {
				b.WriteString(`\[`)
				continue
			}
			class := strings.ReplaceAll(pattern[i+1:i+end], `\`, `\\`)
			if rest, ok := strings.CutPrefix(class, "!"); ok {
				class = "^" + rest
			}
			b.WriteString("[" + class + "]")
			i += end
		case c == '\\' && i+1 < len(pattern):
			i++
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	return b.String() + strings.Repeat(")", depth) + `)$`
}

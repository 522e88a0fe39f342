package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Loosened returns one sentence about the settings of a found file that apply to a command and make
// its check weaker, or "" if there are none. The file can be in the repository that is checked.
// redacted has no values, which can be names.
func Loosened(c Command, r Resolved, file *File) (text, redacted string) {
	if file == nil || !file.Place.Found {
		return "", ""
	}
	var whole, names []string
	for _, f := range c.AllFlags() {
		s := r.Settings[f.Name]
		if s.From.Level >= LevelFile && s.From.Level <= LevelFileCommand && f.loosened(s.Values) {
			whole = append(whole, f.Name+" "+f.brief(s.Values)+" ("+f.Loosens+")")
			names = append(names, f.Name+" ("+f.Loosens+")")
		}
	}
	if len(names) == 0 {
		return "", ""
	}
	begin := file.Place.Shown + " was found, not specified with --config, and weakens this check: "
	return begin + strings.Join(whole, "; "), begin + strings.Join(names, "; ")
}

func (f Flag) loosened(values []string) bool {
	switch {
	case f.Loosens == "" || slices.Equal(values, f.Default) || strings.Join(values, "") == "":
		return false
	case f.Type == Bool:
		return values[0] == "true"
	case len(f.Weaker) > 0:
		return slices.Contains(f.Weaker, values[0])
	default:
		return true
	}
}

// brief returns the first values, for one line.
func (f Flag) brief(values []string) string {
	const most = 3
	texts := slice.Map(values, func(v string) string { return quote(f.Shown(v)) })
	if more := len(texts) - most; more > 0 {
		texts = append(texts[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}

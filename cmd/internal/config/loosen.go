package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Loosening is a setting of a found file that makes a check weaker. The file can be in the
// repository that is checked.
type Loosening struct {
	Flag   Flag
	Values []string
}

// Loosened returns the settings of a found file that apply to a command and make its check weaker,
// by name.
func Loosened(c Command, r Resolved, file *File) (list []Loosening) {
	if file == nil || !file.Place.Found {
		return nil
	}
	for _, f := range c.AllFlags() {
		s, ok := r.Settings[f.Name]
		if ok && s.From.Level >= LevelFile && s.From.Level <= LevelFileCommand && f.loosened(s.Values) {
			list = append(list, Loosening{f, s.Values})
		}
	}
	return list
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

// Told returns one sentence about all of them, or "" for none. If redacted, it has no values, which
// can be names.
func Told(list []Loosening, place Place, redacted bool) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, l := range list {
		part := l.Flag.Name
		if !redacted {
			part += " " + l.shown()
		}
		parts = append(parts, part+" ("+l.Flag.Loosens+")")
	}
	return place.Shown + " was found, not named with --config, and weakens this check: " + strings.Join(parts, "; ")
}

// shown returns the first values, for one line.
func (l Loosening) shown() string {
	const most = 3
	texts := slice.Map(l.Values, func(v string) string { return quote(l.Flag.Shown(v)) })
	if more := len(texts) - most; more > 0 {
		texts = append(texts[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}

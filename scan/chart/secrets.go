package chart

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/scan/secret"
)

// redacted takes out of Helm's messages what a chart's values keep secret: functions
// quote what they are given and cannot read. What the chart's author writes into a
// message by another name is the author's.
type redacted []string

// The least that is a secret and no word by chance, and how many are looked for.
const (
	shortestSecret = 4
	maxSecrets     = 1000
)

// secretsOf finds the values that are credentials by their key or form.
func secretsOf(values any) (out redacted) {
	left := maxSteps
	var look func(key string, v any)
	look = func(key string, v any) {
		if left--; left < 0 || len(out) == maxSecrets {
			return
		}
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				look(k, v[k])
			}
		case []any:
			for _, item := range v {
				look(key, item)
			}
		case string:
			if len(v) >= shortestSecret && (secret.Key(key) || secret.Text(v)) {
				out = append(out, v)
			}
		}
	}
	look("", values)
	// The longest first, for one may be a part of another.
	slices.SortFunc(out, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(out)
}

func (m redacted) message(text string) string {
	for _, s := range m {
		text = strings.ReplaceAll(text, s, "…")
	}
	return text
}

package chart

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/scan/secret"
)

// redacted has the secrets in a chart's values, which it removes from Helm's messages: functions
// quote arguments that they cannot read. It does not recognise secrets that the chart itself writes
// into a message.
type redacted []string

const (
	// shortestSecret is the least length of a secret: shorter ones are part of other words.
	shortestSecret = 4
	maxSecrets     = 1000
)

// secretsOf finds the values that are credentials by their key or their form.
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
	// The longest are first, because one may be a part of another.
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(out)
}

func (m redacted) message(text string) string {
	for _, s := range m {
		text = strings.ReplaceAll(text, s, "…")
	}
	return text
}

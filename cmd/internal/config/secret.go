package config

import (
	"net/url"
	"regexp"
	"strings"
)

// secretKeys are keys that people would look for and that must not be there.
var secretKeys = regexp.MustCompile(`(?i)^(.*[-_])?(token|password|passwd|secret|api[-_]?key|bearer)$`)

// hasPassword: the text is a URL with a password, or with a name that may be a
// token.
func hasPassword(text string) bool {
	if !strings.Contains(text, "://") || !strings.Contains(text, "@") {
		return false
	}
	u, err := url.Parse(text)
	if err != nil {
		return false
	}
	return u.User != nil
}

// Shown is a value as it may be printed. Of a secret one only the name before =
// is.
func (f Flag) Shown(value string) string {
	if f.Secret {
		if name, _, ok := strings.Cut(value, "="); ok {
			return name + "=***"
		}
		return "***"
	}
	if hasPassword(value) {
		u, err := url.Parse(value)
		if err != nil {
			return "***"
		}
		u.User = url.User("xxxxx")
		return u.String()
	}
	return value
}

package config

import (
	"net/url"
	"regexp"
	"strings"
)

// secretKeys matches keys of secrets, which are not allowed in the file.
var secretKeys = regexp.MustCompile(`(?i)^(.*[-_])?(token|password|passwd|secret|api[-_]?key|bearer)$`)

// withUser parses a URL with a password, or with a user name that can be a token. It returns nil for
// any other text.
func withUser(text string) *url.URL {
	if !strings.Contains(text, "://") || !strings.Contains(text, "@") {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.User == nil {
		return nil
	}
	return u
}

// Shown returns a value as it may be printed. Of a secret, it returns only the name before "=".
func (f Flag) Shown(value string) string {
	if f.Secret {
		if name, _, ok := strings.Cut(value, "="); ok {
			return name + "=***"
		}
		return "***"
	}
	if u := withUser(value); u != nil {
		u.User = url.User("xxxxx")
		return u.String()
	}
	return value
}

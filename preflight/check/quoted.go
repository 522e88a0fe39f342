package check

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// quoted writes text from the cluster so that a reader sees where it ends, and cut
// where it is long.
func quoted(s string) string {
	const limit = 120
	if r := []rune(s); len(s) > limit && len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return strconv.Quote(s)
}

// place names where a URL leads by its scheme and host. User, path and query may hold
// a token, and a report is shown to others.
func place(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "a URL that cannot be read"
	}
	rest := u.Path
	if len(rest) > 1 {
		rest = "/…"
	}
	return "the URL " + quoted(u.Scheme+"://"+u.Host+rest)
}

// urls are those in a text that somebody else wrote.
var urls = lazy.Regexp(`\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s"'<>]*[^\s"'<>:,;.)]`)

// placed is such a text with no more of its URLs than where they lead.
func placed(text string) string {
	return urls().ReplaceAllStringFunc(text, func(u string) string {
		scheme, rest, _ := strings.Cut(u, "://")
		host, _, _ := strings.Cut(rest, "/")
		host, _, _ = strings.Cut(host, "?")
		if u == scheme+"://"+host {
			return u
		}
		return scheme + "://" + host[strings.LastIndexByte(host, '@')+1:] + "/…"
	})
}

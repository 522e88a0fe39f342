package snapshot

import (
	"regexp"
	"strings"
)

// withoutHosts takes addresses out of a sentence: an error of the network says
// which host it could not reach.
func withoutHosts(sentence string) string {
	urls := regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s/"']+`)
	hosts := regexp.MustCompile(`(?i)\[[0-9a-f:.%]+\](:\d+)?|\b\d{1,3}(\.\d{1,3}){3}\b(:\d+)?|\b(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+):\d{2,5}\b`)
	lookups := regexp.MustCompile(`\blookup [^\s:]+`)
	sentence = urls.ReplaceAllString(sentence, "")
	sentence = lookups.ReplaceAllString(sentence, "lookup (host)")
	return hosts.ReplaceAllString(sentence, "(host)")
}

// withoutURL cuts a source's name down to what may be shown: of a URL only the
// scheme is left, for it may hold a host, a user and a password.
func withoutURL(source string) string {
	before, _, _ := strings.Cut(source, "://")
	return before
}

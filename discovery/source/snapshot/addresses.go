package snapshot

import "regexp"

// withoutHosts removes addresses from an error of the network, which names the host that could not
// be reached.
func withoutHosts(sentence string) string {
	urls := regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s/"']+`)
	hosts := regexp.MustCompile(`(?i)\[[0-9a-f:.%]+\](:\d+)?|\b\d{1,3}(\.\d{1,3}){3}\b(:\d+)?|\b(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+):\d{2,5}\b`)
	lookups := regexp.MustCompile(`\blookup [^\s:]+`)
	sentence = urls.ReplaceAllString(sentence, "")
	sentence = lookups.ReplaceAllString(sentence, "lookup (host)")
	return hosts.ReplaceAllString(sentence, "(host)")
}

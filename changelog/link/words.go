package link

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// stem returns one text for the forms of a word, roughly: "policies" and "policy", "deprecated" and
// "deprecation", "nodes" and "node". The result need not be a word.
func stem(w string) string {
	w = strings.ToLower(w)
	for _, s := range [...]struct{ suffix, to string }{
		{"ations", ""}, {"ation", ""}, {"atable", ""}, {"ating", ""}, {"ators", ""}, {"ator", ""}, {"ated", ""}, {"ates", ""}, {"ate", ""},
		{"ings", ""}, {"ing", ""}, {"ies", "y"}, {"ied", "y"}, {"able", ""}, {"ed", ""}, {"sses", "ss"}, {"es", ""},
	} {
		if rest, ok := strings.CutSuffix(w, s.suffix); ok && len(rest) >= 3 {
			return rest + s.to
		}
	}
	if len(w) > 3 && (strings.HasSuffix(w, "e") || strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us")) {
		w = w[:len(w)-1]
	}
	return w
}

// Humps splits a name in camel case: "DRAPartitionableDevices" into DRA, Partitionable, Devices,
// and "ClusterIPs" into Cluster, IP. A version (v1beta1) is one word.
func Humps(name string) (words []string) {
	if isVersion(name) {
		return []string{name}
	}
	if strings.IndexByte(name, '-') > 0 {
		for part := range strings.SplitSeq(name, "-") {
			words = append(words, Humps(part)...)
		}
		return words
	}
	if len(name) > 2 && isLower(name[0]) && name[1:] == strings.ToUpper(name[1:]) {
		return []string{name} // gRPC, mTLS
	}
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, name[start:end])
		}
		start = end
	}
	for i := 1; i < len(name); i++ {
		switch {
		case isUpper(name[i]) && !isUpper(name[i-1]):
			cut(i)
		case isUpper(name[i-1]) && isLower(name[i]) && i-1 > start:
			if plural(name, i) {
				// The s of IPs is no word. The word before it ends here.
				cut(i)
				start = i + 1
				continue
			}
			cut(i - 1)
		}
	}
	cut(len(name))
	return words
}

// plural reports whether the letter at i is the s after an acronym: APIs.
func plural(name string, i int) bool {
	return name[i] == 's' && i >= 2 && isUpper(name[i-2]) && (i+1 == len(name) || isUpper(name[i+1]))
}

func stems(name string) []string { return slice.Map(Humps(name), stem) }

// acronym returns the acronym of a kind of three words or more: HPA, PVC.
func acronym(kind string) string {
	var b strings.Builder
	for _, w := range Humps(kind) {
		b.WriteByte(w[0])
	}
	if b.Len() < 3 {
		return ""
	}
	return strings.ToUpper(b.String())
}

// isVersion reports whether a word is the name of an API version: v1, v1beta1.
func isVersion(w string) bool { return discovery.StabilityOf(w) != discovery.StabilityUnknown }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool { return isUpper(c) || isLower(c) || isDigit(c) || c == '_' }

// stopWord reports whether a stem is too common to say what a note is about.
func stopWord(stem string) bool {
	switch stem {
	case "the", "and", "for", "that", "this", "with", "from", "are", "was", "were", "has", "have", "had", "not", "but", "can", "may", "will", "when",
		"which", "who", "what", "been", "being", "its", "into", "than", "then", "them", "they", "there", "thes", "thos", "all", "any", "each", "only",
		"also", "more", "such", "now", "new", "add", "support", "field", "featur", "gate", "api", "kubernete", "kubernet", "alpha", "beta", "enabl", "disabl", "default",
		"use", "using", "user", "set", "valu", "typ", "name", "is", "it", "in", "of", "to", "a", "an", "or", "as", "be", "by", "on", "at", "if", "no", "must",
		"should", "does", "via", "per", "one", "two", "requir", "option", "optional", "list", "specify", "specified", "spec", "status", "object", "releas", "level", "chang", "updat", "us",
		"defin", "describ", "information", "contain", "given", "fals", "tru", "nil", "empty", "other", "same", "specifi", "thi", "allow", "indic", "refer":
		return true
	}
	return len(stem) < 2
}

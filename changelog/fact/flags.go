package fact

import "strings"

// flags finds flags with two dashes, and quoted names without dashes next to the word flag: "the
// deprecated flag `prune-whitelist`".
func (r *reading) flags() (names found) {
	dashed := strings.Contains(r.text, "--")
	spoken := r.says("flag", "command line", "command-line")
	if !dashed && !spoken {
		return nil
	}
	listed := false // a list of flags was announced: "the following flags:"
	for n, s := range r.sentences {
		if dashed {
			s.dashed(n, &names)
		}
		if !spoken || s.code {
			continue
		}
		s.undashed(n, &names)
		listed = s.announcesFlags() || listed && s.bullet
		if listed && s.bullet && len(s.tokens) == 1 && kebab(s.tokens[0].text) {
			names.add(n, 0, "--"+s.tokens[0].text)
		}
	}
	return names
}

func (s sentence) dashed(n int, names *found) {
	for i, t := range s.tokens {
		if !strings.HasPrefix(t.text, "--") || t.cut {
			continue
		}
		// "--a/--b" and "--output/-o" are several flags.
		for part := range strings.SplitSeq(t.text, "/") {
			if name := flagName(part); name != "" {
				names.add(n, i, name)
			}
		}
	}
}

// announcesFlags reports whether the sentence ends with "flags:".
func (s sentence) announcesFlags() bool {
	last := len(s.tokens) - 1
	return last > 0 && s.tokens[last].text == ":" && s.word(last-1) == "flags" && commandLineFlag(s, last-1)
}

// flagName returns the flag without suffixes such as "'s" and "[=true]", or "" if s is no flag.
func flagName(s string) string {
	if !strings.HasPrefix(s, "--") || len(s) < 4 && !letter(s[len(s)-1]) {
		return ""
	}
	if i := strings.IndexAny(s, "'["); i >= 0 {
		s = s[:i]
	}
	return strings.TrimRight(s, "-._")
}

// undashed finds quoted names next to the word flag.
func (s sentence) undashed(n int, names *found) {
	for i, t := range s.tokens {
		if t.low != "flag" && t.low != "flags" || !commandLineFlag(s, i) {
			continue
		}
		s.listAfter(i+1, func(j int) bool { return s.collectKebab(n, j, names) })
		s.listBefore(i-1, func(j int) bool { return s.collectKebab(n, j, names) })
	}
}

// commandLineFlag reports whether the word "flag" at i means a flag of a command line. It does not
// in "feature flag" and "TCP flag".
func commandLineFlag(s sentence, i int) bool {
	return !has([]string{"feature", "mount", "linker", "compiler", "tcp", "build"}, s.word(i-1))
}

func (s sentence) collectKebab(n, i int, names *found) bool {
	t := s.tokens[i]
	// Not the value of "--container-runtime=remote", nor "-parallel", which has only one dash.
	named := t.quoted || s.word(i-1) == "flag" && strings.Contains(t.text, "-") // "the flag pod-eviction-timeout"
	if !named || t.cut || s.word(i-1) == "=" || s.word(i-1) == "-" {
		return false
	}
	if strings.HasPrefix(t.text, "--") {
		return true
	}
	if !kebab(t.text) || program(t.text) {
		return false
	}
	names.add(n, i, "--"+t.text)
	return true
}

// program reports whether s is the name of a program or command, or another word that notes quote
// next to the word flag.
func program(s string) bool {
	return strings.HasPrefix(s, "kube") || strings.HasPrefix(s, "cloud-") || strings.HasPrefix(s, "client-go") || is("command", s)
}

// kebab reports whether s is one lower-case word, or several with dashes between them.
func kebab(s string) bool {
	return len(s) >= 4 && lowerFirst(s) && consists(s, lowers+"-")
}

package fact

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Subcommand returns the subcommand of kubectl or kubeadm whose flag a text names: "kubectl run" of
// "deprecated `--filename` of `kubectl run`". Other subcommands can have a flag of the same name. It
// returns "" if the text names no subcommand beside the flag.
func Subcommand(text, flag string) string {
	announced := "" // the subcommand before a list: "the following kubectl run flags:"
	for _, s := range sentences(Prepare(text)) {
		at := -1
		for i, t := range s.tokens {
			if (t.quoted || s.bullet || strings.HasPrefix(t.text, "--")) && namesFlag(t.text, flag) {
				at = i
				break
			}
		}
		found := s.subcommand(at)
		switch {
		case at < 0 && !s.bullet:
			announced = found
		case at >= 0 && found != "":
			return found
		case at >= 0 && s.bullet && announced != "":
			return announced
		}
	}
	return ""
}

// namesFlag reports whether a word is the flag, also without dashes or beside others:
// "--filename/-f".
func namesFlag(word, flag string) bool {
	return slices.ContainsFunc(strings.Split(word, "/"), func(part string) bool { return flagName("--"+strings.TrimLeft(part, "-")) == flag })
}

// subcommand returns the first subcommand after a token, or else the last one before it; "" if the
// sentence names another program.
func (s sentence) subcommand(at int) (found string) {
	after := false
	for i, t := range s.tokens {
		if t.low == "kubelet" || strings.HasPrefix(t.low, "kube-") {
			return ""
		}
		if command := s.commandAt(i); command != "" && !after {
			found, after = command, i > at
		}
	}
	return found
}

// commandAt returns the subcommand that begins at a token: "kubectl run". All words of a quoted one
// belong to it: "`kubeadm upgrade apply`".
func (s sentence) commandAt(i int) string {
	if next := s.word(i + 1); (s.word(i) != "kubectl" || !is("ofKubectl", next)) && (s.word(i) != "kubeadm" || !is("ofKubeadm", next)) {
		return ""
	}
	end := i + 2
	for s.tokens[i].quoted && !s.tokens[end-1].quoted && end < len(s.tokens) && kebab(s.tokens[end].text) {
		end++
	}
	return strings.Join(slice.Map(s.tokens[i:end], func(t token) string { return t.low }), " ")
}

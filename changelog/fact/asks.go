package fact

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// asks reports whether the text itself asks the person who upgrades to do something. The label of
// the pull request is not considered: it is known without the text.
func (r *reading) asks() bool {
	if r.says("action-required", "action_required") || strings.Contains(strings.ReplaceAll(r.low, "no action required", ""), "action required") {
		return true
	}
	if !r.says("upgrad", "updat", "fail to start", "remove", "not start", "should", "must", "need to", "needs to", "have to", "has to", "please", "requires", "required to", "references", "relying") {
		return false
	}
	for n, s := range r.sentences {
		if !s.code && (r.asksIn(s) || r.told(n)) {
			return true
		}
	}
	return false
}

func (r *reading) asksIn(s sentence) bool {
	for i, t := range s.tokens {
		switch {
		case t.mark || t.quoted:
		case beforeUpgrade(s, i) && ordered(s, i):
			return true
		case t.low == "will" && notStart(s, i+1) && ofProgram(s, i) && !r.mending(s, i):
			return true
		case addressed(s) && toAct(s, i) || demanded(s, i) && !r.mending(s, i):
			return true
		case demands(s, i):
			return true
		case t.low == "must" && (s.word(i+1) == "be" && has([]string{"removed", "deleted", "migrated"}, s.word(i+2))) && r.upgradeIn(s):
			return true
		}
	}
	return false
}

// beforeUpgrade matches "before upgrading" and "prior to upgrading".
func beforeUpgrade(s sentence, i int) bool {
	return s.word(i) == "before" && upgrade(s, i+1) || s.word(i) == "prior" && s.word(i+2) == "upgrading"
}

// notStart matches "fail to start" and "not start".
func notStart(s sentence, i int) bool {
	return s.word(i) == "fail" && s.word(i+1) == "to" && s.word(i+2) == "start" || s.word(i) == "not" && s.word(i+1) == "start"
}

// addressed reports whether the sentence is about what people who use Kubernetes, or their
// programs, do: "Cluster administrators should …". Sentences about the imports of Go code do not
// count.
func addressed(s sentence) bool {
	who := []string{"users", "user", "clients", "administrators", "admins", "operators", "consumers", "authors", "anyone", "those"}
	named := has(who, s.word(0)) || has(who, s.word(1))
	for j := 2; j < len(s.tokens) && !named; j++ {
		named = s.word(j) == "relying" && has(who, s.word(j-1))
	}
	return named && !s.says("import", 0, len(s.tokens)) && !s.says("imports", 0, len(s.tokens))
}

// demanded reports whether the words at i demand an action from any reader: "must now", "you must
// migrate", "queries should be updated".
func demanded(s sentence, i int) bool {
	return mustNow(s, i) || s.word(i-1) == "you" && toAct(s, i) || toBeChanged(s, i) && kept(s, i)
}

// toBeChanged reports whether the words at i ask to change what is named before them: "must be
// migrated to".
func toBeChanged(s sentence, i int) bool {
	switch s.word(i) {
	case "should", "must":
	case "need", "needs":
		i++ // "to"
	default:
		return false
	}
	if s.word(i) == "must" && s.word(i+1) == "no" && s.word(i+2) == "longer" && s.word(i+3) == "be" {
		return has([]string{"referenced", "used", "set", "specified"}, s.word(i+4))
	}
	return s.word(i+1) == "be" && (has([]string{"updated", "migrated", "removed", "changed", "replaced", "converted", "adapted", "adjusted", "modified"}, s.word(i+2)) || s.word(i) == "must" && s.word(i+2) == "installed")
}

// kept reports whether a word before i is something that people keep next to a cluster or configure
// in it. A condition ("if …", "when …") between the two excludes it.
func kept(s sentence, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch word := s.word(j); {
		case has([]string{"when", "if", "once"}, word) || word == "that" && j == i-1:
			return false
		case has([]string{"clients", "driver", "drivers", "plugins", "tool", "tools", "tooling", "invocations", "queries", "dashboards", "alerts", "manifests", "config", "configuration", "configurations", "scripts", "webhooks", "workloads",
			"flag", "flags", "annotations", "anything", "uses", "integrations"}, word) || gateWord(s, j):
			return true
		}
	}
	return false
}

// toAct reports whether the words at i ask to change something that exists: "should migrate to",
// "must explicitly remove". Enabling or using something new is a choice and does not count.
func toAct(s sentence, i int) bool {
	switch s.word(i) {
	case "should", "must":
		i++
	case "need", "have", "has":
		if has([]string{"may", "might", "don't", "not"}, s.word(i-1)) || s.word(i+1) != "to" {
			return false
		}
		i += 2 // "to"
	default:
		return false
	}
	if strings.HasSuffix(s.word(i), "ly") {
		i++
	}
	return changes(s.word(i)) || has([]string{"specify", "stop"}, s.word(i)) || s.word(i) == "set" && s.word(0) != "to" && !s.says("you", 0, i)
}

// ofProgram reports whether a component is named before i. Sentences about pods do not count.
func ofProgram(s sentence, i int) bool {
	for j := i - 1; j >= 0 && j > i-12; j-- {
		if word := s.word(j); strings.HasPrefix(word, "kube") || has([]string{"component", "components", "apiserver", "server", "scheduler", "etcd"}, word) {
			return true
		}
	}
	return false
}

// upgrade reports whether the words from i on are about an upgrade: "upgrading", "performing the
// cluster update", "an upgrade". Only articles and what is upgraded may come first.
func upgrade(s sentence, i int) bool {
	for ; has([]string{"you", "performing", "the", "an", "a", "any", "cluster", "control", "plane", "starting", "kubelet", "kubelets", "node", "nodes", "can", "is", "are", "be"}, s.word(i)); i++ {
		continue
	}
	return strings.HasPrefix(s.word(i), "upgrad") || s.word(i) == "update" || s.word(i) == "updating"
}

func (r *reading) upgradeIn(s sentence) bool {
	for i := range s.tokens {
		if strings.HasPrefix(s.word(i), "upgrad") {
			return true
		}
	}
	return false
}

// ordered reports whether the clause before i is an order or a request: it begins with an
// imperative, or contains please, must, should or need.
func ordered(s sentence, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch s.word(j) {
		case "please", "must", "should", "need", "needs", "have", "ensure", "required", "requires", "requiring", "recommended":
			return true
		}
		if j > 0 && !s.tokens[j-1].mark {
			continue
		}
		if imperative(s.word(j)) {
			return true
		}
	}
	return false
}

func imperative(word string) bool {
	return has([]string{"remove", "delete", "update", "migrate", "make", "ensure", "check", "disable", "enable", "set", "replace", "back", "stop", "drain", "verify", "clean", "run", "apply", "convert",
		"upgrade", "switch", "move", "recreate", "change", "rename", "use", "see", "read", "do", "follow"}, word)
}

// Request returns the part of a text that asks for an action: everything from the words "action
// required" on, or the sentences that ask. If the text has neither, Request returns the whole text,
// because then only the label of the pull request says that an action is required.
func Request(text string) string {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	if i := strings.Index(strings.ReplaceAll(strings.ToLower(text), "_", " "), "action required"); i >= 0 && i < len(text) {
		return strings.TrimSpace(text[i:])
	}
	d := compile(Vocabulary{}, nil)
	var asked []string
	for _, part := range statements(text) {
		r := d.read(discovery.Release{}, part)
		if r.asks() || len(asked) > 0 && len(r.sentences) > 0 && imperative(r.sentences[0].word(0)) {
			asked = append(asked, part)
		}
	}
	if len(asked) == 0 {
		return strings.TrimSpace(text)
	}
	return strings.Join(asked, " ")
}

// statements splits a text at the ends of sentences and lines.
func statements(text string) (out []string) {
	start := 0
	cut := func(end int) {
		if part := strings.TrimLeft(strings.TrimSpace(text[start:end]), "-* "); part != "" {
			out = append(out, part)
		}
		start = end
	}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '.' && i+1 < len(text) && text[i+1] == ' ' && (i+2 >= len(text) || text[i+2] < 'a' || text[i+2] > 'z') {
			cut(i + 1)
		}
	}
	cut(len(text))
	return out
}

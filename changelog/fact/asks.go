package fact

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// asks reports whether the text itself asks the person who upgrades to do something. The label of
// the pull request is not considered: it is known without the text.
func (r *reading) asks() bool {
	if r.says("action-required", "action_required") || strings.Contains(strings.ReplaceAll(r.low, "no action required", ""), "action required") {
		return true
	}
	for n, s := range r.sentences {
		if !s.code && (r.asksIn(n, s) || r.told(n)) {
			return true
		}
	}
	return false
}

func (r *reading) asksIn(n int, s sentence) bool {
	for i := range s.tokens {
		switch {
		case beforeUpgrade(s, i) && ordered(s, i), whileUpgrading(s, i):
			return true
		case (s.word(i) == "will" && notStart(s, i+1) && ofProgram(s, i) || demanded(s, i)) && !r.mending(s, i) && !r.advises(n, i):
			return true
		}
	}
	return false
}

// told reports whether sentence n is an order that follows a sentence about a removal, a
// deprecation or a fix: "The labels are deprecated. Update node selectors to use …". The first
// sentence and list items say what was done, so they do not count.
func (r *reading) told(n int) bool {
	s := r.sentences[n]
	if n == 0 || s.bullet {
		return false
	}
	if s.word(0) == "ensure" && s.says("relying", 1, len(s.tokens)) {
		return true
	}
	return is("changes", s.word(0)) && len(s.tokens) > 3 && r.after(n, "deprecated", "removed", "renamed", "replaced", "longer")
}

// after reports whether one of the two sentences before sentence n has one of the words.
func (r *reading) after(n int, words ...string) bool {
	return slices.ContainsFunc(r.sentences[max(0, n-2):n], func(before sentence) bool { return before.saysOne(words...) })
}

// advises matches "please consider migrating" after sentences by which nothing is deprecated or
// removed, and "please do … if you need to run these tests".
func (r *reading) advises(n, i int) bool {
	s := r.sentences[n]
	if s.word(i) != "please" {
		return false
	}
	if s.some(i, len(s.tokens), func(j int) bool {
		return s.word(j) == "if" && s.word(j+1) == "you" && has([]string{"need", "want", "wish"}, s.word(j+2))
	}) {
		return true
	}
	return n > 0 && s.word(i+1) == "consider" && !r.after(n, "deprecated", "removed", "renamed", "replaced", "longer", "supported")
}

// beforeUpgrade matches "before upgrading" and "prior to upgrading".
func beforeUpgrade(s sentence, i int) bool {
	return s.word(i) == "before" && upgrade(s, i+1) || s.word(i) == "prior" && s.word(i+2) == "upgrading"
}

// notStart matches "fail to start" and "not start".
func notStart(s sentence, i int) bool {
	return s.word(i) == "fail" && s.word(i+1) == "to" && s.word(i+2) == "start" || s.word(i) == "not" && s.word(i+1) == "start"
}

// demanded reports whether the words at i demand to change something that exists: "users should
// migrate to", "queries must be updated", "please convert to". Enabling or using something new is a
// choice, and "please see" is advice. They do not count.
func demanded(s sentence, i int) bool {
	v := s.demand(i)
	verb := s.word(v)
	switch {
	case v < 0 || verb == "not":
		return false
	case verb == "requires", s.word(i) == "must" && s.says("now", i, i+5):
		return true
	case verb == "be":
		return (is("changed", s.word(v+1)) || s.word(i) == "must" && has([]string{"installed", "deleted"}, s.word(v+1))) && kept(s, i)
	case verb == "no" && s.word(v+1) == "longer":
		return has([]string{"referenced", "used", "set", "specified"}, s.word(v+3)) && kept(s, i)
	case has([]string{"please", "required"}, s.word(i)):
		return is("changes", verb) || has([]string{"adopt", "review"}, verb) || s.word(v-1) == "consider" && strings.HasSuffix(verb, "ing")
	}
	return demandedOf(s, i, verb)
}

// demandedOf is demanded for a verb by whom the sentence addresses.
func demandedOf(s sentence, i int, verb string) bool {
	switch {
	case s.word(i-1) == "you":
		return is("changes", verb) || verb == "check" || verb == "use" && s.saysOne("deprecated", "removed") ||
			s.word(0) == "if" && has([]string{"relied", "rely", "have", "used", "depend"}, s.word(2))
	case addressed(s):
		return is("changes", verb) || has([]string{"specify", "stop"}, verb) || verb == "set" && s.word(0) != "to" && !s.says("you", 0, i)
	default:
		return (is("changes", verb) || verb == "use" && s.says("any", 0, i)) && kept(s, i)
	}
}

// demand returns the place of the verb that the words at i demand, or -1: "migrate" in "should now
// migrate", "be" in "need to be updated".
func (s sentence) demand(i int) int {
	switch s.word(i) {
	case "should", "must", "please":
		i++
	case "need", "needs", "have", "has", "required":
		if has([]string{"may", "might", "don't", "not"}, s.word(i-1)) && s.word(i+2) != "be" || s.word(i+1) != "to" || s.word(i-1) == "will" && conditionalBefore(s, i) {
			return -1
		}
		i += 2 // "to"
	case "requires": // "this requires existing setups to configure"
		if !has([]string{"existing", "users", "administrators", "operators"}, s.word(i+1)) {
			return -1
		}
	default:
		return -1
	}
	if s.word(i) == "consider" || strings.HasSuffix(s.word(i), "ly") {
		i++
	}
	return i
}

// whileUpgrading matches "When upgrading to 1.17, the label needs to be set" and "upgrade users need
// to add".
func whileUpgrading(s sentence, i int) bool {
	return s.demand(i) >= 0 && s.word(i+1) != "not" &&
		(s.word(0) == "when" && strings.HasPrefix(s.word(1), "upgrad") || s.word(i-1) == "users" && strings.HasPrefix(s.word(i-2), "upgrad"))
}

// addressed reports whether the sentence is about what people who use Kubernetes, or their programs,
// do: "Cluster administrators should …". Sentences about the imports of Go code do not count.
func addressed(s sentence) bool {
	named := is("reader", s.word(0)) || is("reader", s.word(1)) ||
		s.some(2, len(s.tokens), func(j int) bool { return s.word(j) == "relying" && is("reader", s.word(j-1)) })
	return named && !s.saysOne("import", "imports")
}

// kept reports whether a word before i is something that people keep next to a cluster or configure
// in it, or that an upgrade is for. A condition ("if …", "when …") between the two excludes it.
func kept(s sentence, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch word := s.word(j); {
		case has([]string{"when", "if", "once"}, word) || word == "that" && j == i-1:
			return false
		case is("configured", word) || gateWord(s, j) || strings.HasPrefix(word, "upgrad"):
			return true
		}
	}
	return false
}

// ofProgram reports whether a component is named before i. Sentences about pods do not count.
func ofProgram(s sentence, i int) bool {
	return slices.ContainsFunc(s.before(i, 11), func(t token) bool {
		return strings.HasPrefix(t.low, "kube") || has([]string{"component", "components", "apiserver", "server", "scheduler", "etcd"}, t.low)
	})
}

// upgrade reports whether the words from i on are about an upgrade: "upgrading", "performing the
// cluster update", "an upgrade". Only articles and what is upgraded may come first.
func upgrade(s sentence, i int) bool {
	for ; is("upgraded", s.word(i)); i++ {
		continue
	}
	return strings.HasPrefix(s.word(i), "upgrad") || s.word(i) == "update" || s.word(i) == "updating"
}

// ordered reports whether the clause before i is an order or a request: it begins with an
// imperative, or contains please, must, should or need.
func ordered(s sentence, i int) bool {
	for j := i - 1; j >= 0; j-- {
		if is("demanding", s.word(j)) {
			return true
		}
		if j > 0 && !s.tokens[j-1].mark {
			continue
		}
		if is("imperative", s.word(j)) {
			return true
		}
	}
	return false
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
		if r.asks() || len(asked) > 0 && len(r.sentences) > 0 && is("imperative", r.sentences[0].word(0)) {
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

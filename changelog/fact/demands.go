package fact

import (
	"slices"
	"strings"
)

// demands: the words at i ask whoever upgrades for something.
func demands(s sentence, i int) bool {
	return requested(s, i) || relied(s, i) || insteadOf(s, i) || whileUpgrading(s, i) || toolsNeed(s, i) || required(s, i)
}

// requested: the words at i ask for a change of what people have: "please convert to",
// "please consider updating". Please use, please see and please run are advice.
func requested(s sentence, i int) bool {
	if s.word(i) != "please" {
		return false
	}
	if i++; s.word(i) == "consider" {
		return strings.HasSuffix(s.word(i+1), "ing")
	}
	return changes(s.word(i)) || has([]string{"adopt", "review"}, s.word(i))
}

// changes reports whether a verb asks for a change of what is there.
func changes(verb string) bool {
	return has([]string{"remove", "delete", "migrate", "update", "switch", "move", "change", "replace", "convert", "rename", "recreate", "restrict", "modify", "reconfigure", "adapt", "adjust"}, verb)
}

// told: a sentence that is an order, behind one that tells what went or is deprecated:
// "The labels are deprecated. Update node selectors to use …". The first sentence, and an
// item of a list, tell what was done.
func (r *reading) told(n int) bool {
	s := r.sentences[n]
	if n == 0 || s.bullet {
		return false
	}
	if s.word(0) == "ensure" && s.says("relying", 1, len(s.tokens)) {
		return true
	}
	return changes(s.word(0)) && len(s.tokens) > 3 && slices.ContainsFunc(r.sentences[max(0, n-2):n], func(before sentence) bool {
		return slices.ContainsFunc(before.tokens, func(t token) bool {
			return has([]string{"deprecated", "removed", "renamed", "replaced", "longer"}, t.low)
		})
	})
}

// toolsNeed: "any tool of the events needs to use v1", "invocations must update to use".
func toolsNeed(s sentence, i int) bool {
	if has([]string{"need", "needs"}, s.word(i)) && s.word(i+1) == "to" && s.word(i+2) == "use" {
		return s.says("any", 0, i) && kept(s, i)
	}
	return has([]string{"must", "should"}, s.word(i)) && changes(s.word(i+1)) && kept(s, i)
}

// relied: "If you relied on …, you must": what is asked of those whose clusters were so.
func relied(s sentence, i int) bool {
	if s.word(0) != "if" || s.word(1) != "you" || !has([]string{"relied", "rely", "have", "used", "depend"}, s.word(2)) {
		return false
	}
	return s.word(i-1) == "you" && has([]string{"must", "should"}, s.word(i))
}

// insteadOf: "X is deprecated, you should use Y", "you must check that".
func insteadOf(s sentence, i int) bool {
	if s.word(i-1) != "you" || !has([]string{"must", "should"}, s.word(i)) || s.word(0) == "to" {
		return false
	}
	return s.word(i+1) == "check" || s.word(i+1) == "use" && (s.says("deprecated", 0, i) || s.says("removed", 0, i))
}

// whileUpgrading: "When upgrading to 1.17, the label needs to be set", "upgrade users need
// to add".
func whileUpgrading(s sentence, i int) bool {
	if !has([]string{"must", "should", "need", "needs"}, s.word(i)) {
		return false
	}
	if s.word(0) == "when" && strings.HasPrefix(s.word(1), "upgrad") {
		return s.word(i+1) != "not"
	}
	return s.word(i-1) == "users" && strings.HasPrefix(s.word(i-2), "upgrad")
}

// required: "this requires existing setups to", "developers are now required to remove".
func required(s sentence, i int) bool {
	if s.word(i) == "requires" && has([]string{"existing", "users", "administrators", "operators"}, s.word(i+1)) {
		return true
	}
	return s.word(i) == "required" && s.word(i+1) == "to" && changes(s.word(i+2)) && s.word(i-1) != "not" && (has([]string{"are", "is"}, s.word(i-1)) || s.word(i-1) == "now")
}

// mustNow: "probes must use HTTPS now".
func mustNow(s sentence, i int) bool {
	if s.word(i) != "must" {
		return false
	}
	for j := i + 1; j < i+5; j++ {
		if s.word(j) == "now" {
			return true
		}
	}
	return false
}

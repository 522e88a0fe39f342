package fact

import (
	"slices"
	"strings"
)

// demands reports whether the words at i ask the person who upgrades to do something.
func demands(s sentence, i int) bool {
	return requested(s, i) || relied(s, i) || insteadOf(s, i) || whileUpgrading(s, i) || toolsNeed(s, i) || required(s, i)
}

// requested matches requests to change existing things: "please convert to", "please consider
// updating". "Please use", "please see" and "please run" are advice and do not count.
func requested(s sentence, i int) bool {
	if s.word(i) != "please" {
		return false
	}
	if i++; s.word(i) == "consider" {
		return strings.HasSuffix(s.word(i+1), "ing")
	}
	return changes(s.word(i)) || has([]string{"adopt", "review"}, s.word(i))
}

// changes reports whether a verb is about changing something that exists.
func changes(verb string) bool {
	return has([]string{"remove", "delete", "migrate", "update", "switch", "move", "change", "replace", "convert", "rename", "recreate", "restrict", "modify", "reconfigure", "adapt", "adjust"}, verb)
}

// told reports whether sentence n is an order that follows a sentence about a removal or
// deprecation: "The labels are deprecated. Update node selectors to use …". The first sentence and
// list items say what was done, so they do not count.
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

// toolsNeed matches "any tool of the events needs to use v1" and "invocations must update to use".
func toolsNeed(s sentence, i int) bool {
	if has([]string{"need", "needs"}, s.word(i)) && s.word(i+1) == "to" && s.word(i+2) == "use" {
		return s.says("any", 0, i) && kept(s, i)
	}
	return has([]string{"must", "should"}, s.word(i)) && changes(s.word(i+1)) && kept(s, i)
}

// relied matches "If you relied on …, you must".
func relied(s sentence, i int) bool {
	if s.word(0) != "if" || s.word(1) != "you" || !has([]string{"relied", "rely", "have", "used", "depend"}, s.word(2)) {
		return false
	}
	return s.word(i-1) == "you" && has([]string{"must", "should"}, s.word(i))
}

// insteadOf matches "X is deprecated, you should use Y" and "you must check that".
func insteadOf(s sentence, i int) bool {
	if s.word(i-1) != "you" || !has([]string{"must", "should"}, s.word(i)) || s.word(0) == "to" {
		return false
	}
	return s.word(i+1) == "check" || s.word(i+1) == "use" && (s.says("deprecated", 0, i) || s.says("removed", 0, i))
}

// whileUpgrading matches "When upgrading to 1.17, the label needs to be set" and "upgrade users
// need to add".
func whileUpgrading(s sentence, i int) bool {
	if !has([]string{"must", "should", "need", "needs"}, s.word(i)) {
		return false
	}
	if s.word(0) == "when" && strings.HasPrefix(s.word(1), "upgrad") {
		return s.word(i+1) != "not"
	}
	return s.word(i-1) == "users" && strings.HasPrefix(s.word(i-2), "upgrad")
}

// required matches "this requires existing setups to" and "developers are now required to remove".
func required(s sentence, i int) bool {
	if s.word(i) == "requires" && has([]string{"existing", "users", "administrators", "operators"}, s.word(i+1)) {
		return true
	}
	return s.word(i) == "required" && s.word(i+1) == "to" && changes(s.word(i+2)) && s.word(i-1) != "not" && (has([]string{"are", "is"}, s.word(i-1)) || s.word(i-1) == "now")
}

// mustNow matches "probes must use HTTPS now".
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

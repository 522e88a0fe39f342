package fact

import "strings"

// asks: the text tells whoever upgrades to do something, in so many words: what
// the label of the pull request says is known without the text.
func (r *reading) asks() bool {
	if r.says("action required") {
		return true
	}
	if !r.says("upgrad", "updat", "fail to start", "remove", "not start") {
		return false
	}
	for _, s := range r.sentences {
		if !s.code && r.asksIn(s) {
			return true
		}
	}
	return false
}

func (r *reading) asksIn(s sentence) bool {
	for i, t := range s.tokens {
		switch {
		case t.mark || t.quoted:
		case t.low == "before" && upgrade(s, i+1) && ordered(s, i):
			return true
		case t.low == "will" && (s.word(i+1) == "fail" && s.word(i+2) == "to" && s.word(i+3) == "start" || s.word(i+1) == "not" && s.word(i+2) == "start") && ofProgram(s, i) && !r.mending(s, i):
			return true
		case t.low == "must" && (s.word(i+1) == "be" && has([]string{"removed", "deleted", "migrated"}, s.word(i+2))) && r.upgradeIn(s):
			return true
		}
	}
	return false
}

// ofProgram: what stands before i is a component, not a pod.
func ofProgram(s sentence, i int) bool {
	for j := i - 1; j >= 0 && j > i-12; j-- {
		if word := s.word(j); strings.HasPrefix(word, "kube") || has([]string{"component", "components", "apiserver", "server", "scheduler", "etcd"}, word) {
			return true
		}
	}
	return false
}

// upgrade: an upgrade follows, with an article or what is upgraded at most before
// it: "upgrading", "performing the cluster update", "an upgrade".
func upgrade(s sentence, i int) bool {
	for ; has([]string{"you", "performing", "the", "an", "a", "any", "cluster", "control", "plane", "starting"}, s.word(i)); i++ {
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

// ordered: the clause before i is an order or a request: it begins with a verb in
// the imperative, or says please, must, should or need.
func ordered(s sentence, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch s.word(j) {
		case "please", "must", "should", "need", "needs", "have", "ensure", "required", "recommended":
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
		"upgrade", "switch", "move", "recreate", "change", "rename", "use", "see", "read", "do"}, word)
}

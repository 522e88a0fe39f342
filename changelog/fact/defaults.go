package fact

import (
	"slices"
	"strings"
)

// defaultRules are the words for what is on by default and what can no longer be
// switched off.
type defaultRules struct {
	on, locked phrases
	aside      set
}

func newDefaultRules() defaultRules {
	return defaultRules{
		on: newPhrases(
			"enabled|enable|enables|enabling|re-enabled|on|active|activated ~9 by default",
			"default|defaults|defaulted|defaulting ~2 to|is true|enabled|on",
			"default-on", "on-by-default",
			"enabled|enable|enables by-default",
			"default|defaults value? ~4 to true",
			"default :|=? true|enabled|on",
		),
		locked: newPhrases(
			"locked|lock|locks|locking ~6 to|on|at default|true|enabled|on|always|be|its|the",
			"locked on|by", "locked|lock|locks|locking ~3 in the? enabled|disabled", "locked and|,|.|;|)", "unconditionally enabled|on", "enabled unconditionally",
			"can no longer be disabled|turned", "can not|no be disabled", "cannot be disabled|turned|changed", "can't be disabled",
			"no longer be? disabled|disable|possible to? disable", "is|are|be|now locked",
		),
		aside: words("not no will would should once until before if unless when since cannot won't isn't disabled planned that"),
	}
}

// defaultOn: something is on by default from now on.
func (r *reading) defaultOn() bool {
	if !r.says("default") {
		return false
	}
	for _, s := range r.sentences {
		if s.code {
			continue
		}
		for i := range s.tokens {
			end, ok := r.rules.defaults.on.at(s, i)
			if ok && (!r.elsewhen(s, i, end) || r.atOnce(s, i)) && !offBetween(s, i, end) && !r.explains(s, i) && !lockedTo(s, i) {
				return true
			}
		}
	}
	return false
}

// lockedTo: "locked the gate to enabled by default", or "in the enabled state by default",
// tells of what was on before.
func lockedTo(s sentence, i int) bool {
	if s.word(i-1) != "to" && s.word(i-1) != "in" && s.word(i-2) != "in" {
		return false
	}
	for j := i - 2; j >= 0 && j > i-12; j-- {
		if has([]string{"lock", "locks", "locked"}, s.word(j)) {
			return true
		}
	}
	return false
}

// elsewhen: the words around tell of another time, or deny it.
func (r *reading) elsewhen(s sentence, i, end int) bool {
	if s.word(end) == "since" || s.word(end+1) == "since" {
		return true
	}
	for j := i - 1; j >= 0 && j > i-8; j-- {
		t := s.tokens[j]
		if t.mark && (t.text == "," || t.text == ";" || t.text == ":") {
			break
		}
		if r.rules.defaults.aside[t.low] {
			return true
		}
	}
	return r.mending(s, i) || told(s, i, end)
}

// atOnce: "graduates to GA and will be unconditionally enabled" tells of this
// release where no other is named and nothing must happen first.
func (r *reading) atOnce(s sentence, i int) bool {
	if s.word(i-1) != "be" || s.word(i-2) != "will" || r.releaseAfter(s, i) != "" {
		return false
	}
	return !slices.ContainsFunc(s.tokens[:i], func(t token) bool { return has([]string{"once", "when", "if", "until"}, t.low) })
}

// told: it was so before, in a release that is named: "was enabled by default in
// v1.24".
func told(s sentence, i, end int) bool {
	if before := s.word(i - 1); before != "was" && before != "were" && before != "been" {
		return false
	}
	for j := end; j < end+4; j++ {
		if minor(s.word(j)) != "" {
			return true
		}
	}
	return false
}

// explains: that it was locked tells why something is removed.
func (r *reading) explains(s sentence, i int) bool {
	if !r.removes() {
		return false
	}
	if before := s.word(i - 1); before == "was" || before == "were" {
		return true
	}
	for j := i - 1; j >= 0 && j > i-20; j-- {
		if has([]string{"since", "because", "as", "(", "that", "which"}, s.tokens[j].low) {
			return true
		}
	}
	return false
}

// offBetween: "enabled and disabled by default".
func offBetween(s sentence, i, end int) bool {
	for j := i; j < end; j++ {
		if has([]string{"disabled", "false", "off", "not"}, s.tokens[j].low) {
			return true
		}
	}
	return false
}

// locked: something can no longer be switched off from now on.
func (r *reading) locked() bool {
	if !r.says("lock", "unconditional", "no longer be", "cannot be", "can not be", "can't be") {
		return false
	}
	for _, s := range r.sentences {
		for i := range s.tokens {
			if r.lockAt(s, i).voice != silent {
				return true
			}
		}
	}
	return false
}

// locksGate: "locked the X, Y and Z feature gates".
func locksGate(s sentence, i int) bool {
	if !has([]string{"lock", "locks", "locked"}, s.word(i)) || !s.clause(i) {
		return false
	}
	for j := i + 1; j < len(s.tokens) && j < i+40; j++ {
		switch {
		case gateWord(s, j):
			return true
		case softly(s.word(j)) || finite(s.word(j)):
			return false
		}
	}
	return false
}

// lockAt is the statement of a lock whose verb is at i.
func (r *reading) lockAt(s sentence, i int) (none statement) {
	end, ok := r.rules.defaults.locked.at(s, i)
	if !ok && locksGate(s, i) {
		end, ok = i+1, true
	}
	if !ok || s.code || s.tokens[i].quoted && strings.ContainsAny(s.tokens[i].text, "_-") {
		return none
	}
	if r.elsewhen(s, i, end) && !r.atOnce(s, i) || r.explains(s, i) || offBetween(s, end, min(end+1, len(s.tokens))) {
		return none
	}
	if strings.HasPrefix(s.word(i), "lock") && !s.toBe(i) {
		return statement{active, i, i + 1}
	}
	return statement{passive, s.verbFrom(i), end}
}

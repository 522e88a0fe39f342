package fact

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// renames returns pairs of an old and a new name: "renamed A to B", "A is renamed to B", "replaced
// A with B", and "A -> B" where the text mentions renaming.
func (r *reading) renames() []changelog.Rename {
	out := r.moves()
	if !r.says("renam", "replac", "becomes") {
		return out
	}
	arrows := r.says("renam")
	for _, s := range r.sentences {
		for i, t := range s.tokens {
			from, to := none, none
			switch {
			case s.word(i-1) == "be" && (s.word(i-2) == "to" || s.word(i-2) == "will"): // planned
			case has([]string{"rename", "renamed", "renames", "renaming"}, t.low):
				if from, to = s.pair(i, "to", "as", "into"); from == none && s.word(i+1) == ")" {
					from, to = s.pair(i, "favor", "favour") // "Deprecated (renamed) A in favor of B"
				}
				if from == none && s.word(i-1) == "is" && i+1 < len(s.tokens) && identifier(s.tokens[i+1]) {
					from, to = s.nameBefore(i-1), s.nameAfter(i+1) // "`a` is renamed `b`"
				}
			case has([]string{"replace", "replaced", "replaces", "replacing"}, t.low):
				from, to = s.pair(i, "with", "by")
			case t.low == "becomes" && i+1 < len(s.tokens) && identifier(s.tokens[i+1]):
				from, to = s.nameBefore(i-1), s.nameAfter(i+1)
			case arrows && s.arrow(i):
				from, to = s.nameBefore(i-1), s.nameAfter(i+1)
			}
			out = append(out, s.pairs(from, to)...)
		}
	}
	return sorted(out)
}

func sorted(out []changelog.Rename) []changelog.Rename {
	order.By(out, func(a, b changelog.Rename) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To))
	})
	return slices.Compact(out)
}

// successors returns the metrics that were removed in favor of others. Metrics that are only
// deprecated remain, so they are left out.
func (r *reading) successors() (out []changelog.Rename) {
	if !r.says("in favor of", "in favour of") {
		return nil
	}
	for n, s := range r.sentences {
		for i := range s.tokens {
			if s.word(i) != "of" || s.word(i-2) != "in" || !has([]string{"favor", "favour"}, s.word(i-1)) {
				continue
			}
			to := s.nameAfter(i + 1)
			if to == none || !r.metricNames[s.tokens[to].text] {
				continue
			}
			for j := range i {
				if st := r.removalAt(s, j); st.voice != silent {
					for _, old := range r.about(n, st, aMetric) {
						if old.sentence == n && old.token < i && old.name != s.tokens[to].text {
							out = append(out, changelog.Rename{From: old.name, To: s.tokens[to].text})
						}
					}
				}
			}
		}
	}
	return out
}

// moves returns the versions of a group that were replaced by another version of the same stage:
// "promoted the API group X from v1alpha2 to v1alpha3". With another stage, it is a graduation.
func (r *reading) moves() (out []changelog.Rename) {
	if !r.says("from") {
		return nil
	}
	all := r.groupVersions()
	for i := range all {
		from := all[i]
		s := r.sentences[from.sentence]
		if s.word(from.token-1) != "from" || s.word(from.token+1) != "to" {
			continue
		}
		for _, to := range all[i+1:] {
			if to.sentence == from.sentence && to.token == from.token+2 && r.verbBefore(s, from.token, listed("reaches")) &&
				discovery.StabilityOf(lastVersion(from.name)) == discovery.StabilityOf(lastVersion(to.name)) {
				out = append(out, changelog.Rename{From: from.name, To: to.name})
			}
		}
	}
	return out
}

func (s sentence) arrow(i int) bool {
	return s.word(i) == "→" || s.word(i) == ">" && s.word(i-1) == "-"
}

// none is the place of a missing name.
const none = -1

// pairs returns the rename between two places, and the renames of the other names if they are in
// lists: "A and B were renamed to C and D", "renamed A to C and B to D".
func (s sentence) pairs(from, to int) (out []changelog.Rename) {
	if from == none || to == none {
		return nil
	}
	add := func(from, to int) {
		if a, b := s.tokens[from].text, s.tokens[to].text; a != b {
			out = append(out, changelog.Rename{From: a, To: b})
		}
	}
	link := s.word(to - 1)
	olds, news := s.listWith(from), s.listWith(to)
	last := news[len(news)-1]
	switch {
	case from > to || !is("linksNames", link) || is("linksNames", s.word(olds[0]-1)):
		add(from, to)
	case len(news) > 1 && s.word(last+1) == link: // the last name is the old name of the next pair
		add(from, to)
		if next := s.nameAfter(last + 2); next != none {
			out = append(out, s.pairs(last, next)...)
		}
	case len(olds) == len(news):
		for i := range olds {
			add(olds[i], news[i])
		}
	case len(news) == 1:
		for _, old := range olds {
			add(old, to)
		}
	default:
		add(from, to)
	}
	return out
}

// listWith returns the places of the names in the list that the name at i is part of.
func (s sentence) listWith(i int) []int {
	at := []int{i}
	grow := func(step int) (more []int) {
		joined := false
		for j := i + step; j >= 0 && j < len(s.tokens); j += step {
			switch t := s.tokens[j]; {
			case joins(t):
				joined = true
			case joined && identifier(t):
				more, joined = append(more, j), false
			default:
				return more
			}
		}
		return more
	}
	before := grow(-1)
	slices.Reverse(before)
	return slices.Concat(before, at, grow(1))
}

// pair finds the names around a verb: "verb A to B" or "A is verb to B".
func (s sentence) pair(i int, links ...string) (from, to int) {
	from = none
	for j := i + 1; j < len(s.tokens) && j < i+14; j++ {
		if !has(links, s.tokens[j].low) {
			continue
		}
		if s.says("label", i+1, j) || s.says("labels", i+1, j) || s.labelOf(i) {
			return none, none // of a metric
		}
		to = s.nameAfter(j + 1)
		if j > i+1 {
			from = s.firstName(i+1, j)
		}
		if from == none {
			from = s.nameBefore(i - 1)
		}
		return from, to
	}
	return none, none
}

// labelOf reports whether the subject of the verb at i is a label of something: "the `type` label on
// the metrics `a` and `b` was renamed to `entity`".
func (s sentence) labelOf(i int) bool {
	return s.some(i-14, i, func(j int) bool {
		return has([]string{"label", "labels"}, s.word(j)) && has([]string{"of", "on", "in", "for"}, s.word(j+1))
	})
}

// nameAfter returns the first name from i on, within a few words.
func (s sentence) nameAfter(i int) int { return s.firstName(i, min(i+5, len(s.tokens))) }

// firstName returns the first name between two places. A quoted name takes precedence: "the
// PodGroup condition `PodGroupScheduled`".
func (s sentence) firstName(from, to int) int {
	name := none
	for j := from; j < to; j++ {
		switch {
		case !identifier(s.tokens[j]):
		case s.tokens[j].quoted:
			return j
		case name == none || name == j-2 && is("part", s.word(j-1)): // "the PodGroup condition PodGroupScheduled"
			name = j
		}
	}
	return name
}

// nameBefore returns the last name before i, within a few words.
func (s sentence) nameBefore(i int) int {
	for j := i; j >= 0 && j > i-6 && s.word(j) != ":"; j-- {
		if identifier(s.tokens[j]) && s.word(j-1) != "from" {
			return j
		}
	}
	return none
}

// identifier reports whether a token is a name and not an English word.
func identifier(t token) bool {
	if t.mark || version(t.low) || strings.Contains(t.text, "k8s.io/") && !strings.Contains(t.text, "/v") || strings.HasPrefix(t.text, "github.com") {
		return false
	}
	return t.quoted && len(t.text) > 2 || strings.HasPrefix(t.text, "--") || snake(t.text) > 1 || gateLike(t.text) || path(t.text)
}

package fact

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// renames are pairs of names, of which one became the other: "renamed A to B",
// "A is renamed to B", "replaced A with B", "A -> B" where the text speaks of
// renaming.
func (r *reading) renames() []changelog.Rename {
	out := r.moves()
	if !r.says("renam", "replac", "becomes") {
		return out
	}
	arrows := r.says("renam")
	for _, s := range r.sentences {
		for i, t := range s.tokens {
			var from, to string
			switch {
			case s.word(i-1) == "be" && (s.word(i-2) == "to" || s.word(i-2) == "will"): // not yet
			case has([]string{"rename", "renamed", "renames", "renaming"}, t.low):
				from, to = s.pair(i, "to", "as", "into")
			case has([]string{"replace", "replaced", "replaces", "replacing"}, t.low):
				from, to = s.pair(i, "with", "by")
			case t.low == "becomes" && i+1 < len(s.tokens) && identifier(s.tokens[i+1]):
				from, to = s.nameBefore(i-1), s.nameAfter(i+1)
			case arrows && arrow(s, i):
				from, to = s.nameBefore(i-1), s.nameAfter(i+1)
			}
			if from != "" && to != "" && from != to {
				out = append(out, changelog.Rename{From: from, To: to})
			}
		}
	}
	order.By(out, func(a, b changelog.Rename) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To))
	})
	return slices.Compact(out)
}

// moves are the versions of a group that became others of the same stage:
// "promoted the API group X from v1alpha2 to v1alpha3". Where the stage is another
// one, it is a graduation.
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
			if to.sentence == from.sentence && to.token == from.token+2 && r.verbBefore(s, from.token, r.rules.stages.verb) &&
				discovery.StabilityOf(lastVersion(from.name)) == discovery.StabilityOf(lastVersion(to.name)) {
				out = append(out, changelog.Rename{From: from.name, To: to.name})
			}
		}
	}
	return out
}

func arrow(s sentence, i int) bool {
	return s.tokens[i].text == "→" || s.tokens[i].text == ">" && i > 0 && s.tokens[i-1].text == "-"
}

// pair reads the names around a verb: "verb A to B" or "A is verb to B".
func (s sentence) pair(i int, links ...string) (from, to string) {
	for j := i + 1; j < len(s.tokens) && j < i+14; j++ {
		if !has(links, s.tokens[j].low) {
			continue
		}
		if s.says("label", i+1, j) || s.says("labels", i+1, j) {
			return "", "" // of a metric
		}
		to = s.nameAfter(j + 1)
		if j == i+1 || from == "" {
			from = s.firstName(i+1, j)
		}
		if from == "" {
			from = s.nameBefore(i - 1)
		}
		return from, to
	}
	return "", ""
}

// nameAfter is the first name from i on, with a few words between.
func (s sentence) nameAfter(i int) string { return s.firstName(i, min(i+5, len(s.tokens))) }

// firstName is the first name between two places; one that the text quotes goes
// before the others: "the PodGroup condition `PodGroupScheduled`".
func (s sentence) firstName(from, to int) (name string) {
	for j := from; j < to; j++ {
		switch {
		case !identifier(s.tokens[j]):
		case s.tokens[j].quoted:
			return s.tokens[j].text
		case name == "":
			name = s.tokens[j].text
		}
	}
	return name
}

// nameBefore is the last name before i, with a few words between.
func (s sentence) nameBefore(i int) string {
	for j := i; j >= 0 && j > i-6; j-- {
		if identifier(s.tokens[j]) && s.word(j-1) != "from" {
			return s.tokens[j].text
		}
	}
	return ""
}

// identifier reports whether a token is a name and not a word of English.
func identifier(t token) bool {
	if t.mark || version(t.low) || strings.Contains(t.text, "k8s.io/") && !strings.Contains(t.text, "/v") || strings.HasPrefix(t.text, "github.com") {
		return false
	}
	return t.quoted && len(t.text) > 2 || strings.HasPrefix(t.text, "--") || snake(t.text) > 1 || gateLike(t.text) || path(t.text)
}

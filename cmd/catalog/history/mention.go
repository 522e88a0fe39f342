package history

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/history"
)

// AddNotes adds the entries of a release to the names that they mention. What an entry says about a
// gate is left out if the source of the release contradicts it: some describe a plan.
func AddNotes(m history.Mentions, notes []changelog.Note, gates gate.Table) {
	for i := range notes {
		n := &notes[i]
		if n.PR == 0 || n.NotInRelease {
			continue
		}
		for _, list := range []struct {
			sort  history.Sort
			names []string
		}{{history.Gate, n.Gates}, {history.Flag, n.Flags}, {history.Metric, n.Metrics}} {
			for _, name := range list.names {
				one := mentionOf(list.sort, name, n)
				if list.sort == history.Gate {
					one.Says = slices.DeleteFunc(one.Says, func(word string) bool { return contradicted(gates, name, one.Release, word) })
				}
				if m[list.sort] == nil {
					m[list.sort] = map[string][]history.Mention{}
				}
				m[list.sort][name] = append(m[list.sort][name], one)
			}
		}
	}
}

// contradicted reports whether no state of the gate in the release is what a word says.
func contradicted(gates gate.Table, name, version, word string) bool {
	r, err := discovery.ParseRelease(version)
	if err != nil || !gates.Covers(r) {
		return false
	}
	known, holds := false, false
	for set, of := range gates.Gates {
		if len(of[name]) > 0 {
			known, holds = true, holds || is(gates.At(set, name, r), word)
		}
	}
	return known && !holds
}

// is reports whether a state is what a word says. Other words are about more than the state.
func is(at gate.State, word string) bool {
	switch word {
	case "alpha", "beta":
		return string(at.Stage) == word
	case "stable":
		return at.Stage == gate.Stable
	case "on":
		return at.Default || at.Either
	case "off":
		return at.Known() && (!at.Default || at.Either)
	case "locks":
		return at.Locked
	case "removes":
		return !at.Known()
	}
	return true
}

func mentionOf(sort history.Sort, name string, n *changelog.Note) history.Mention {
	one := history.Mention{Release: n.Release, PR: n.PR}
	for _, says := range []struct {
		word  string
		names []string
	}{{"deprecates", n.DeprecatedNames}, {"removes", n.RemovedNames}, {"locks", n.LockedNames}} {
		if slices.Contains(says.names, name) {
			one.Says = append(one.Says, says.word)
		}
	}
	for _, g := range n.Graduations {
		if slices.Contains(g.Names, name) {
			one.Says = append(one.Says, string(g.Stage))
		}
	}
	for _, r := range n.Renames {
		if r.To == name {
			one.Says = append(one.Says, history.Renamed+r.From)
		}
	}
	if slices.Contains(n.DefaultOnNames, name) {
		one.Says = append(one.Says, "on")
	}
	if slices.Contains(n.DefaultOffNames, name) {
		one.Says = append(one.Says, "off")
	}
	if sort == history.Flag {
		one.Components = componentsIn(n.Text)
		if command := fact.Subcommand(n.Text, name); command != "" && (slices.Contains(n.DeprecatedNames, name) || slices.Contains(n.RemovedNames, name)) {
			one.Components = []string{command}
		}
	}
	if len(n.Gates) <= 1 {
		one.KEPs = n.KEPs
	}
	return one
}

// spoken matches other names of components.
var spoken = lazy.Regexp(`(?i)\b(cloud[- ]controller[- ]manager|(?:kube-)?api[- ]?server|kcm|(?:kube-)?controller[- ]manager|kube[- ]?proxy|(?:kube-)?scheduler|kubeadm|kubectl|kubelet)s?\b`)

// flagName matches a flag. Its name can have that of a component that does not have the flag:
// --scheduler-manifest of kubeadm.
var flagName = lazy.Regexp(`--[a-z][a-z0-9-]*`)

// componentsIn returns the components in a text.
func componentsIn(text string) (out []string) {
	for _, word := range spoken().FindAllString(flagName().ReplaceAllString(text, ""), -1) {
		word = strings.ReplaceAll(strings.TrimSuffix(strings.ToLower(word), "s"), " ", "-")
		switch {
		case strings.Contains(word, "cloud"):
			word = "cloud-controller-manager"
		case strings.HasSuffix(word, "server"):
			word = "kube-apiserver"
		case word == "kcm" || strings.HasSuffix(word, "manager"):
			word = "kube-controller-manager"
		case strings.HasSuffix(word, "proxy"):
			word = "kube-proxy"
		case strings.HasSuffix(word, "scheduler"):
			word = "kube-scheduler"
		}
		out = append(out, word)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// FormatMentions writes the table, sorted, with one line for each entry of a name.
func FormatMentions(m history.Mentions) []byte {
	var b strings.Builder
	for _, sort := range []history.Sort{history.Flag, history.Gate, history.Metric} {
		for _, name := range slices.Sorted(maps.Keys(m[sort])) {
			list := slices.Clone(m[sort][name])
			slices.SortFunc(list, history.Mention.Compare)
			for _, one := range slices.CompactFunc(list, func(a, b history.Mention) bool { return a.Release == b.Release && a.PR == b.PR }) {
				fmt.Fprintln(&b, strings.Join([]string{string(sort), name, one.Release, strconv.Itoa(one.PR), strings.Join(one.Says, ","), strings.Join(one.Components, ","), strings.Join(texts(one.KEPs), ",")}, "\t"))
			}
		}
	}
	return []byte(b.String())
}

func texts(numbers []int) (out []string) {
	for _, n := range numbers {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

package history

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// Sort is what a name is one of.
type Sort string

// The sorts of names.
const (
	Gate   Sort = "gate"
	Flag   Sort = "flag"
	Metric Sort = "metric"
)

// Mention is an entry of release notes that names something.
type Mention struct {
	// Release is the version whose notes have the entry: "v1.24.0".
	Release string `json:"release"`
	PR      int    `json:"pr"`
	// Says is what the entry says of the name: "deprecates", "removes", "alpha", "beta",
	// "stable", "on" (by default), "locks", "renamed:" with the old name; empty where it only
	// names it.
	Says []string `json:"says"`
	// Components are those that the entry names, of flags only.
	Components []string `json:"components,omitempty"`
	// KEPs are those that the entry names, where it names no other gate.
	KEPs []int `json:"keps,omitempty"`
}

// Mentions are the entries that name something, by what it is and by its name.
type Mentions map[Sort]map[string][]Mention

// AddNotes adds the entries of a release.
func (m Mentions) AddNotes(notes []changelog.Note) {
	for i := range notes {
		n := &notes[i]
		if n.PR == 0 || n.NotInRelease {
			continue
		}
		for _, list := range []struct {
			sort  Sort
			names []string
		}{{Gate, n.Gates}, {Flag, n.Flags}, {Metric, n.Metrics}} {
			for _, name := range list.names {
				m.add(list.sort, name, n)
			}
		}
	}
}

func (m Mentions) add(sort Sort, name string, n *changelog.Note) {
	one := Mention{Release: n.Release, PR: n.PR}
	for _, says := range []struct {
		word  string
		names []string
	}{{"deprecates", n.DeprecatedNames}, {"removes", n.RemovedNames}, {"locks", n.LockedNames}} {
		if slices.Contains(says.names, name) {
			one.Says = append(one.Says, says.word)
		}
	}
	if len(n.DeprecatedNames)+len(n.RemovedNames) == 0 && n.Section == changelog.Deprecation && deprecates().MatchString(n.Text) {
		one.Says = append(one.Says, "deprecates") // all that it names
	}
	for _, g := range n.Graduations {
		if slices.Contains(g.Names, name) {
			one.Says = append(one.Says, string(g.Stage))
		}
	}
	for _, r := range n.Renames {
		if r.To == name {
			one.Says = append(one.Says, renamed+r.From)
		}
	}
	if n.DefaultOn && len(n.Gates) == 1 && sort == Gate {
		one.Says = append(one.Says, "on")
	}
	if sort == Flag {
		one.Components = componentsIn(n.Text)
	}
	if len(n.Gates) <= 1 {
		one.KEPs = kepsOf(n)
	}
	if m[sort] == nil {
		m[sort] = map[string][]Mention{}
	}
	m[sort][name] = append(m[sort][name], one)
}

// renamed stands before an old name.
const renamed = "renamed:"

// deprecates is what an entry says under the heading Deprecation.
var deprecates = lazy.Regexp(`(?i)\bdeprecate[ds]?\b`)

// kepPath is the folder of a KEP in an address: keps/sig-node/127-user-namespaces.
var kepPath = lazy.Regexp(`keps/(?:sig-[a-z-]+|prod-readiness)/([0-9]+)-`)

// kepsOf are the KEPs that an entry or its author's links name.
func kepsOf(n *changelog.Note) []int {
	keps := slices.Clone(n.KEPs)
	for _, d := range n.Documentation {
		if match := kepPath().FindStringSubmatch(d.URL); match != nil {
			if number, err := strconv.Atoi(match[1]); err == nil {
				keps = append(keps, number)
			}
		}
	}
	slices.Sort(keps)
	return slices.Compact(keps)
}

// Components are the programs whose flags are known.
func Components() []string {
	return []string{"cloud-controller-manager", "kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubeadm", "kubectl", "kubelet"}
}

// spoken are other ways to write a component.
var spoken = lazy.Regexp(`(?i)\b(cloud[- ]controller[- ]manager|(?:kube-)?api[- ]?server|kcm|(?:kube-)?controller[- ]manager|kube[- ]?proxy|(?:kube-)?scheduler|kubeadm|kubectl|kubelet)s?\b`)

// componentsIn are the components that a text names.
func componentsIn(text string) (out []string) {
	for _, word := range spoken().FindAllString(text, -1) {
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

// Format writes the table: an entry of a name a line, in order.
func (m Mentions) Format() []byte {
	var b strings.Builder
	for _, sort := range []Sort{Flag, Gate, Metric} {
		for _, name := range slices.Sorted(maps.Keys(m[sort])) {
			list := slices.Clone(m[sort][name])
			slices.SortFunc(list, compareMentions)
			for _, one := range slices.CompactFunc(list, func(a, b Mention) bool { return a.Release == b.Release && a.PR == b.PR }) {
				fmt.Fprintln(&b, strings.Join([]string{string(sort), name, one.Release, strconv.Itoa(one.PR), strings.Join(one.Says, ","), strings.Join(one.Components, ","), strings.Join(texts(one.KEPs), ",")}, "\t"))
			}
		}
	}
	return []byte(b.String())
}

func compareMentions(a, b Mention) int {
	va, _ := changelog.ParseVersion(a.Release)
	vb, _ := changelog.ParseVersion(b.Release)
	return cmp.Or(va.Compare(vb), cmp.Compare(a.PR, b.PR))
}

// ParseMentions reads what Format wrote.
func ParseMentions(tsv string) (Mentions, error) {
	m := Mentions{}
	if tsv != "" && !strings.HasSuffix(tsv, "\n") {
		return nil, errors.New("the table of names in release notes is cut off")
	}
	for line := range strings.Lines(tsv) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("a line of the table of names in release notes has %d columns, not 7", len(f))
		}
		pr, err := strconv.Atoi(f[3])
		if err != nil {
			return nil, fmt.Errorf("the table of names in release notes: %q is not a pull request", f[3])
		}
		one := Mention{Release: f[2], PR: pr, Says: items(f[4]), Components: items(f[5])}
		for _, kep := range items(f[6]) {
			number, err := strconv.Atoi(kep)
			if err != nil {
				return nil, fmt.Errorf("the table of names in release notes: %q is not a KEP", kep)
			}
			one.KEPs = append(one.KEPs, number)
		}
		sort := Sort(f[0])
		if m[sort] == nil {
			m[sort] = map[string][]Mention{}
		}
		m[sort][f[1]] = append(m[sort][f[1]], one)
	}
	return m, nil
}

func items(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func texts(numbers []int) (out []string) {
	for _, n := range numbers {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

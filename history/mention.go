package history

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
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

// Compare orders mentions by the release and the pull request.
func (m Mention) Compare(o Mention) int {
	a, _ := changelog.ParseVersion(m.Release)
	b, _ := changelog.ParseVersion(o.Release)
	return cmp.Or(a.Compare(b), cmp.Compare(m.PR, o.PR))
}

// Mentions are the entries that name something, by what it is and by its name.
type Mentions map[Sort]map[string][]Mention

// Renamed stands before an old name in what an entry says.
const Renamed = "renamed:"

// Components are the programs whose flags are known.
func Components() []string {
	return []string{"cloud-controller-manager", "kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubeadm", "kubectl", "kubelet"}
}

// ParseMentions reads the table: an entry of a name a line.
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

package history

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/tsv"
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
	// "stable", "on" and "off" (by default), "locks", "renamed:" with the old name; empty where it only
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
func ParseMentions(text string) (Mentions, error) {
	m := Mentions{}
	err := tsv.Rows(text, "names in release notes", 7, func(f []string) error {
		pr, err := strconv.Atoi(f[3])
		if err != nil {
			return fmt.Errorf("%q is not a pull request", f[3])
		}
		one := Mention{Release: f[2], PR: pr, Says: tsv.List(f[4]), Components: tsv.List(f[5])}
		for _, kep := range tsv.List(f[6]) {
			number, err := strconv.Atoi(kep)
			if err != nil {
				return fmt.Errorf("%q is not a KEP", kep)
			}
			one.KEPs = append(one.KEPs, number)
		}
		sort := Sort(f[0])
		if m[sort] == nil {
			m[sort] = map[string][]Mention{}
		}
		m[sort][f[1]] = append(m[sort][f[1]], one)
		return nil
	})
	return m, err
}

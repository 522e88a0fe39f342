package history

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// Sort is the sort of a name.
type Sort string

// The sorts of names.
const (
	Gate   Sort = "gate"
	Flag   Sort = "flag"
	Metric Sort = "metric"
)

// Mention is a release note that names something.
type Mention struct {
	// Release is the version whose notes have it: "v1.24.0".
	Release string `json:"release"`
	PR      int    `json:"pr"`
	// Says is what the note says about the name: "deprecates", "removes", "alpha", "beta",
	// "stable", "on" or "off" (by default), "locks", or "renamed:" with the old name. It is empty
	// if the note only mentions the name.
	Says []string `json:"says"`
	// Components are the components that the note names, for flags only. What a note says about a
	// flag of a subcommand is about that alone: "kubectl run".
	Components []string `json:"components,omitempty"`
	// KEPs are the KEPs that the note names, if it names no other gate.
	KEPs []int `json:"keps,omitempty"`
}

// Compare orders mentions by release and pull request.
func (m Mention) Compare(o Mention) int {
	a, _ := changelog.ParseVersion(m.Release)
	b, _ := changelog.ParseVersion(o.Release)
	return cmp.Or(a.Compare(b), cmp.Compare(m.PR, o.PR))
}

// Mentions are release notes by the sort and the name of what they mention.
type Mentions map[Sort]map[string][]Mention

// Renamed is the prefix of an old name in Says.
const Renamed = "renamed:"

// Components returns the programs whose flags are known.
func Components() []string {
	return []string{"cloud-controller-manager", "kube-apiserver", "kube-controller-manager", "kube-proxy", "kube-scheduler", "kubeadm", "kubectl", "kubelet"}
}

// ParseMentions reads the table. A line has a note and a name.
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

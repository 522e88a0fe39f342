package componentconfig

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// FlagRemoval is a command line flag that a release took from components: they do
// not start with it.
type FlagRemoval struct {
	Flag       string
	Components []string
	// Minor is that of the release that does not take it any more.
	Minor int
	// PR is the pull request of its release note, 0 where there is none.
	PR int
}

//go:embed flags.tsv
var flags string

// FlagRemovals are those of flags.tsv, in its order: the flags whose release note names the
// component, and those that the programs themselves show (TestRemovedFlags in fixtures/e2e),
// among them those of klog that components lost in 1.26 (KEP-2845). Of others only the notes
// tell.
func FlagRemovals() (all []FlagRemoval) {
	for line := range strings.Lines(flags) {
		column := strings.Split(strings.TrimSpace(line), "\t")
		minor, _ := strconv.Atoi(column[2])
		pr, _ := strconv.Atoi(column[3])
		all = append(all, FlagRemoval{column[0], strings.Split(column[1], ","), minor, pr})
	}
	return all
}

// Notes are the pull requests of the release note, if there is one.
func (r FlagRemoval) Notes() []int {
	if r.PR == 0 {
		return nil
	}
	return []int{r.PR}
}

// Removed is the release that does not take the flag any more.
func (r FlagRemoval) Removed() discovery.Release { return minor(r.Minor) }

// RemovedFlag finds the removal of a component's flag after a release, up to another.
func RemovedFlag(component, flag string, from, to discovery.Release) (FlagRemoval, bool) {
	for _, r := range FlagRemovals() {
		if r.Flag == flag && slices.Contains(r.Components, component) && r.Removed().Compare(from) > 0 && r.Removed().AtOrBefore(to) {
			return r, true
		}
	}
	return FlagRemoval{}, false
}

// Tabled tells whether the table speaks of the flag, so that a release note about it need not be
// asked.
func Tabled(flag string) bool {
	return slices.ContainsFunc(FlagRemovals(), func(r FlagRemoval) bool { return r.Flag == flag })
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

package componentconfig

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// FlagRemoval is a command line flag that a release removed from components. They do not start with
// it.
type FlagRemoval struct {
	Flag       string
	Components []string
	// Minor is the minor of the first release without the flag.
	Minor int
	// PR is the pull request of the release note; 0 if there is none.
	PR int
}

//go:embed flags.tsv
var flags string

// FlagRemovals returns the rows of flags.tsv: the flags that release notes remove, those that the
// programs show (TestRemovedFlags in fixtures/e2e), among them the klog flags that components lost
// in 1.26 (KEP-2845), and hidden ones without a note, as enable-swagger-ui, from the source.
func FlagRemovals() (all []FlagRemoval) {
	for line := range strings.Lines(flags) {
		column := strings.Split(strings.TrimSpace(line), "\t")
		minor, _ := strconv.Atoi(column[2])
		pr, _ := strconv.Atoi(column[3])
		all = append(all, FlagRemoval{column[0], strings.Split(column[1], ","), minor, pr})
	}
	return all
}

// Notes returns the pull request of the release note, if there is one.
func (r FlagRemoval) Notes() []int {
	if r.PR == 0 {
		return nil
	}
	return []int{r.PR}
}

// Removed returns the first release without the flag.
func (r FlagRemoval) Removed() discovery.Release { return minor(r.Minor) }

// RemovedFlag returns the removal of a component's flag that comes after from and not after to.
func RemovedFlag(component, flag string, from, to discovery.Release) (FlagRemoval, bool) {
	for _, r := range FlagRemovals() {
		if r.Flag == flag && slices.Contains(r.Components, component) && r.Removed().Compare(from) > 0 && r.Removed().AtOrBefore(to) {
			return r, true
		}
	}
	return FlagRemoval{}, false
}

// Tabled reports whether the table has the flag, so that release notes about it are not needed.
func Tabled(flag string) bool {
	return slices.ContainsFunc(FlagRemovals(), func(r FlagRemoval) bool { return r.Flag == flag })
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

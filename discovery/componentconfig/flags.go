package componentconfig

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
)

// Removal is the first release without something, zero if all have it, and the pull request of the
// release note, if there is one.
type Removal struct {
	Removed discovery.Release
	Notes   []int
}

// removal reads the numbers of a minor and of a pull request; 0 is none.
func removal(column []string) (r Removal) {
	if m, _ := strconv.Atoi(column[0]); m > 0 {
		r.Removed = minor(m)
	}
	if pr, _ := strconv.Atoi(column[1]); pr > 0 {
		r.Notes = []int{pr}
	}
	return r
}

// FlagRemoval is a command line flag that a release removed from components. They do not start with
// it.
type FlagRemoval struct {
	Flag       string
	Components []string
	Removal
}

//go:embed flags.tsv
var flags string

// FlagRemovals returns the rows of flags.tsv: the flags that release notes remove, those that the
// programs show (TestRemovedFlags in fixtures/e2e), among them the klog flags that components lost
// in 1.26 (KEP-2845), and hidden ones without a note, as enable-swagger-ui, from the source.
//
//nolint:gochecknoglobals // read once
var FlagRemovals = sync.OnceValue(func() (all []FlagRemoval) {
	for line := range strings.Lines(flags) {
		column := strings.Split(strings.TrimSpace(line), "\t")
		all = append(all, FlagRemoval{column[0], strings.Split(column[1], ","), removal(column[2:])})
	}
	return all
})

// RemovedFlag returns the removal of a component's flag that comes after from and not after to.
func RemovedFlag(component, flag string, from, to discovery.Release) (FlagRemoval, bool) {
	for _, r := range FlagRemovals() {
		if r.Flag == flag && slices.Contains(r.Components, component) && r.Removed.Compare(from) > 0 && r.Removed.AtOrBefore(to) {
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

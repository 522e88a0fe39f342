package history_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/history"
)

// TestRemovedFlags checks that the table of removed flags has each flag of a component that a
// release note removes, also if the note does not name the component.
func TestRemovedFlags(t *testing.T) {
	named, err := history.Named()
	if err != nil {
		t.Fatal(err)
	}
	// Flags of other programs: of kubectl, deepcopy-gen, e2e.test and ip6tables-legacy-restore.
	others := []string{"--container-port", "--generator", "--bounding-dirs", "--viper-config", "--wait-interval"}
	ours := []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy", "kubelet"}
	// The note 102297 of 1.22 says --ssh-key, and the source has --ssh-keyfile.
	others = append(others, "--ssh-key")
	for flag, mentions := range named[history.Flag] {
		for _, m := range mentions {
			r, err := discovery.ParseRelease(m.Release)
			ofOurs := len(m.Components) == 0 || slices.ContainsFunc(m.Components, func(c string) bool { return slices.Contains(ours, c) })
			if err != nil || r.Minor < 22 || !slices.Contains(m.Says, "removes") || !ofOurs || slices.Contains(others, flag) {
				continue
			}
			if !slices.ContainsFunc(componentconfig.FlagRemovals(), func(f componentconfig.FlagRemoval) bool {
				return "--"+f.Flag == flag && (f.Removed == r || slices.Contains(f.Notes, m.PR))
			}) {
				t.Errorf("%s (%v): %s removes it in #%d, and the table of removed flags does not have it", flag, m.Components, r, m.PR)
			}
		}
	}
}

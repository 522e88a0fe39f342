package scan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan"
)

// TestLinksAreNotPassedOver checks that a manifest behind a link is read, and that a folder behind
// one is an error: what was not read must not count as unused.
func TestLinksAreNotPassedOver(t *testing.T) {
	elsewhere, root := t.TempDir(), t.TempDir()
	target := filepath.Join(elsewhere, "a.yaml")
	if err := os.WriteFile(target, []byte("apiVersion: v1\nkind: Secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(root, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	u, err := scan.Manifests(t.Context(), root)
	if err != nil || !u.Kind(discovery.GroupVersionKind{Version: "v1", Kind: "Secret"}) {
		t.Errorf("the manifest behind a link was not read (%v)", err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(root, "folder")); err != nil {
		t.Fatal(err)
	}
	if _, err := scan.Manifests(t.Context(), root); err == nil || !strings.Contains(err.Error(), "a link to a folder") {
		t.Errorf("a folder behind a link: %v", err)
	}
}

// TestUnreadGroups checks that a change of a group that could not be read is kept, whatever its
// kinds are.
func TestUnreadGroups(t *testing.T) {
	one, all := scan.NewUsage(true), scan.NewUsage(true)
	one.MarkUnreadGroup("batch")
	all.MarkUnreadGroup(discovery.Wildcard)
	job := rule.Change{Rule: "resource-removed", Group: "batch", Version: "v1", Kind: "Job", Resource: "jobs"}
	pod := rule.Change{Rule: "resource-removed", Version: "v1", Kind: "Pod", Resource: "pods"}
	for name, tc := range map[string]struct {
		usage  *scan.Usage
		change rule.Change
		want   bool
	}{
		"its group": {one, job, true}, "another group": {one, pod, false}, "its field": {one, field("field-removed", "batch/v1 Job spec"), true},
		"all named groups": {all, job, true}, "the core group is listed apart": {all, pod, false},
	} {
		if got := tc.usage.Concerns(tc.change); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

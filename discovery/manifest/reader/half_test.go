package reader_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// TestHalfManifests checks that documents that look like a manifest without apiVersion or kind are
// unreadable, and that files of other programs with one of the two are not manifests.
func TestHalfManifests(t *testing.T) {
	t.Parallel()
	const noKind, noVersion = "it looks like a manifest, but has no kind, so it cannot be checked", "it looks like a manifest, but has no apiVersion, so it cannot be checked"
	for text, want := range map[string]string{
		"apiVersion: apps/v1\nmetadata: {name: a}\n":             noKind,
		"apiVersion: v1\nmetadata: {labels: {a: b}}\n":           noKind,
		"kind: Deployment\nmetadata: {generateName: a}\n":        noVersion,
		"apiversion: v1\nkind: Pod\nmetadata: {name: a}\n":       noVersion,
		"[{\"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}}]": noVersion,
		"apiVersion: v2\nname: chart\nversion: 1.0.0\n":          "",
		"kind: DaemonSet\nimage: x\nmetadata: {}\n":              "",
		"kind: pipeline\nname: x\nmetadata: {namespace: a}\n":    "",
		"apiVersion: 2024-01\nmetadata: {name: a}\n":             "",
		"kind: [A]\nmetadata: {name: a}\n":                       "",
		"metadata: {name: a}\nspec: {}\n":                        "",
		"apiVersion: v1\nmetadata: text\n":                       "",
	} {
		var r reader.Reader
		result := r.Read("", []byte(text), func(*tree.Object) { t.Errorf("%q is an object", text) })
		got := ""
		for _, p := range result.Problems {
			got += p.Reason
		}
		unreadable, other := 0, 1
		if want != "" {
			unreadable, other = 1, 0
		}
		if diff := cmp.Diff(want, got); diff != "" || result.Unreadable != unreadable || result.Other != other {
			t.Errorf("%q: %d unreadable, %d others: %s", text, result.Unreadable, result.Other, diff)
		}
	}
}

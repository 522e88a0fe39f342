package gomodule_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/gomodule"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// The reader's own tests hold against the modules of every release it is for.
func TestReader(t *testing.T) {
	needs.Packages(t)
	files, err := filepath.Glob(filepath.FromSlash("reader/release-*.mod"))
	if err != nil || len(files) < 3 {
		t.Fatalf("found the module files %q, not one for each of 1.35, 1.36 and 1.37 at least (%v)", files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "release-"), ".mod")
		release, err := discovery.ParseRelease(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gomodule.GoCommand(t.Context(), moduleRoot(t), release, "test"); err != nil {
			t.Error(err)
		}
	}
}

// 1.37 has no documents here; what can be said of its bundle without them.
func TestNewestRelease(t *testing.T) {
	needs.Packages(t)
	release := discovery.Release{Major: 1, Minor: 37}
	first, err := gomodule.Run(t.Context(), moduleRoot(t), release)
	if err != nil {
		t.Fatal(err)
	}
	second, err := gomodule.Run(t.Context(), moduleRoot(t), release)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("two runs of the reader differ")
	}
	bundle, err := gomodule.Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	checkReferences(t, bundle.OpenAPI)
	bundle.Complete()
	got := bundleFacts(t, bundle)
	// Served since 1.37, no longer served in 1.37, and the same as ever.
	for name, want := range map[string]bool{
		"certificates.k8s.io/v1 clustertrustbundles":      true,
		"lifecycle.k8s.io/v1alpha1 evictionrequests":      true,
		"storage.k8s.io/v1beta1 volumeattributesclasses":  false,
		"networking.k8s.io/v1beta1 ipaddresses":           false,
		"rbac.authorization.k8s.io/v1alpha1 clusterroles": false,
		"v1 bindings": true,
		"v1 pods":     true,
	} {
		if has := got["resource"][name] != nil; has != want {
			t.Errorf("%s: served %t, want %t", name, has, want)
		}
	}
}

// checkReferences reports references to schemas that are not there.
func checkReferences(t *testing.T, openAPI []byte) {
	t.Helper()
	var doc document
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	references := regexp.MustCompile(`"#/components/schemas/([^"]+)"`).FindAllSubmatch(openAPI, -1)
	if len(references) == 0 {
		t.Error("no schema refers to another")
	}
	for _, r := range references {
		if _, ok := doc.Components.Schemas[string(r[1])]; !ok {
			t.Errorf("a schema refers to %s, which there is not", r[1])
		}
	}
}

func TestReleaseWithoutModules(t *testing.T) {
	_, err := gomodule.Run(t.Context(), moduleRoot(t), discovery.Release{Major: 1, Minor: 12})
	if err == nil || !strings.Contains(err.Error(), "there is no module file for Kubernetes 1.12") {
		t.Errorf("got %v", err)
	}
}

func TestBrokenDocumentsAreRefused(t *testing.T) {
	for document, want := range map[string]string{
		"":                             "cannot be decoded",
		`{"release":"1.37","extra":1}`: "cannot be decoded",
		`{"release":"1.37"}`:           "it is not whole",
	} {
		if _, err := gomodule.Decode([]byte(document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want %q", document, err, want)
		}
	}
}

// A release that has dropped a resource gets nothing of it back, but for the
// resource that no client has.
func TestCompleteAddsToWhatIsThere(t *testing.T) {
	b := &gomodule.Bundle{Resources: []gomodule.Resource{
		{Version: "v1", Resource: "componentstatuses", Kind: "ComponentStatus", Verbs: []string{"create", "get", "list"}},
		{Version: "v1", Resource: "nodes", Kind: "Node", Verbs: []string{"get"}, Subresources: []gomodule.Subresource{{Name: "status"}}},
	}}
	b.Complete()
	b.Complete() // changes nothing more
	var got []string
	for _, r := range b.Resources {
		got = append(got, r.Resource+" "+strings.Join(r.Verbs, ","))
		for _, s := range r.Subresources {
			got = append(got, r.Resource+"/"+s.Name+" "+strings.Join(s.Verbs, ","))
		}
	}
	want := "bindings create; componentstatuses get,list; nodes get; nodes/proxy create,delete,get,patch,update; nodes/status "
	if strings.Join(got, "; ") != want {
		t.Errorf("got  %q\nwant %q", strings.Join(got, "; "), want)
	}
}

package snapshot_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

func TestDocuments(t *testing.T) {
	t.Parallel()
	batch := discovery.GroupVersion{Group: "batch", Version: discovery.Wildcard}
	for name, tc := range map[string]struct {
		text string
		docs int
		only []discovery.GroupVersion
		kind discovery.SourceKind
	}{
		"v3":                    {appsDoc, 1, []discovery.GroupVersion{appsV1}, discovery.SourceOpenAPI},
		"v3 as yaml":            {"openapi: 3.0.0\ninfo: {title: Kubernetes, version: unversioned}\npaths:\n  /apis/apps/v1/deployments: {get: {responses: {}}}\n", 1, []discovery.GroupVersion{appsV1}, discovery.SourceOpenAPI},
		"core, with the group":  {`{"openapi":"3.0.0","paths":{"/api/v1/pods":{},"/api/":{},"/apis/":{},"/version":{}}}`, 1, []discovery.GroupVersion{coreV1}, discovery.SourceOpenAPI},
		"versions of one group": {`{"paths":{"/apis/batch/v1/jobs":{},"/apis/batch/v1beta1/cronjobs":{}},"openapi":"3.0.0"}`, 2, []discovery.GroupVersion{batch}, discovery.SourceOpenAPI},
		"merged":                {`{"openapi":"3.0.0","paths":{"/apis/apps/v1/deployments":{},"/api/v1/pods":{}}}`, 2, nil, discovery.SourceOpenAPI},
		"swagger":               {`{"swagger":"2.0","paths":{}}`, 0, nil, discovery.SourceSwagger},
		"swagger as yaml":       {"info: {}\n\"swagger\": \"2.0\"\n", 0, nil, discovery.SourceSwagger},
		"byte order mark":       {"\ufeff" + appsDoc, 1, []discovery.GroupVersion{appsV1}, discovery.SourceOpenAPI},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := put(t, map[string]string{"a.json": tc.text})
			set, m, err := snapshot.Read(t.Context(), filepath.Join(dir, "a.json"))
			if err != nil {
				t.Fatal(err)
			}
			if len(set.OpenAPIV3) != tc.docs || (set.Swagger != nil) != (tc.docs == 0) || m.SourceKind != tc.kind || !cmp.Equal(m.Only, tc.only) {
				t.Errorf("%d documents, %+v", len(set.OpenAPIV3), m)
			}
			if _, err := set.Surface(openapi.NewDecoder()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDocumentRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text, want string
		manifests  bool
	}{
		"empty":                 {"", "it is empty", false},
		"html":                  {"<html>", "it is HTML or XML", false},
		"truncated":             {appsDoc[:len(appsDoc)-20], "the JSON ends too early", false},
		"broken":                {`{"openapi": 3.0.0}`, "it is not valid JSON", false},
		"other json":            {"{}", `it is JSON, but not an OpenAPI document: it has no "openapi" or "swagger" field`, false},
		"text":                  {"hello", `it is neither JSON nor a YAML document with an "openapi"`, false},
		"no kubernetes":         {`{"openapi":"3.0.0","paths":{"/pets":{},"/api":{},"/apis/x":{},"/api/v1beta1..":{}}}`, "none of its paths is below /api/<version>", false},
		"definition":            {`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition"}`, "it contains manifests", true},
		"yaml manifest":         {"---\napiVersion: v1\nkind: Pod\nspec:\n  openapi: x\n", "it contains manifests", true},
		"manifest of snapshot":  {`{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot"}`, "it is the manifest of a snapshot; use its folder instead", false},
		"report":                {`{"apiVersion":"kubedelta.dev/v1","kind":"Report"}`, "it is a Report of kubedelta", false},
		"discovery":             {aggregatedApps, "it is a single discovery document (APIGroupDiscoveryList)", false},
		"two yaml documents":    {"openapi: 3.0.0\n---\nopenapi: 3.0.0\n", "line 3: a second document begins", false},
		"yaml name twice":       {"openapi: 3.0.0\nopenapi: 3.0.1\n", `line 2: the name "openapi" is repeated`, false},
		"yaml alias bomb":       {"openapi: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n", "its aliases expand to far more", false},
		"yaml, 200,000 levels":  {"openapi: " + strings.Repeat("[", 200_000), "exceeded max depth", false},
		"json, 200,000 levels":  {`{"a":` + strings.Repeat("[", 200_000), "exceeded max depth", false},
		"paths are a list":      {`{"openapi":"3.0.0","paths":[]}`, "none of its paths", false},
		"kind is no text":       {`{"kind":5}`, "it is JSON, but not an OpenAPI document", false},
		"archive by name alone": {"x", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := "a.yaml"
			if tc.want == "" {
				file, tc.want = "a.tar.gz", "its name ends in .gz"
			}
			path := filepath.Join(put(t, map[string]string{file: tc.text}), file)
			_, _, err := snapshot.Read(t.Context(), path)
			if err == nil || !strings.Contains(err.Error(), tc.want) || errors.Is(err, snapshot.ErrManifests) != tc.manifests || len(err.Error()) > 600 {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// TestLargeFile: a large file is refused by its size, without reading it.
func TestLargeFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.yaml")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(200<<20), f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, _, err = snapshot.Read(t.Context(), path); err == nil || !strings.Contains(err.Error(), "it is 200 MiB; the limit for a document is 64 MiB") {
		t.Error(err)
	}
	if _, _, err = snapshot.Read(t.Context(), path+".absent"); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "cannot read "+path+".absent: ") {
		t.Error(err)
	}
}

package snapshot_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

const (
	aggregatedCore = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","resources":[{"resource":"pods","scope":"Namespaced","verbs":["get"]}]}]}]}`
	aggregatedApps = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":"deployments","scope":"Namespaced","verbs":["get"]}]}]}]}`
	plainCore      = `{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[{"serverAddress":"10.10.10.10:8050"}]}`
	plainCoreList  = `{"kind":"APIResourceList","resources":[{"name":"pods","namespaced":true,"kind":"Pod","verbs":["get"],"shortNames":["po"]}]}`
	plainGroups    = `{"kind":"APIGroupList","groups":[{"name":"apps","versions":[{"version":"v1"}],"preferredVersion":{"version":"v1"}}]}`
	plainAppsList  = `{"kind":"APIResourceList","resources":[{"name":"deployments","namespaced":true,"kind":"Deployment","verbs":["get"]}]}`
)

var (
	coreDoc = string(openAPI("/api/v1/pods"))
	appsDoc = string(openAPI("/apis/apps/v1/deployments"))
)

// shape describes a set in a few words, for tables of tests.
func shape(path string, t *testing.T) string {
	t.Helper()
	set, m, err := snapshot.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	add := func(word string, is bool) {
		if is {
			words = append(words, word)
		}
	}
	add("v3", len(set.OpenAPIV3) == 2)
	add("swagger", set.Swagger != nil)
	add("api", set.AggregatedAPI != nil)
	add("apis", set.AggregatedAPIs != nil)
	add("plain-api", set.APIVersions != nil)
	add("plain-apis", set.GroupList != nil)
	add("lists", len(set.ResourceLists) > 0)
	add("all-served", m.AllServed)
	add(string(m.SourceKind), true)
	for _, i := range set.Incomplete {
		words = append(words, i.GroupVersion.String()+":"+string(i.Part)+":"+i.Reason)
	}
	return strings.Join(words, " ")
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	v3 := map[string]string{"api/v1.json": coreDoc, "apis/apps/v1.json": appsDoc}
	upstream := map[string]string{
		"api__v1_openapi.json": coreDoc, "apis__apps__v1_openapi.json": appsDoc, "api_openapi.json": "{}", "apis_openapi.json": "{}",
		"apis__apps_openapi.json": "{}", "logs_openapi.json": "{}", "version_openapi.json": "{}", ".well-known__openid-configuration_openapi.json": "{}",
	}
	for name, tc := range map[string]struct {
		files []map[string]string
		want  string
	}{
		"bare":                 {[]map[string]string{v3}, "v3 openapi"},
		"with version":         {[]map[string]string{v3, {"version.json": `{"gitVersion":"v1.30.0"}`}}, "v3 openapi"},
		"swagger only":         {[]map[string]string{{"swagger.json": "{}"}}, "swagger swagger"},
		"swagger beside":       {[]map[string]string{v3, {"swagger.json": "{}"}}, "v3 openapi"},
		"aggregated":           {[]map[string]string{v3, {"discovery/api.json": aggregatedCore, "discovery/apis.json": aggregatedApps}}, "v3 api apis openapi"},
		"half of discovery":    {[]map[string]string{v3, {"discovery/apis.json": aggregatedApps}}, "v3 openapi"},
		"only half":            {[]map[string]string{{"discovery/apis.json": aggregatedApps}}, "apis openapi *:resources:discovery/api.json is missing"},
		"plain":                {[]map[string]string{v3, {"discovery/plain/api.json": plainCore, "discovery/plain/apis.json": plainGroups, "discovery/plain/api/v1.json": plainCoreList, "discovery/plain/apis/apps/v1.json": plainAppsList}}, "v3 plain-api plain-apis lists openapi"},
		"a plain list missing": {[]map[string]string{v3, {"discovery/plain/api.json": plainCore, "discovery/plain/apis.json": plainGroups, "discovery/plain/api/v1.json": plainCoreList}}, "v3 openapi"},
		"upstream v3":          {[]map[string]string{upstream}, "v3 all-served openapi"},
		"upstream openapi":     {[]map[string]string{under("v3", upstream), {"swagger.json": "{}"}}, "v3 all-served openapi"},
		"upstream api": {[]map[string]string{under("openapi-spec/v3", upstream), {"openapi-spec/swagger.json": "{}", "discovery/aggregated_v2.json": aggregatedApps,
			"discovery/aggregated_v2beta1.json": "{}", "discovery/api.json": plainCore, "discovery/api__v1.json": plainCoreList, "discovery/apis.json": plainGroups}}, "v3 apis plain-api lists all-served openapi"},
		"upstream root":    {[]map[string]string{under("api/openapi-spec/v3", upstream), {"api/discovery/aggregated_v2beta1.json": aggregatedApps, "api/discovery/api.json": plainCore, "api/discovery/api__v1.json": plainCoreList}}, "v3 apis plain-api lists all-served openapi"},
		"upstream half":    {[]map[string]string{under("openapi-spec/v3", upstream), {"discovery/aggregated_v2.json": aggregatedApps}}, "v3 all-served openapi"},
		"html":             {[]map[string]string{v3, {"apis/x.io/v1.json": "<!DOCTYPE html><html>"}}, "v3 openapi x.io/v1:resources:apis/x.io/v1.json is HTML or XML, not JSON: an error or login page was saved in its place"},
		"html, discovered": {[]map[string]string{v3, {"apis/x.io/v1.json": " <html>", "discovery/api.json": aggregatedCore, "discovery/apis.json": aggregatedApps}}, "v3 api apis openapi x.io/v1:schemas:apis/x.io/v1.json is HTML or XML, not JSON: an error or login page was saved in its place"},
		"empty document":   {[]map[string]string{v3, {"apis/x.io/v1.json": ""}}, "v3 openapi x.io/v1:resources:apis/x.io/v1.json is empty"},
		"text":             {[]map[string]string{v3, {"apis/x.io/v1.json": "no healthy upstream"}}, "v3 openapi x.io/v1:resources:apis/x.io/v1.json is not JSON"},
		"snapshot":         {[]map[string]string{v3, {"kubedelta-snapshot.json": `{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot","files":["api/v1.json"]}`}}, "v3 snapshot"},
		"lost document":    {[]map[string]string{v3, {"kubedelta-snapshot.json": `{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot","files":["apis/x.io/v1.json"]}`}}, "v3 snapshot x.io/v1:resources:apis/x.io/v1.json is missing from the snapshot"},
		"lost discovery":   {[]map[string]string{v3, {"discovery/api.json": aggregatedCore, "kubedelta-snapshot.json": `{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot","files":["discovery/apis.json"]}`}}, "v3 api snapshot */*:resources:discovery/apis.json is missing from the snapshot"},
		"broken discovery": {[]map[string]string{v3, {"discovery/api.json": aggregatedCore, "discovery/apis.json": "<", "kubedelta-snapshot.json": `{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot"}`}}, "v3 api snapshot */*:resources:discovery/apis.json is HTML or XML, not JSON: an error or login page was saved in its place"},
		"byte order marks": {[]map[string]string{{"api/v1.json": "\ufeff" + coreDoc, "apis/apps/v1.json": "\ufeff\n" + appsDoc}}, "v3 openapi"},
		"others beside":    {[]map[string]string{v3, {"README.md": "x", "apis/README": "x", "apis/apps/OWNERS": "x", "apis/Upper/v1.json": "{}"}}, "v3 openapi"},
		"incomplete kept":  {[]map[string]string{v3, {"kubedelta-snapshot.json": `{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot","incomplete":[{"groupVersion":{"group":"y.io","version":"v1"},"part":"schemas","reason":"503"}]}`}}, "v3 snapshot y.io/v1:schemas:503"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := map[string]string{}
			for _, files := range tc.files {
				for n, text := range files {
					all[n] = text
				}
			}
			if got := shape(put(t, all), t); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// under moves files into a folder.
func under(folder string, files map[string]string) map[string]string {
	moved := map[string]string{}
	for name, text := range files {
		moved[folder+"/"+name] = text
	}
	return moved
}

// TestUpstreamSurface builds the surface of mixed discovery, as the repository has it: /api is
// plain and /apis is aggregated.
func TestUpstreamSurface(t *testing.T) {
	t.Parallel()
	dir := put(t, map[string]string{
		"openapi-spec/v3/api__v1_openapi.json": coreDoc, "openapi-spec/v3/apis__apps__v1_openapi.json": appsDoc,
		"discovery/aggregated_v2.json": aggregatedApps, "discovery/api.json": plainCore, "discovery/api__v1.json": plainCoreList,
	})
	set, _, err := snapshot.Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(set.APIVersions), "10.10.10.10") {
		t.Error("the address of a server is in the set")
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Resource(coreV1, "pods"); r == nil || len(r.ShortNames) != 1 {
		t.Errorf("pods: %+v", r)
	}
	if s.Resource(appsV1, "deployments") == nil || s.Group("apps").Preferred != "v1" {
		t.Errorf("groups: %+v", s.Groups)
	}
}

func TestFolderRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files map[string]string
		want  string
	}{
		"empty":            {nil, "the folder contains no document of an API server; expected api/v1.json, apis/<group>/<version>.json, or a snapshot made by `kubedelta snapshot`"},
		"all hidden":       {map[string]string{".a/crd.yaml": "kind: CustomResourceDefinition", "b/.c/crd.yaml": "kind: CustomResourceDefinition"}, "; hidden folders are not read: .a, b/.c"},
		"one level up":     {map[string]string{"prod/api/v1.json": coreDoc}, "but its folder prod does: did you mean that?"},
		"archive in it":    {map[string]string{"prod.tar.zst": "x"}, "but the archive prod.tar.zst: did you mean that?"},
		"definitions":      {map[string]string{"deep/er/a.yaml": "kind: CustomResourceDefinition"}, "it contains manifests of Kubernetes objects"},
		"notes":            {map[string]string{"notes.json": `{"text":"CustomResourceDefinition"}`}, "the folder contains no document of an API server; expected"},
		"newer format":     {map[string]string{"kubedelta-snapshot.json": `{"apiVersion":"kubedelta.dev/v9","kind":"Snapshot"}`}, `kubedelta-snapshot.json has the format "kubedelta.dev/v9", and this version of kubedelta reads "kubedelta.dev/v1"`},
		"broken manifest":  {map[string]string{"kubedelta-snapshot.json": `{"kind":5}`}, "kubedelta-snapshot.json is not valid"},
		"other kind":       {map[string]string{"kubedelta-snapshot.json": `{"kind":"Report"}`}, `kubedelta-snapshot.json is of the kind "Report"`},
		"html as manifest": {map[string]string{"kubedelta-snapshot.json": `<html>`}, "kubedelta-snapshot.json is HTML or XML"},
		"html as version":  {map[string]string{"version.json": `<html>`, "api/v1.json": coreDoc}, "version.json is HTML or XML"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := put(t, tc.files)
			_, _, err := snapshot.Read(t.Context(), dir)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), dir+": ") {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
			for name := range tc.files {
				if strings.Count(err.Error(), name) > 1 {
					t.Errorf("the error repeats the name of the file: %v", err)
				}
			}
			if isManifests := errors.Is(err, snapshot.ErrManifests); isManifests != (name == "definitions") {
				t.Errorf("is manifests: %v", isManifests)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	outside := put(t, map[string]string{"v1.json": coreDoc})
	for name, tc := range map[string]struct{ link, target, want string }{
		"inside":       {"api/v1.json", "../real.json", ""},
		"outside":      {"api/v1.json", filepath.Join(outside, "v1.json"), "api/v1.json: it is a symbolic link to a path outside of the folder"},
		"dots outside": {"api/v1.json", "../../../../../../etc/passwd", "api/v1.json: it is a symbolic link to a path outside of the folder"},
		"dangling":     {"api/v1.json", "nowhere", "api/v1.json: no such file"},
		"to a folder":  {"apis", "elsewhere", "apis is a symbolic link where a folder should be"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := put(t, map[string]string{"real.json": coreDoc, "elsewhere/apps/v1.json": appsDoc, "api/v2.json": coreDoc})
			if err := os.Symlink(tc.target, filepath.Join(dir, tc.link)); err != nil {
				t.Skipf("no symbolic links here: %v", err)
			}
			set, _, err := snapshot.Read(t.Context(), dir)
			if tc.want == "" {
				if err != nil || string(set.OpenAPIV3[coreV1]) != coreDoc {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// TestDecode: decoding documents from a reused buffer gives the same as decoding their kept bytes.
func TestDecode(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]string{
		"a release": filepath.Join(data.Root(t), "openapi", "1.35"),
		"broken":    put(t, map[string]string{"api/v1.json": coreDoc, "apis/apps/v1.json": appsDoc[:len(appsDoc)-3], "apis/x.io/v1.json": `{"swagger":[]}`}),
	} {
		kept, want, err := snapshot.Read(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		dec := openapi.NewDecoder()
		set, got, err := snapshot.Decode(t.Context(), folder, dec)
		if err != nil {
			t.Fatal(err)
		}
		if len(set.Decoded) != len(kept.OpenAPIV3) || len(set.Decoded) == 0 || got.SourceKind != want.SourceKind {
			t.Errorf("%s: %d documents of %d were decoded; %+v", name, len(set.Decoded), len(kept.OpenAPIV3), got)
		}
		if a, b := surfaceText(t, kept, openapi.NewDecoder()), surfaceText(t, set, dec); a != b {
			t.Errorf("%s: the surfaces differ: %d and %d bytes", name, len(a), len(b))
		}
	}
}

func surfaceText(t *testing.T, set *documents.Set, dec *openapi.Decoder) string {
	t.Helper()
	s, err := set.Surface(dec)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

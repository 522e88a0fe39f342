package openapi_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestVerbs compares the verbs with x-kubernetes-action, which documents have since 1.24.
func TestVerbs(t *testing.T) {
	root := filepath.Join(data.Root(t), "openapi")
	verbOf := map[string]string{
		"get": "get", "list": "list", "watch": "watch", "watchlist": "watch", "post": "create", "put": "update",
		"patch": "patch", "delete": "delete", "deletecollection": "deletecollection",
	}
	checked := 0
	for _, release := range []string{"1.24", "1.30", "1.35"} {
		err := filepath.WalkDir(filepath.Join(root, release), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			doc, err := openapi.NewDecoder().Decode(text)
			if err != nil {
				return err
			}
			byVersion, _ := doc.Resources()
			var raw struct {
				Paths map[string]map[string]json.RawMessage `json:"paths"`
			}
			if err := json.Unmarshal(text, &raw); err != nil {
				return err
			}
			for name, item := range raw.Paths {
				for _, text := range item {
					var op struct {
						Action string `json:"x-kubernetes-action"`
					}
					if json.Unmarshal(text, &op) != nil || verbOf[op.Action] == "" {
						continue
					}
					checked++
					if !serves(byVersion, name, verbOf[op.Action]) {
						t.Errorf("%s %s: no verb %s", release, name, verbOf[op.Action])
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 2000 {
		t.Errorf("only %d operations were checked", checked)
	}
}

// serves reports whether the object of a path has the verb. It splits the path in a simple way.
func serves(byVersion map[discovery.GroupVersion][]discovery.Resource, path, verb string) bool {
	seg := strings.Split(strings.Trim(strings.Replace(path, "/watch/", "/", 1), "/"), "/")
	gv, rest := discovery.GroupVersion{Version: seg[1]}, seg[2:]
	if seg[0] == "apis" {
		gv, rest = discovery.GroupVersion{Group: seg[1], Version: seg[2]}, seg[3:]
	}
	if len(rest) > 2 && rest[1] == "{namespace}" {
		rest = rest[2:]
	}
	rest = slices.DeleteFunc(slices.Clone(rest), func(s string) bool { return strings.HasPrefix(s, "{") })
	for _, r := range byVersion[gv] {
		if r.Name != rest[0] {
			continue
		}
		if len(rest) == 1 {
			return slices.Contains(r.Verbs, verb)
		}
		sub, ok := r.Subresource(rest[1])
		return ok && slices.Contains(sub.Verbs, verb)
	}
	return false
}

// FuzzDecode: no document makes the decoder panic or hang. An accepted document is accepted again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"openapi":"3.0.0","paths":{"/apis/a/v1/b":{"get":{}}},"components":{"schemas":{"A":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/A"}}}}}}`))
	f.Add([]byte(`{"swagger":"2.0","definitions":{"A":{"allOf":[{"$ref":"#/definitions/B"}],"default":{}}},"paths":{"/api/v1/a":{"parameters":[{"$ref":"#/parameters/x"}]}},"parameters":{"x":{"name":"n","in":"query"}}}`))
	f.Add([]byte(`{"openapi":"3.0.0","components":{"schemas":{"A":{"required":["b"],"enum":[1,"a"],"nullable":true,"items":[{}],"additionalProperties":false}}}}`))
	for _, text := range caseDocuments(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		dec := openapi.NewDecoder()
		doc, err := dec.Decode(text)
		if err != nil {
			return
		}
		doc.Resources()
		again, err := dec.Decode(text)
		if err != nil {
			t.Fatalf("taken once, then refused: %v", err)
		}
		for name, s := range doc.Schemas {
			if again.Schemas[name] != s {
				t.Errorf("schema %q is another when it is read again", name)
			}
		}
	})
}

// caseDocuments returns the documents of the rules' hand-written cases.
func caseDocuments(f *testing.F) (texts [][]byte) {
	f.Helper()
	files, err := filepath.Glob("../../fixtures/rules/*/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatalf("there are no cases: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range archive.Files {
			if strings.HasSuffix(part.Name, ".json") {
				texts = append(texts, part.Data)
			}
		}
	}
	return texts
}

package checker_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// rawSchema is the part of an OpenAPI schema that is needed to find a field.
type rawSchema struct {
	Ref         string                `json:"$ref"`
	AllOf       []rawSchema           `json:"allOf"`
	Description string                `json:"description"`
	Properties  map[string]*rawSchema `json:"properties"`
	Items       *rawSchema            `json:"items"`
	Values      *rawSchema            `json:"additionalProperties"`
	GVK         []struct {
		Group, Version, Kind string
	} `json:"x-kubernetes-group-version-kind"`
}

func (s *rawSchema) ref() string {
	if len(s.AllOf) == 1 {
		return s.AllOf[0].ref()
	}
	return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
}

// calls matches the descriptions of fields of 1.35 that say that the field is deprecated. Other
// descriptions mention the deprecation of something else.
var calls = regexp.MustCompile(`(^|\. |\n)Deprecated[.:]|(?i)this field is deprecated|should be considered as deprecated|is the deprecated field|now is deprecated`)

// TestPublishedFieldDeprecations checks that every field that the published documents of 1.35 call
// deprecated is a finding in an object of each kind that has it, at its path, and that it is none
// where it is not set.
func TestPublishedFieldDeprecations(t *testing.T) {
	j := compile(t, target(t, "", "1.35"))
	root := filepath.Join(data.Root(t), "openapi", "1.35")
	fields, objects := map[string]bool{}, 0
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var doc struct {
			Components struct {
				Schemas map[string]*rawSchema `json:"schemas"`
			} `json:"components"`
		}
		if err := json.Unmarshal(b, &doc, json.MatchCaseInsensitiveNames(true)); err != nil {
			return err
		}
		relative, _ := filepath.Rel(root, strings.TrimSuffix(path, ".json"))
		gv := discovery.ParseGroupVersion(strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(relative), "apis/"), "api/"))
		for _, s := range doc.Components.Schemas {
			if len(s.GVK) != 1 || s.GVK[0].Group != gv.Group || s.GVK[0].Version != gv.Version || strings.HasSuffix(s.GVK[0].Kind, "List") || s.GVK[0].Kind == "Status" || s.Properties["metadata"] == nil {
				continue
			}
			walkRaw(doc.Components.Schemas, s, nil, map[*rawSchema]bool{}, func(path []string, schema, field string) {
				text := fmt.Sprintf("apiVersion: %s\nkind: %s\n%s\n", gv, s.GVK[0].Kind, nest(path))
				fields[schema+"."+field] = true
				objects++
				want := strings.ReplaceAll(strings.Join(path, "."), ".[]", "[0]")
				found := false
				for _, f := range findings(t, j, text) {
					found = found || (f.Rule == "field-deprecated" || f.Rule == "volume-removed") && f.Field == want
				}
				if !found {
					t.Errorf("nothing is found at %s of\n%s", want, text)
				}
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d fields, %d objects", len(fields), objects)
	if len(fields) < 45 {
		t.Errorf("only %d deprecated fields were seen", len(fields))
	}
}

// walkRaw walks through the schema of a kind and finds the deprecated fields. It leaves out maps,
// because their keys are free.
func walkRaw(all map[string]*rawSchema, s *rawSchema, path []string, open map[*rawSchema]bool, found func(path []string, schema, field string)) {
	name := ""
	for s.ref() != "" {
		name = s.ref()
		s = all[name]
	}
	if open[s] || len(path) > 14 {
		return
	}
	open[s] = true
	defer delete(open, s)
	if s.Items != nil {
		walkRaw(all, s.Items, append(path, "[]"), open, found)
	}
	for key, field := range s.Properties {
		at := append(append([]string(nil), path...), key)
		if calls.MatchString(field.Description) {
			found(at, name, key)
		}
		walkRaw(all, field, at, open, found)
	}
}

// nest writes an object with one field in flow style.
func nest(path []string) string {
	text := "1"
	for i := len(path) - 1; i >= 0; i-- {
		switch {
		case path[i] == "[]":
			text = "[" + text + "]"
		case i == 0:
			text = path[i] + ": " + text
		default:
			text = "{" + path[i] + ": " + text + "}"
		}
	}
	return text
}

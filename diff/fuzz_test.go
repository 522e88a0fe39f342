package diff_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// FuzzCompare checks any two documents: nothing panics, a document does not differ from itself,
// every change can be waived, has a rule and is printed on one line, and the result is the same in
// every run.
func FuzzCompare(f *testing.F) {
	seed(f)
	fingerprint := regexp.MustCompile(`^[0-9a-f]{12}$`)
	f.Fuzz(func(t *testing.T, old, new []byte) {
		was, is := fuzzSurface(old), fuzzSurface(new)
		if was == nil || is == nil {
			return
		}
		opts := diff.Options{IncludeDisabled: true, Descriptions: true}
		for _, doc := range [][]byte{old, new} {
			// Two decoders, because one would return the same pointer for equal schemas.
			if same := diff.Compare(fuzzSurface(doc), fuzzSurface(doc), opts); len(same.Changes) > 0 {
				t.Errorf("a document differs from itself: %s: %q", same.Changes[0].Rule, same.Changes[0].Message)
			}
		}
		result := diff.Compare(was, is, opts)
		for _, c := range result.Changes {
			if !fingerprint.MatchString(c.Fingerprint) {
				t.Errorf("%s: the fingerprint is %q", c.Rule, c.Fingerprint)
			}
			if _, ok := rule.ByID(c.Rule); !ok {
				t.Errorf("there is no rule %s", c.Rule)
			}
			if c.Message == "" || strings.ContainsAny(c.Message, "\n\r") {
				t.Errorf("%s: the message is not one line: %q", c.Rule, c.Message)
			}
		}
		if again := diff.Compare(fuzzSurface(old), fuzzSurface(new), opts); !reflect.DeepEqual(again, result) {
			t.Errorf("two runs differ:\n%+v\n%+v", result, again)
		}
	})
}

// fuzzSurface reads a document for each group-version that it serves, with a new decoder; nil if it
// is not a document.
func fuzzSurface(data []byte) *discovery.Surface {
	doc, err := openapi.NewDecoder().Decode(data)
	if err != nil {
		return nil
	}
	set := documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{{Group: "example.com", Version: "v1"}: data}}
	served, _ := doc.Resources()
	for gv := range served {
		set.OpenAPIV3[gv] = data
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		return nil
	}
	return s
}

// seed adds both sides of every case: documents unchanged, and definitions as the documents of a
// server. It also pairs sides of adjacent cases, which differ much more.
func seed(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join(rulesDir, "*", "*.txtar"))
	if err != nil || len(files) == 0 {
		f.Fatalf("there are no cases below %s (%v)", rulesDir, err)
	}
	var last []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		sides := map[string][]byte{}
		for _, member := range txtar.Parse(text).Files {
			side, name, _ := strings.Cut(member.Name, "/")
			switch {
			case name == "crd.yaml":
				sides[side] = definitionDocument(f, member.Data)
			case strings.HasPrefix(name, "api/"), strings.HasPrefix(name, "apis/"):
				sides[side] = member.Data
			}
		}
		if sides["old"] != nil && sides["new"] != nil {
			f.Add(sides["old"], sides["new"])
			if last != nil {
				f.Add(last, sides["new"])
			}
			last = sides["old"]
		}
	}
}

func definitionDocument(f *testing.F, manifest []byte) []byte {
	f.Helper()
	found, err := crd.Read("crd.yaml", manifest)
	if err != nil {
		f.Fatal(err)
	}
	d := &found.Definitions[0]
	v := &d.Versions[0]
	gv := d.GroupVersion(v)
	name := d.Group + "." + v.Name + "." + d.Names.Kind
	return []byte(`{"openapi":"3.0.0","info":{"title":"Kubernetes CRD Swagger","version":"v0.1.0"},"paths":{"/apis/` + gv.String() + `/` + d.Names.Plural +
		`":{"post":{"requestBody":{"content":{"*/*":{"schema":{"$ref":"#/components/schemas/` + name + `"}}}},"x-kubernetes-group-version-kind":{"group":"` +
		d.Group + `","version":"` + v.Name + `","kind":"` + d.Names.Kind + `"}}}},"components":{"schemas":{"` + name + `":` + string(v.Schema) + `}}}`)
}

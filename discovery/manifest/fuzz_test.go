package manifest_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/manifest"
)

// FuzzDocuments checks that any text gives valid JSON or a short error.
func FuzzDocuments(f *testing.F) {
	for _, seed := range []string{
		"a: 1\n---\nb: [x, &y {z: 1}, *y]\n", "{\"a\":1}{\"b\":2}", "a: &x {<<: *x}", bomb(3), mergeBomb(4), tower(2),
		"? [a]\n: b\n", "a: !!binary aGk=\n", "%YAML 1.1\n---\na: |-\n  b\n", "\"\\ud800\"", "a: .nan", "-\t- b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for doc, err := range manifest.Documents([]byte(text)) {
			if err != nil {
				if strings.TrimSpace(err.Error()) == "" || len(err.Error()) > 2000 {
					t.Fatalf("no sentence: %q", err)
				}
				return
			}
			if !jsontext.Value(doc.JSON).IsValid() {
				t.Fatalf("not JSON: %q", doc.JSON)
			}
		}
	})
}

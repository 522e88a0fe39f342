package openapi_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestOrderMeansNothing reads documents with the members of every object in reverse order.
// Published documents are sorted, those of servers are not.
func TestOrderMeansNothing(t *testing.T) {
	root := filepath.Join(data.Root(t), "openapi", "1.35")
	for _, file := range []string{"api/v1.json", "apis/apps/v1.json", "apis/networking.k8s.io/v1.json", "apis/apiextensions.k8s.io/v1.json"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		var reversed bytes.Buffer
		writeReversed(&reversed, document)
		sorted, err := openapi.NewDecoder().Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		other, err := openapi.NewDecoder().Decode(reversed.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		want, _ := sorted.Resources()
		got, _ := other.Resources()
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: (-sorted +reversed)\n%s", file, d)
		}
		if d := cmp.Diff(sorted.Schemas, other.Schemas); d != "" {
			t.Errorf("%s: (-sorted +reversed)\n%s", file, d)
		}
	}
}

// writeReversed writes a JSON value with the members of objects in descending order.
func writeReversed(b *bytes.Buffer, value any) {
	switch v := value.(type) {
	case map[string]any:
		separator := "{"
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(v))) {
			key, _ := json.Marshal(name) // a string can always be encoded
			b.WriteString(separator)
			b.Write(key)
			b.WriteByte(':')
			writeReversed(b, v[name])
			separator = ","
		}
		if separator == "{" {
			b.WriteByte('{')
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeReversed(b, item)
		}
		b.WriteByte(']')
	default:
		text, _ := json.Marshal(v) // it comes from JSON
		b.Write(text)
	}
}

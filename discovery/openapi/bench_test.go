package openapi_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"k8s.io/kube-openapi/pkg/spec3"

	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// The three ways to read one document (api/v1 of 1.35, 2 MB), for the numbers in the package
// documentation.

func document(b *testing.B) []byte {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(data.Root(b), "openapi", "1.35", "api", "v1.json"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	return text
}

func BenchmarkDecode(b *testing.B) {
	text := document(b)
	for b.Loop() {
		if _, err := openapi.NewDecoder().Decode(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeKubeOpenAPI(b *testing.B) {
	text := document(b)
	for b.Loop() {
		if err := json.Unmarshal(text, &spec3.OpenAPI{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeKinOpenAPI(b *testing.B) {
	text := document(b)
	for b.Loop() {
		if _, err := openapi3.NewLoader().LoadFromData(text); err != nil {
			b.Fatal(err)
		}
	}
}

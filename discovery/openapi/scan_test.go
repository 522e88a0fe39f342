package openapi_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// small is a document with every keyword that is read.
const small = `{"openapi":"3.0.0","info":{"title":"a\"b\\","version":"1"},"tags":[{"a":"}"}],"paths":{"/apis/a/v1/bs":{"get":{"responses":{"200":{}}}}},` +
	`"components":{"x":[1,{"y":null}],"schemas":{"B":{"type":"object","description":"\\\"{","properties":{"c":{"enum":["]","\\"]}}}}}}`

// FuzzScan: a text that is accepted is valid JSON, and a decoder that has decoded it before returns
// the same.
func FuzzScan(f *testing.F) {
	for _, text := range []string{
		small, small + " ", small + "x", small + "\x00", `{"openapi":"3","paths":{"/a":{"b":[}]}}}`, `{"openapi":"3",}`, `{"openapi":"3" "a":1}`, `{"openapi":3}`,
		`{"swagger":"2.0","paths":{"/a":{}},"definitions":{"A":{}},"parameters":{}}`, `{"a":"` + "\xff" + `","openapi":"3"}`, `{"openapi":"3","\u0070aths":{}}`, `{1:2}`, `[]`, ``, `{"openapi":"3","a":tru}`,
	} {
		f.Add([]byte(text))
	}
	for i := range small {
		f.Add([]byte(small[:i]))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d := openapi.NewDecoder()
		_, err := d.Decode(text)
		if _, again := d.Decode(text); (err == nil) != (again == nil) {
			t.Errorf("read once: %v; again: %v", err, again)
		}
		if valid := jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)); err == nil && !valid {
			t.Errorf("it is not valid JSON, and was read: %q", text)
		}
		if err != nil && string(text) == small {
			t.Error(err)
		}
	})
}

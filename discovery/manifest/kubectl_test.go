package manifest_test

import (
	"fmt"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/discovery/manifest"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// TestAsKubectl compares values, and keys in all forms of mappings, with the JSON of the library with
// which kubectl and Helm read YAML.
func TestAsKubectl(t *testing.T) {
	t.Parallel()
	// The library sets the entries of a mapping in their order, and those of "<<" too.
	for _, text := range []string{
		"x: &x {b: 1, c: 1}\nd: {b: 2, <<: *x}\n", "x: &x {b: 1, c: 1}\nd:\n  b: 2\n  <<: *x\n", "x: &x {b: 1, c: 1}\nd:\n  <<: *x\n  b: 2\n", "x: &x {b: 1, c: 1}\nd:\n  b: 2\n  <<: *x\n  c: 2\n",
		"x: &x {b: 1, c: 1}\ny: &y {b: 3, e: 3}\nd:\n  b: 2\n  e: 2\n  <<: [*x, *y]\n", "x: &x {b: 1}\ny: &y\n  b: 3\n  <<: *x\nd:\n  <<: *y\n", "x: &x {b: 1}\ny: &y\n  b: 3\n  <<: *x\nd:\n  b: 2\n  <<: *y\n",
		"x: &x {y: 1}\nd:\n  true: 2\n  <<: *x\n", "x: &x\n  b: 1\nd:\n  b: 2\n  <<: *x\ne: 1\n", "x: &x {b: 1}\nd: {b: 2, <<: [{b: 3}, *x]}\n",
	} {
		compared(t, text)
	}
	for _, text := range []string{
		"y", "Y", "yes", "No", "on", "OFF", "true", "False", "tRUE", "'y'", `"0x10"`, "!!str y", "ny", "never", "one", "~", "null", "NULL", "nULL",
		"0", "7", "-7", "+7", "07", "017", "0o17", "-0o17", "0x1F", "0b11", "1_000", "1__0", "_1", "9223372036854775807", "9223372036854775808", "18446744073709551616",
		"1.5", "1.50", "1.0", "1.", ".5", "-.5", "1e3", "1E3", "1e21", "1e400", "0.1234567891234", "16777217.0", ".inf", "-.Inf", ".nan", "1.2.3", "10Gi", "1:30", "2001-01-01", "=",
		"!!binary aGVsbG8=", "!!binary x", "!!float 5", "!!int 0x10", "!!bool on",
	} {
		for _, form := range []string{"%s: a\nb: c\n", "a: {%s: b}\n", "- {%s: b}\n", "? %s\n: b\n", "x: &x\n  %s: b\ny1:\n  <<: *x\n", "a: %s\n", "a: [%s]\n"} {
			compared(t, fmt.Sprintf(form, text))
		}
	}
}

// compared compares a text as a manifest, and as a document, with what kubectl reads.
func compared(t *testing.T, text string) {
	t.Helper()
	want, fails := yaml.YAMLToJSON([]byte(text))
	var got []byte
	var err error
	r := reader.Reader{Others: func(o *tree.Object) { got, err = manifest.Value(o.Tree, o.Root) }}
	result := r.Read("", []byte(text), func(*tree.Object) {})
	if (fails != nil) != (err != nil || result.Unreadable > 0) || fails == nil && !equal(t, got, want) {
		t.Errorf("%q: %s %v %v, kubectl reads %s %v", text, got, err, result.Problems, want, fails)
	}
	docs, err := read(text)
	if len(docs) == 1 {
		_, docs[0], _ = strings.Cut(docs[0], ":")
	}
	if (fails != nil) != (err != nil) || fails == nil && !equal(t, []byte(strings.Join(docs, " ")), want) {
		t.Errorf("%q as a document: %s %v, kubectl reads %s %v", text, docs, err, want, fails)
	}
}

// equal compares JSON without regard to the order of names.
func equal(t *testing.T, a, b []byte) bool {
	t.Helper()
	one, err := yaml.YAMLToJSON(a)
	if err != nil {
		t.Error(err)
	}
	other, err := yaml.YAMLToJSON(b)
	if err != nil {
		t.Error(err)
	}
	return string(one) == string(other)
}

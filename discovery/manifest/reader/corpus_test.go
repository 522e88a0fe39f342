package reader_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// lineOf returns the line of a finding about the object's version.
func lineOf(o *tree.Object) int {
	if o.APIVersionNode >= 0 {
		return int(o.Tree.Nodes[o.APIVersionNode].Line)
	}
	return int(o.Tree.Nodes[o.Root].Line)
}

// TestCorpus compares the objects in the corpus, read from memory and as streams, with its truth.
func TestCorpus(t *testing.T) {
	t.Parallel()
	var whole, stream reader.Reader
	left := thorough.Size(t, 2000, 400)
	for f := range corpus.Files(corpus.Options{}) {
		if left--; left < 0 {
			break
		}
		removed := map[string]bool{}
		for _, o := range f.Objects {
			removed[o.APIVersion+" "+o.Kind] = o.Removed
		}
		var got []corpus.Object
		visit := func(o *tree.Object) {
			name := strings.Clone(o.Name)
			got = append(got, corpus.Object{File: o.File, Line: lineOf(o), Document: o.Document, APIVersion: strings.Clone(o.APIVersion), Kind: strings.Clone(o.Kind), Name: name, Removed: removed[o.APIVersion+" "+o.Kind]})
		}
		result := whole.Read(f.Name, f.Data, visit)
		if !slices.Equal(f.Objects, got) {
			t.Fatalf("%s: %s", f.Name, cmp.Diff(f.Objects, got))
		}
		if result.Documents != f.Documents || result.Empty != f.Empty || len(result.Problems) > 0 || result.Other > 0 {
			t.Fatalf("%s: %+v; it has %d documents, %d of them empty", f.Name, result, f.Documents, f.Empty)
		}
		got = nil
		streamed, err := stream.Stream(f.Name, bytes.NewReader(f.Data), visit)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(f.Objects, got) || !reflect.DeepEqual(result, streamed) {
			t.Fatalf("%s as a stream: %s", f.Name, cmp.Diff(f.Objects, got)+cmp.Diff(result, streamed))
		}
	}
}

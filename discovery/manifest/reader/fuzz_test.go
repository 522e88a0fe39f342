package reader_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
)

// FuzzRead checks for any bytes that the counts add up, that the tree is consistent, and that the
// text at the offsets of a scalar is that scalar.
func FuzzRead(f *testing.F) {
	odd, err := corpus.OddFiles()
	if err != nil {
		f.Fatal(err)
	}
	for _, o := range odd {
		f.Add(o.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r reader.Reader
		objects, with := 0, map[int]bool{}
		result := r.Read("x", data, func(o *tree.Object) {
			objects++
			with[o.Document] = true
			if o.Document < 1 || o.Document > result0(data) || o.APIVersion == "" || o.Kind == "" {
				t.Fatalf("document %d, %q %q", o.Document, o.APIVersion, o.Kind)
			}
			whole(t, data, o)
		})
		if result.Objects != objects || result.Empty+result.Other+result.Unreadable > result.Documents || result.Unreadable > len(result.Problems) && len(result.Problems) < 1000 {
			t.Fatalf("it does not add up: %+v, %d objects", result, objects)
		}
		if len(with)+result.Empty+result.Other+result.Unreadable > result.Documents {
			t.Fatalf("documents count twice: %+v, %d with objects", result, len(with))
		}
		streamed, err := r.Stream("x", bytes.NewReader(data), func(*tree.Object) {})
		if diff := cmp.Diff(result, streamed); err != nil || diff != "" {
			t.Fatalf("as a stream: %v %s", err, diff)
		}
	})
}

// result0 returns more documents than the data can have.
func result0(data []byte) int { return len(data) + 1 }

func whole(t *testing.T, data []byte, o *tree.Object) {
	nodes := o.Tree.Nodes
	lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r"))
	for i, n := range nodes {
		if int(n.After) <= i || int(n.After) > len(nodes) {
			t.Fatalf("node %d of %d ends at %d", i, len(nodes), n.After)
		}
		if n.Line < 1 || n.Column < 1 || n.ValueLine < 1 || n.ValueColumn < 1 || data[0] != 0 && int(max(n.Line, n.ValueLine)) > lines {
			t.Fatalf("node %d is at %d:%d, %d:%d of %d lines", i, n.Line, n.Column, n.ValueLine, n.ValueColumn, lines)
		}
		if n.Start >= 0 {
			written(t, data, n)
		}
	}
}

// written compares the text at the offsets of a scalar with its value.
func written(t *testing.T, data []byte, n tree.Node) {
	if n.End < n.Start || int(n.End) > len(data) {
		t.Fatalf("a scalar from %d to %d of %d", n.Start, n.End, len(data))
	}
	text := string(data[n.Start:n.End])
	if n.Style == tree.Plain && text == n.Value || n.Style == tree.Literal || n.Style == tree.Folded {
		return
	}
	var decoded yaml.Node
	if err := yaml.Unmarshal([]byte("k: "+strings.ReplaceAll(text, "\n", "\n ")), &decoded); err != nil {
		if n.Style != tree.JSON {
			t.Fatalf("%q at %d for %q: %v", text, n.Start, n.Value, err)
		}
		return // JSON allows what yaml.v3 does not: surrogates, DEL
	}
	if got := decoded.Content[0].Content[1].Value; got != n.Value && n.Style != tree.JSON {
		t.Fatalf("%q at %d is %q, not %q", text, n.Start, got, n.Value)
	}
}

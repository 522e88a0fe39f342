package reader_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
)

// account is the result of reading, in the form of the odd files.
func account(result reader.Result, objects []string) string {
	lines := slices.Clone(objects)
	for _, p := range result.Problems {
		lines = append(lines, fmt.Sprintf("! %d %d %s", p.Line, p.Document, p.Reason))
	}
	return strings.Join(append(lines, fmt.Sprintf("documents %d empty %d other %d", result.Documents, result.Empty, result.Other)), "\n")
}

func show(o *tree.Object) string {
	return strings.TrimRight(fmt.Sprintf("%d %d %s %s %s", lineOf(o), o.Document, o.APIVersion, o.Kind, strings.ReplaceAll(o.Name, "\n", `\n`)), " ")
}

// agrees compares a result with the expected one: objects and problems in order, reasons by a part
// of their text.
func agrees(got string, want []string) bool {
	var objects, problems []string
	for _, line := range strings.Split(got, "\n") {
		if strings.HasPrefix(line, "!") {
			problems = append(problems, line)
		} else {
			objects = append(objects, line)
		}
	}
	for _, line := range want {
		list := &objects
		if strings.HasPrefix(line, "!") {
			list = &problems
		}
		if len(*list) == 0 || line != (*list)[0] && (line[0] != '!' || !strings.HasPrefix((*list)[0], line) && !partly((*list)[0], line)) {
			return false
		}
		*list = (*list)[1:]
	}
	return len(objects)+len(problems) == 0
}

// partly reports whether line and document are equal, and the reason contains the expected text.
func partly(got, want string) bool {
	g, w := strings.SplitN(got, " ", 4), strings.SplitN(want, " ", 4)
	return g[1] == w[1] && g[2] == w[2] && strings.Contains(g[3], w[3])
}

// TestOddFiles reads each of the odd files, whole and as a stream.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	odd, err := corpus.OddFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range odd {
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			var r reader.Reader
			var objects []string
			visit := func(o *tree.Object) { objects = append(objects, show(o)) }
			if got := account(r.Read(o.File, o.Data, visit), objects); !agrees(got, o.Want) {
				t.Errorf("got\n%s\nwant\n%s", got, strings.Join(o.Want, "\n"))
			}
			objects = nil
			result, err := r.Stream(o.File, bytes.NewReader(o.Data), visit)
			if got := account(result, objects); err != nil || !agrees(got, o.Want) {
				t.Errorf("as a stream: got %v\n%s\nwant\n%s", err, got, strings.Join(o.Want, "\n"))
			}
		})
	}
}

// TestRepeatedKeyStays: the key of a problem stays when the memory of the text is used for another.
func TestRepeatedKeyStays(t *testing.T) {
	t.Parallel()
	text := []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nmetadata: {name: b}\n")
	var r reader.Reader
	result := r.Read("a.yaml", text, func(*tree.Object) {})
	for i := range text {
		text[i] = 'x'
	}
	if len(result.Problems) != 1 || result.Problems[0].Key != "metadata" {
		t.Errorf("got %v", result.Problems)
	}
}

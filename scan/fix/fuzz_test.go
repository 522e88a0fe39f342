package fix_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/scan/fix"
)

// flat lists the content of each document of a text as yaml.v3 reads it, one line for each key and
// each scalar; false if it cannot be read.
func flat(text []byte) (lines []string, ok bool) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return lines, true
		}
		if err != nil || len(lines) > 100_000 {
			return nil, false
		}
		budget := 10_000
		lines = flatten(&doc, lines, &budget)
		if budget < 0 {
			return nil, false
		}
	}
}

func flatten(n *yaml.Node, lines []string, budget *int) []string {
	if *budget--; *budget < 0 {
		return lines
	}
	if n.Kind == yaml.AliasNode {
		return flatten(n.Alias, lines, budget)
	}
	lines = append(lines, fmt.Sprintf("%d %s %d %s", n.Kind, n.ShortTag(), len(n.Content), n.Value))
	for _, c := range n.Content {
		lines = flatten(c, lines, budget)
	}
	return lines
}

// FuzzFix checks that a fixed text differs only by the reported changes, and that fixing it again
// changes nothing.
func FuzzFix(f *testing.F) {
	for _, text := range older {
		f.Add([]byte(text))
	}
	for _, text := range []string{
		"apiVersion: &v policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: *v}\n",
		"a: &a {nodeSelector: {beta.kubernetes.io/os: linux}}\napiVersion: v1\nkind: Pod\nspec: *a\n",
		"apiVersion: v1\nkind: Pod\nspec:\n  <<: {serviceAccount: a}\n",
		"apiVersion: v1\nkind: List\nitems:\n- &p\n  apiVersion: policy/v1beta1\n  kind: PodDisruptionBudget\n- *p\n",
		`{"apiVersion":"policy/v1beta1","kind":"PodDisruptionBudget"}` + "\n" + `{"apiVersion":"batch/v1beta1","kind":"CronJob"}`,
		"\uFEFFapiVersion: 'policy/v1beta1'\r\nkind: PodDisruptionBudget\r\n---\r\n? apiVersion\r\n: batch/v1beta1\r\n",
	} {
		f.Add([]byte(text))
	}
	files, _ := filepath.Glob("../../fixtures/scan/*/*.txtar")
	shapes, _ := filepath.Glob("../../fixtures/fix/*.txtar")
	for _, file := range append(files, shapes...) {
		if b, err := os.ReadFile(file); err == nil {
			for _, part := range txtar.Parse(b).Files {
				if part.Name == "in.yaml" {
					f.Add(part.Data)
				}
			}
		}
	}
	j := at(f, "1.35")
	f.Fuzz(func(t *testing.T, data []byte) {
		got := (fix.Choice{}).Fix("in.yaml", data, j)
		if !got.Changed {
			if len(got.Done) > 0 {
				t.Errorf("it says that %d findings were fixed, and changed nothing", len(got.Done))
			}
			return
		}
		again := (fix.Choice{}).Fix("in.yaml", got.Out, j)
		if again.Changed {
			t.Errorf("\n%s\nis fixed again into\n%s", got.Out, again.Out)
		}
		before, ok1 := flat(data)
		after, ok2 := flat(got.Out)
		if !ok1 || !ok2 {
			return // yaml.v3 accepts less than the reader
		}
		if slices.ContainsFunc(got.Done, func(d fix.Done) bool { return d.Reshaped }) {
			return // Fix itself compares the text that it writes with the planned shape
		}
		if len(before) != len(after) {
			t.Fatalf("\n%s\nbecame\n%s\nwhich has another shape", data, got.Out)
		}
		told := map[string]bool{}
		for _, d := range got.Done {
			for _, c := range d.Changes {
				told[strings.Trim(c.Old, `"'`)+" > "+strings.Trim(c.New, `"'`)] = true
			}
		}
		for i := range before {
			if before[i] == after[i] {
				continue
			}
			old, new := last(before[i]), last(after[i])
			if !told[old+" > "+new] {
				t.Errorf("\n%s\nbecame\n%s\nof which %q was not told", data, got.Out, old+" > "+new)
			}
		}
	})
}

func last(line string) string { return line[strings.LastIndexByte(line, ' ')+1:] }

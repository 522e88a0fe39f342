package reader

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// bothWays reads every document of a text with the fast parser, and those that it supports also
// with the slow one, and fails if the trees differ. It returns the numbers of all documents and of
// those that the fast parser read.
func bothWays(t *testing.T, text string) (documents, fast int) {
	t.Helper()
	var r Reader
	r.begin("x", func(*tree.Object) {})
	r.look(text)
	for pos, line := 0, int32(1); pos < len(text); {
		from, fromLine := pos, line
		body, bodyLine := pos, line
		onMarker := false
		for body < len(text) && (marker(text, body) || text[body] == '#' || text[body] == '\n') {
			rest, _, _ := strings.Cut(text[body:], "\n")
			rest = strings.Trim(strings.TrimLeft(rest, "-."), " \t\r")
			onMarker = onMarker || marker(text, body) && rest != "" && rest[0] != '#'
			if marker(text, body) && text[body] == '-' {
				from, fromLine = body, bodyLine
			}
			ends := marker(text, body) && text[body] == '.'
			if body, bodyLine = r.lineAfter(body, bodyLine); ends {
				from, fromLine = body, bodyLine
			}
		}
		if body >= len(text) {
			break
		}
		pos, line = r.endOf(body, bodyLine)
		documents++
		p := &r.fast
		r.keys.reset()
		if onMarker || r.kind.odd || r.kind.loneCR || !p.document(text, body, bodyLine) {
			continue
		}
		fast++
		if p.pos != pos {
			t.Fatalf("the fast way ends at %d, the document at %d:\n%q", p.pos, pos, text[from:pos])
		}
		if p.pos < len(text) && p.line != line {
			t.Fatalf("the fast way ends in line %d, the document in %d:\n%q", p.line, line, text[from:pos])
		}
		twice := r.keys.second
		problem := r.slow.read(&r, text[from:pos], chunk{begin: from, line: fromLine})
		if problem.Reason != "" {
			t.Fatalf("read fast, but slowly: %s\n%q", problem.Reason, text[from:pos])
		}
		if !slices.Equal(r.slow.nodes, p.nodes) {
			diff := cmp.Diff(show(r.slow.nodes), show(p.nodes))
			t.Fatalf("slow and fast differ:\n%s\n%q", diff, text[from:pos])
		}
		if (twice > 0) != (r.keys.second > 0) {
			t.Fatalf("keys that stand twice: fast %v, slow %v\n%q", twice, r.keys.second, text[from:pos])
		}
	}
	return documents, fast
}

func show(nodes []tree.Node) (lines []string) {
	for _, n := range nodes {
		lines = append(lines, fmt.Sprintf("%d/%d %q: %q %d:%d %d:%d [%d:%d] after %d", n.Kind, n.Style, n.Key, n.Value, n.Line, n.Column, n.ValueLine, n.ValueColumn, n.Start, n.End, n.After))
	}
	return lines
}

// TestFastEqualsSlowOnRealManifests reads the published CRDs with both parsers.
func TestFastEqualsSlowOnRealManifests(t *testing.T) {
	root := filepath.Join(data.Root(t), "crds")
	var files []string
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	documents, fast := 0, 0
	for _, path := range thorough.Every(t, 8, files) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d, f := bothWays(t, string(text))
		if d != f {
			t.Logf("%s: %d of %d documents are read fast", path, f, d)
		}
		documents, fast = documents+d, fast+f
	}
	if documents == 0 || fast*10 < documents*9 {
		t.Errorf("of %d documents only %d are read fast", documents, fast)
	}
}

// subset has texts in the subset, and some that are almost in it.
var subset = []string{
	"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: {a: b, \"c\": 'd'}\nspec:\n  containers:\n  - name: x\n    args: [\"a\", b, 1, true]\n  - name: y\n",
	"a: |\n  b\n\n   c\nd: >-\n  e\n  f\n\n  g\n   h\n  i\n",
	"a: b\n   c\n\n   d # e\nf: g\n", "a:\n- - b\n  - c\n-\n  d: e\n- f\n", "a: # b\n  c: d\n# e\nf:\n", "'a': \"b\\nc\"\r\nd: 'e''f'\r\n",
	"- a\n- b: c\n  d: e\n", "é: ü # x\nö: [ä, {ß: é}]\n", "a: y\nb: 0x1F\nc: 1e3\nd: .5\ne: ~\nf: 2001-01-01\ng: 10Gi\nh: 1.2.3\ni: +.inf\n",
	"a: |+\n  b\n\n\nc: |-\n\n  d\n\n", "a: {b: [c, {d: e}], f: {}}\ng: []\n", "a: [b,\n  c,\n  d]\ne: f\n", "a: b: c\n", "a: 'b\n  c'\n", "a:\n  b\n  c\nd: e\n",
	"a: http://b:80/c#d\ne: f:g\n", "a: b #c\n", "a: |\n b\n# c\n  d\n", "a: >\n\n  b\n\n\n  c\n", "a: \"b\" # c\n", "a: -b\nc: - d\n", "  a: b\n  c: d\n",
	"a: b\n  # c\n  d\n", "a: |  # c\n   b\n  \n  c\n", "? a\n: b\n", "a: &b c\nd: *b\n", "a: &b \"c\"\nd: *b # x\ne: &b |\n  x\nf: *b\ng: *c\n", "a: &b\n  c: d\ne: *b\n",
	"a: &b\n  c: d\n  e: {f: g}\n  h: [i, *j]\nk: l\nm:\n  <<: *b\n  c: x\n  n: o\n", "a: &b  \n  # c\n  d: &e f\n  g: *e\n<<: *b # h\ni: j\n", "<<: *b\n", "a: &b\n  <<: *b\n  c: d\n", "a: &b\n  c: d\ne: &f\n  <<: *b\n  c: g\n  h: i\nj:\n  <<: *f\n",
	"a: &b\n  c: d\n<<: *b\n<<: *b\n", "a: &b\n  c: d\n  c: e\nf:\n  <<: *b\n", "a: &b\n  c: d\nf:\n  <<: [*b]\n", "a: &b\nc: d\n", "a: &b\n- c\n", "a: &b\n  - c\n", "- &a\n  b: c\n- <<: *a\n", "a: &b\n  c\n", "a: &b c\nd:\n  <<: *b\n", "a: &b\n  c: d\n\"<<\": *b\n", "a: &b\n  c: d\ne:\n  <<: *b\n   f: g\n", "a: &b {c: d}\ne:\n  <<: *b\n", "a: &b\n  c: |\n    d\n  e:\n    f: g\nh:\n  <<: *b\n  i: j\nk: *b\n", "- &a b\n- *a\n", "a: &b  é\nc: &c\n", "a: &é b\n", "a: *b\nc: &b d\n", "*a : b\n", "a: &b b: c\n", "a: &b - c\n", "a: &b !!str c\n", "a: !!str 1\n", "a: b\na: c\n", "a:\n  - b\n c: d\n", "a: |2\n   b\n",
	"a: b\n---\nc: d\n...\n---\n- e\n", "a: [b: c]\n", "a: {b}\n", "a: {b: }\n", "a: [-1, - 1]\n", "a: ?b\n", "a: :b\n", "a:b\n", "a : b\n", "<<: {a: b}\n", "a: |", "a: b ", "a: |\n  b\n   ",
	"a: \n\n\n  b\n", "-\n-\n", "- |\n  a\n- >\n  b\n", "a:\n- |\n b\n- c\n", "a: \"\\\"b\\\": c\"\n", "a: '\n", "a: 'b \n\n\n  c\t\n d '' e\n  '\nf: \"g\\t\n h\n\n\"\n", "a: [\"b\n  c\", d]\n", "a: \"b\": c\n", "a: - b\n", "-a: b\n", "a: %b\n%c: d\n", "a: 'x': y\n", "a: |\n\tb\n", "a:\tb\n",
}

func TestFastEqualsSlow(t *testing.T) {
	t.Parallel()
	for _, text := range subset {
		bothWays(t, text)
		bothWays(t, strings.ReplaceAll(text, "\n", "\r\n"))
		bothWays(t, strings.TrimSuffix(text, "\n"))
		bothWays(t, "---\n"+text+"\n# x\n")
	}
}

// FuzzFastEqualsSlow checks that yaml.v3 makes the same tree for every text that the fast parser
// reads.
func FuzzFastEqualsSlow(f *testing.F) {
	for _, text := range subset {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 10_000 && !strings.HasPrefix(text, "\ufeff") {
			bothWays(t, text)
		}
	})
}

// TestMergesAreReadFast checks that the fast parser reads a few merges. Merges that make a large
// tree from a small text are left to the slow parser, which refuses them.
func TestMergesAreReadFast(t *testing.T) {
	t.Parallel()
	chain := "m0: &m0\n  k0: v\n"
	for i := 1; i < 200; i++ {
		chain += fmt.Sprintf("m%d: &m%d\n  <<: *m%d\n  k%d: v\n", i, i, i-1, i)
	}
	short, _, _ := strings.Cut(chain, "m30:")
	for text, want := range map[string]int{
		"a: &b\n  c: d\nm:\n  <<: *b\n  n: o\n": 1,
		"a: &b\r\n  c: d\r\n<<: *b\r\ne: f\r\n": 1,
		"a: &b\n  c: d\n<<: [*b]\n":             0,
		chain:                                   0,
		short:                                   1,
	} {
		if _, fast := bothWays(t, text); fast != want {
			t.Errorf("%d documents are read fast, want %d:\n%.100s", fast, want, text)
		}
	}
}

package reader_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/fixtures/patience"
	"github.com/kubedelta/kubedelta/scan/reader"
	"github.com/kubedelta/kubedelta/scan/tree"
)

const good = "\n---\napiVersion: extensions/v1beta1\nkind: Ingress\nmetadata:\n  name: good\n"

// TestHostile reads what is made to hurt. Each is followed by a good document,
// which is found; each is done in seconds, with memory in proportion.
func TestHostile(t *testing.T) {
	t.Parallel()
	r := strings.Repeat
	for name, tc := range map[string]struct{ text, reason string }{
		"deep flow":                  {"a: " + r("[", 200_000), "exceeded max depth"},
		"deep flow that ends":        {"a: " + r("[", 200_000) + r("]", 200_000), "exceeded max depth"},
		"deep list":                  {r("- ", 200_000) + "a", "exceeded max depth"},
		"deep map":                   {steps(3000), "nested more than 1000 levels deep"},
		"deep keys":                  {r("? ", 200_000), "exceeded max depth"},
		"deep JSON":                  {r(`{"a":`, 200_000), "nested more than 1000 levels deep"},
		"deep JSON lists":            {r("[", 200_000), "nested more than 1000 levels deep"},
		"a long line":                {"a: " + r("x", 5_000_000), ""},
		"a long quoted line":         {`a: "` + r("xé", 2_000_000) + `"`, ""},
		"a long flow line":           {"a: [" + r("é, ", 1_000_000) + "z]", ""},
		"a long JSON line":           {`{"a":[` + r(`"é",`, 500_000) + "1]}", ""},
		"a long line for yaml.v3":    {"a: [" + r("é, ", 300_000) + "!x y]", ""},
		"many comments":              {"a: !x b\n" + r("# c\n", 300_000) + "b: c", ""},
		"many empty lines":           {"a: !x b\n" + r("\n", 1_000_000) + "b: c", ""},
		"many equal keys":            {r("k: 1\n", 200_000), `the key "k" stands there already`},
		"many keys":                  {many("k%d: 1\n", 200_000), ""},
		"many anchors":               {many("a%[1]d: &x%[1]d b\nc%[1]d: *x%[1]d\n", 50_000), ""},
		"tags":                       {r("!", 1_000_000), ""},
		"colons":                     {r("a: ", 100_000), "not valid YAML"},
		"quotes that never end":      {r("a: '\n", 99_999), "not valid YAML"},
		"an alias bomb":              {bomb(10), "its aliases expand to far more than the text itself"},
		"an alias bomb for items":    {bomb(10) + "apiVersion: v1\nkind: List\nitems: *a9\n", "its aliases expand to far more than the text itself"},
		"a merge bomb":               {mergeBomb(40), "its merges expand to far more than the text itself"},
		"an alias in itself":         {"a: &x [*x]", "the alias *x stands inside what it stands for"},
		"a merge of itself":          {"a: &x\n  <<: *x", "merged through more than 1000 levels"},
		"templates":                  {r("{{ x }}\n", 100_000), "it looks like a template"},
		"a stray zero":               {"a: b\x00", "control characters"},
		"JSON lines that never end":  {r("[\n", 3000) + r("1,", 300_000), "nested more than 1000 levels deep"},
		"JSON lines that are broken": {r("{\"a\":[\n{},\n", 50_000), "not valid JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			var rd reader.Reader
			last := ""
			result := rd.Read("x", []byte(tc.text+good), func(o *tree.Object) { last = o.Name })
			if last != strings.Clone("good") {
				t.Errorf("the good document is not found: %+v", result.Problems)
			}
			reasons := ""
			for _, p := range result.Problems {
				reasons += p.Reason + "\n"
				if len(p.Reason) > 500 {
					t.Errorf("a sentence of %d bytes is none", len(p.Reason))
				}
			}
			if !strings.Contains(reasons, tc.reason) || tc.reason == "" && reasons != "" {
				t.Errorf("got %.300s, want %s", reasons, tc.reason)
			}
			if took := time.Since(start); took > patience.Of(20*time.Second) {
				t.Errorf("it took %s", took)
			}
		})
	}
}

func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// bomb is the billion laughs: ten times ten times ten.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [lol" + strings.Repeat(",lol", 9) + "]\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	return b.String()
}

// mergeBomb writes nothing, and merges the same empty map 2^levels times.
func mergeBomb(levels int) string {
	var b strings.Builder
	b.WriteString("m0: &m0 {}\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "m%d: &m%d {<<: [*m%d, *m%d]}\n", i, i, i-1, i-1)
	}
	return b.String()
}

// endless gives a head, then lines, then a tail.
type endless struct {
	head, line, tail string
	lines            int
	rest             string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		switch {
		case e.head != "":
			e.rest, e.head = e.head, ""
		case e.lines > 0:
			n := min(e.lines, 1000)
			e.rest = strings.Repeat(e.line, n)
			e.lines -= n
		case e.tail != "":
			e.rest, e.tail = e.tail, ""
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// TestLongDocument: of a document that is too long the head is read, and said to
// be no more; what follows is found in its line.
func TestLongDocument(t *testing.T) { // not parallel: it measures memory
	var rd reader.Reader
	var got []string
	lines := reader.MaxDocument/100 + 100_000
	from := &endless{head: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: huge\ndata:\n  a: |\n", line: "    " + strings.Repeat("x", 95) + "\n", lines: lines, tail: good}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result, err := rd.Stream("x", from, func(o *tree.Object) {
		got = append(got, fmt.Sprintf("%s guess %v line %d document %d", o.Name, o.Guess, lineOf(o), o.Document))
	})
	runtime.ReadMemStats(&after)
	want := []string{"huge guess true line 1 document 1", fmt.Sprintf("good guess false line %d document 2", 6+lines+3)}
	if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v: got %q, want %q", err, got, want)
	}
	if len(result.Problems) != 1 || !strings.Contains(result.Problems[0].Reason, "only its first lines were read") || result.Documents != 2 || result.Unreadable != 1 {
		t.Errorf("%+v", result)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 200<<20 {
		t.Errorf("it took %d MB", grown>>20)
	}
}

// TestWindows reads a file of many windows as one.
func TestWindows(t *testing.T) {
	t.Parallel()
	line := good + "spec: {a: " + strings.Repeat("b", 500) + "}"
	var whole, stream []int
	var rd reader.Reader
	text := strings.Repeat(line, 20_000)
	visit := func(into *[]int) reader.Visit {
		return func(o *tree.Object) {
			*into = append(*into, o.Document, lineOf(o), int(o.Tree.Nodes[0].ValueLine), int(o.Tree.Nodes[1].Start), o.TextStart)
		}
	}
	a := rd.Read("x", []byte(text), visit(&whole))
	b, err := rd.Stream("x", bytes.NewReader([]byte(text)), visit(&stream))
	if err != nil || fmt.Sprint(a, whole) != fmt.Sprint(b, stream) || len(whole) != 5*20_000 {
		t.Error("a stream reads something else than the whole")
	}
}

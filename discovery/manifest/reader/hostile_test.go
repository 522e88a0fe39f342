package reader_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

const good = "\n---\napiVersion: extensions/v1beta1\nkind: Ingress\nmetadata:\n  name: good\n"

// TestHostile checks that the time for hostile texts is proportional to their length.
func TestHostile(t *testing.T) {
	texts := func(n int) map[string]string {
		texts := map[string]string{}
		for name, tc := range hostile(n) {
			texts[name] = tc.text
		}
		return texts
	}
	reasons := hostile(0)
	growth.Texts(t, 100_000, texts, func(name, text string) { checkHostile(t, name, text, reasons[name].reason) })
	for name, tc := range bombs() {
		growth.Bounded(t, name, 20_000, func() { checkHostile(t, name, tc.text, tc.reason) })
	}
}

type hostileText struct{ text, reason string }

// hostile returns texts of about n parts, with the reason why they are not read; "" if they are.
func hostile(n int) map[string]hostileText {
	r := strings.Repeat
	return map[string]hostileText{
		"deep flow":                  {"a: " + r("[", n), "exceeded max depth"},
		"deep flow that ends":        {"a: " + r("[", n) + r("]", n), "exceeded max depth"},
		"deep list":                  {r("- ", n) + "a", "exceeded max depth"},
		"deep map":                   {steps(int(math.Sqrt(float64(100 * n)))), "nested more than 1000 levels deep"},
		"deep keys":                  {r("? ", n), "exceeded max depth"},
		"deep JSON":                  {r(`{"a":`, n), "nested more than 1000 levels deep"},
		"deep JSON lists":            {r("[", n), "nested more than 1000 levels deep"},
		"a long line":                {"a: " + r("x", 20*n), ""},
		"a long quoted line":         {`a: "` + r("xé", 8*n) + `"`, ""},
		"a long flow line":           {"a: [" + r("é, ", 3*n) + "z]", ""},
		"a long JSON line":           {`{"a":[` + r(`"é",`, 2*n) + "1]}", ""},
		"a long line for yaml.v3":    {"a: [" + r("é, ", n) + "!x y]", ""},
		"many comments":              {"a: !x b\n" + r("# c\n", 2*n) + "b: c", ""},
		"many empty lines":           {"a: !x b\n" + r("\n", 5*n) + "b: c", ""},
		"many equal keys":            {"apiVersion: v1\nkind: Pod\n" + r("k: 1\n", n) + "k: 2\n", `the key "k" is repeated`},
		"many keys":                  {many("k%d: 1\n", n), ""},
		"many anchors":               {many("a%[1]d: &x%[1]d b\nc%[1]d: *x%[1]d\n", n/5), ""},
		"tags":                       {r("!", 5*n), ""},
		"colons":                     {r("a: ", n), "not valid YAML"},
		"quotes that never end":      {r("a: '\n", n|1), "not valid YAML"},
		"templates":                  {r("{{ x }}\n", n/2), "it looks like a template"},
		"JSON lines that never end":  {r("[\n", 3000) + r("1,", n), "nested more than 1000 levels deep"},
		"JSON lines that are broken": {r("{\"a\":[\n{},\n", n/4), "not valid JSON"},
	}
}

// bombs are small texts that expand to large trees.
func bombs() map[string]hostileText {
	return map[string]hostileText{
		"an alias bomb":           {bomb(10), "its aliases expand to far more than the text itself"},
		"an alias bomb for items": {bomb(10) + "apiVersion: v1\nkind: List\nitems: *a9\n", "its aliases expand to far more than the text itself"},
		"a merge bomb":            {mergeBomb(40), "its merges expand to far more than the text itself"},
		"an alias in itself":      {"a: &x [*x]", "the alias *x refers to a value that contains the alias"},
		"a merge of itself":       {"a: &x\n  <<: *x", "the alias *x refers to a value that contains the alias"},
		"a stray zero":            {"a: b\x00", "control characters"},
	}
}

// checkHostile reads a text and a valid document after it, which must be found.
func checkHostile(t *testing.T, name, text, reason string) {
	t.Helper()
	var rd reader.Reader
	last := ""
	result := rd.Read("x", []byte(text+good), func(o *tree.Object) { last = o.Name })
	if last != strings.Clone("good") {
		t.Errorf("%s: the good document is not found: %+v", name, result.Problems)
	}
	reasons := ""
	for _, p := range result.Problems {
		reasons += p.Reason + "\n"
		if len(p.Reason) > 500 {
			t.Errorf("%s: a sentence of %d bytes is none", name, len(p.Reason))
		}
	}
	if !strings.Contains(reasons, reason) || reason == "" && reasons != "" {
		t.Errorf("%s: got %.300s, want %s", name, reasons, reason)
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

// bomb returns a "billion laughs": each level has ten aliases of the level before.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [lol" + strings.Repeat(",lol", 9) + "]\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	return b.String()
}

// mergeBomb merges the same empty map 2^levels times.
func mergeBomb(levels int) string {
	var b strings.Builder
	b.WriteString("m0: &m0 {}\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "m%d: &m%d {<<: [*m%d, *m%d]}\n", i, i, i-1, i-1)
	}
	return b.String()
}

// endless is a reader of a head, many lines and a tail.
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

// TestLongDocument checks that only the first lines of a document that is too long are read and
// that this is reported, and that the next document is found with its line.
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

// TestLongBomb checks that a long text does not let its aliases expand to more nodes than those of
// the longest document.
func TestLongBomb(t *testing.T) { // not parallel: it measures memory
	var rd reader.Reader
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result := rd.Read("x", []byte(strings.Repeat("# c\n", 1<<19)+bomb(10)), func(*tree.Object) {})
	runtime.ReadMemStats(&after)
	if len(result.Problems) != 1 || !strings.Contains(result.Problems[0].Reason, "its aliases expand") {
		t.Errorf("%+v", result)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 2<<30 {
		t.Errorf("it took %d MB", grown>>20)
	}
}

// TestWindows reads a file that is longer than several windows.
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

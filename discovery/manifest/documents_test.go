package manifest_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest"
)

// read returns the documents of a text as "line:json".
func read(text string) (docs []string, err error) {
	for doc, err := range manifest.Documents([]byte(text)) {
		if err != nil {
			return docs, err
		}
		docs = append(docs, string('0'+rune(doc.Line))+":"+string(doc.JSON))
	}
	return docs, nil
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"nothing":             {"", ""},
		"comments only":       {"# a\n---\n# b\n---\n", ""},
		"two documents":       {"a: 1\n---\nb: 2\n", `1:{"a":1} 3:{"b":2}`},
		"dashes in a block":   {"a: |\n  ---\n  b\n", `1:{"a":"---\nb\n"}`},
		"json":                {"\ufeff {\"a\":1}", `1:{"a":1}`},
		"json stream":         {"{\"a\":1}\n\n{\"b\":2}", `1:{"a":1} 3:{"b":2}`},
		"json after dashes":   {"{\"a\":1}\n---\n{\"b\":2}\n---\nc: 3\n", `1:{"a":1} 3:{"b":2} 5:{"c":3}`},
		"braces":              {"{a: 1}\n---\n{b: [x, z],}\n", `1:{"a":1} 3:{"b":["x","z"]}`},
		"json and a comment":  {"{\"a\":1} # one\n", `1:{"a":1}`},
		"order is kept":       {"z: 1\na: 2\n", `1:{"z":1,"a":2}`},
		"numbers":             {"a: [1, 1.0, 0x10, 017, 1_000, 1e3, 18446744073709551615, 1e-7, -0]", `1:{"a":[1,1,16,15,1000,1000,18446744073709551615,1e-7,0]}`},
		"words of kubectl":    {"a: [yes, No, on, off, y, 'yes', \"no\", !!str on, true, null, ~]", `1:{"a":[true,false,true,false,true,"yes","no","on",true,null,null]}`},
		"dates stay":          {"a: 2024-01-01", `1:{"a":"2024-01-01"}`},
		"binary":              {"a: !!binary aGVsbG8=", `1:{"a":"hello"}`},
		"names are texts":     {"1: a\ntrue: b\n1.5: c\n", `1:{"1":"a","true":"b","1.5":"c"}`},
		"alias":               {"a: &x {b: 1}\nc: *x\n", `1:{"a":{"b":1},"c":{"b":1}}`},
		"merge":               {"a: &x {b: 1, c: 1}\nd: {<<: *x, b: 2}\n", `1:{"a":{"b":1,"c":1},"d":{"b":2,"c":1}}`},
		"merge of a list":     {"a: [&x {b: 1}, &y {b: 2, c: 3}]\nd: {<<: [*x, *y]}\n", `1:{"a":[{"b":1},{"b":2,"c":3}],"d":{"b":1,"c":3}}`},
		"quoted merge key":    {"'<<': 1", `1:{"<<":1}`},
		"quoting":             {`a: "\x01\"é"`, `1:{"a":"\u0001\"é"}`},
		"list at the top":     {"- a\n- b\n", `1:["a","b"]`},
		"document end marker": {"a: 1\n...\n---\nb: 2\n", `1:{"a":1} 4:{"b":2}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			docs, err := read(tc.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(docs, " "); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, want string }{
		"name and value twice":  {"a: 1\nb: {c: 2, c: 2}\n", `line 2: the name "c" is repeated; the first is on line 2`},
		"name twice":            {"a: 1\nb: 2\na: 3\n", `line 3: the name "a" is repeated; the first is on line 1`},
		"name twice in json":    {"{\n\"a\":1,\n\"a\":2}", `near line 3: not valid JSON: duplicate object member name "a"`},
		"cut json":              {"{\"a\":", "near line 1: not valid JSON: the text ends too early"},
		"no value after json":   {"{\"a\":1}\nb", "near line 2: not valid JSON: invalid character 'b'"},
		"no yaml after json":    {"{\"a\":1}\n---\n{b: [}", "near line 2: not valid JSON: invalid character '-'"},
		"twice in braces":       {"{a: 1, a: 2}", "near line 1: not valid JSON: invalid character 'a'"},
		"not yaml":              {"a: [", "not valid YAML: line 1"},
		"unknown alias":         {"a: *b", "not valid YAML: unknown anchor 'b'"},
		"alias in itself":       {"a: &x [*x]", "the alias *x refers to a value that contains the alias"},
		"merge in itself":       {"&x a: &y {<<: *y}", "the alias *y refers to a value"},
		"merge of a text":       {"<<: a", "needs a mapping"},
		"infinite":              {"a: .inf", "line 1: .inf is not a number that JSON supports"},
		"list as a name":        {"[a]: b", "line 1: a key is a list"},
		"binary, no text":       {"a: !!binary /w==", "line 1: the text is not valid UTF-8"},
		"binary, no base64":     {"a: !!binary x", "line 1: \"x\" is not a valid value for the tag !!binary"},
		"wrong tag":             {"a: !!int b", "line 1: \"b\" is not a valid value for the tag !!int"},
		"deep flow yaml":        {"a: " + strings.Repeat("[", 200_000), "not valid YAML: exceeded max depth"},
		"deep block yaml":       {strings.Repeat("- ", 200_000), "not valid YAML: exceeded max depth"},
		"deeper than it writes": {"a: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "nested more than 1000 levels deep"},
		"deep json":             {strings.Repeat(`{"a":`, 200_000), "near line 1: not valid JSON: exceeded max depth"},
		"alias bomb":            {bomb(9), "its aliases expand to far more than the text itself"},
		"merge bomb":            {mergeBomb(30), "its aliases expand to far more than the text itself"},
		"alias tower":           {tower(12), "nested more than 1000 levels deep"},
		"too many entries":      {"[" + strings.Repeat("1,", 3_000_000), "the text has more than 2000000 entries"},
		"too long":              {strings.Repeat("#\n", manifest.Limit/2) + "a: 1", "the text is longer than 64 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			docs, err := read(tc.text)
			if err == nil {
				t.Fatalf("no error; read %d documents", len(docs))
			}
			if !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %s\nwant %s", err, tc.want)
			}
			if len(err.Error()) > 500 {
				t.Errorf("a sentence of %d bytes is none", len(err.Error()))
			}
		})
	}
}

// bomb returns a "billion laughs": each level has ten aliases of the level before.
func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n")
	for i := range levels {
		old, now := string('a'+rune(i)), string('a'+rune(i+1))
		if i == 0 {
			old = "a0"
		}
		b.WriteString(now + ": &" + now + " [" + strings.Repeat("*"+old+", ", 9) + "*" + old + "]\n")
	}
	return b.String()
}

// mergeBomb merges the same empty mapping 2^levels times.
func mergeBomb(levels int) string {
	var b strings.Builder
	b.WriteString("m0: &m0 {}\n")
	for i := range levels {
		old, now := "m"+strings.Repeat("i", i), "m"+strings.Repeat("i", i+1)
		if i == 0 {
			old = "m0"
		}
		b.WriteString(now + ": &" + now + " {<<: [*" + old + ", *" + old + "]}\n")
	}
	return b.String()
}

// tower nests deep values in each other by aliases.
func tower(levels int) string {
	var b strings.Builder
	b.WriteString("t: &t []\n")
	for i := range levels {
		old, now := "t"+strings.Repeat("i", i), "t"+strings.Repeat("i", i+1)
		b.WriteString(now + ": &" + now + " " + strings.Repeat("[", 100) + "*" + old + strings.Repeat("]", 100) + "\n")
	}
	return b.String()
}

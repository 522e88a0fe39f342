package escape

import (
	"bytes"
	"encoding/xml"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile are texts that manifests or names of files can contain.
var hostile = []string{
	"", "plain", "größe 名前 🚀", "a\nb\r\nc\rd\te", "\x1b[31mred\x1b[0m", "\u202egpj.exe", "\u2028\u2029\u0085\v\f", "\xff\xfe", "\x00", "\uFFFE\uFFFF",
	"=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", "\u3000=1", "\u200b=1",
	"::error file=x::y", "%0A::error::x", "a,b:c%d", "##[error]x", "]]>", "<script>", "|`x`\\|", "[a](b)", "@team", "$x$", "../a b/ä#?%:.yaml", "C:/x", "//host/x", "/tmp/x",
}

func each(f *testing.F, check func(t *testing.T, s string)) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(check)
}

func invisible(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

func FuzzPlain(f *testing.F) {
	each(f, func(t *testing.T, s string) {
		if got := Plain(s); strings.IndexFunc(got, func(r rune) bool { return invisible(r) || breaksLine(r) }) >= 0 || !utf8.ValidString(got) {
			t.Errorf("%q", got)
		}
		if got := Lines(s); strings.IndexFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && invisible(r) }) >= 0 || !utf8.ValidString(got) {
			t.Errorf("%q", got)
		}
	})
}

func FuzzWorkflow(f *testing.F) {
	each(f, func(t *testing.T, s string) {
		data, property := WorkflowData(s), WorkflowProperty(s)
		if strings.ContainsAny(data+property, "\r\n\u2028\u2029\u0085") {
			t.Errorf("a raw line break in %q or %q", data, property)
		}
		if strings.ContainsAny(property, ":,") {
			t.Errorf("%q ends the property", property)
		}
		if got := workflowText(data); got != Lines(s) {
			t.Errorf("%q is read as %q, not %q", data, got, Lines(s))
		}
		if got := workflowText(strings.NewReplacer("%3A", ":", "%2C", ",").Replace(property)); got != Lines(s) {
			t.Errorf("%q is read as %q, not %q", property, got, Lines(s))
		}
	})
}

// workflowText decodes data as GitHub's runner does.
func workflowText(s string) string {
	return strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(s)
}

func FuzzCSV(f *testing.F) {
	each(f, func(t *testing.T, s string) {
		got := CSV(s)
		if got == "" {
			return
		}
		if r, _ := utf8.DecodeRuneInString(got); strings.ContainsRune("=+-@\t\r\n＝＋－＠", r) {
			t.Errorf("%q begins a formula", got)
		}
		if strings.TrimPrefix(got, "'") != strings.TrimPrefix(Plain(s), "'") {
			t.Errorf("%q has another text than %q", got, s)
		}
	})
}

func FuzzXML(f *testing.F) {
	each(f, func(t *testing.T, s string) {
		type element struct {
			A string `xml:"a,attr"`
			T string `xml:",chardata"`
		}
		text, err := xml.Marshal(element{XML(s), XML(s)})
		if err != nil {
			t.Fatal(err)
		}
		var back element
		if err := xml.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if back.A != XML(s) || back.T != XML(s) {
			t.Errorf("%q is read as %q", XML(s), back)
		}
		if bytes.Contains(text, []byte("]]>")) {
			t.Errorf("%s", text)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	each(f, func(t *testing.T, s string) {
		bare := strings.NewReplacer(`\\`, "", "\\`", "", `\|`, "", `\*`, "", `\_`, "", `\[`, "", `\]`, "", `\#`, "", `\~`, "", `\$`, "").Replace(Markdown(s))
		if strings.ContainsAny(bare, "`|<>*_[]#~$\n\r") || strings.HasSuffix(bare, `\`) {
			t.Errorf("%q is interpreted", Markdown(s))
		}
		code := Code(s)
		if code == "" {
			return
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(code, "`"), "`")
		if strings.ContainsAny(inner, "`\n\r") || strings.Contains(strings.ReplaceAll(inner, `\|`, ""), "|") {
			t.Errorf("%q ends its span or its cell", code)
		}
	})
}

func FuzzURI(f *testing.F) {
	each(f, func(t *testing.T, s string) {
		got := URI(s)
		u, err := url.Parse(got)
		if err != nil || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
			t.Fatalf("%q is read as %+v, %v", got, u, err)
		}
		if u.Scheme == "" && u.Path != s {
			t.Errorf("%q is read as the path %q, not %q", got, u.Path, s)
		}
	})
}

func TestURI(t *testing.T) {
	for path, want := range map[string]string{
		"a/b c.yaml": "a/b%20c.yaml", "/tmp/ä": "file:///tmp/%C3%A4", "C:/x y": "file:///C:/x%20y", "a:b": "a%3Ab", "../x": "../x", "-": "-", "\xff": "%FF", "//h/x": "file://h/x",
	} {
		if got := URI(path); got != want {
			t.Errorf("%q: %q, not %q", path, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äöü…"}, {"", 0, ""}, {"a", 0, "…"}, {"\xff\xff", 1, "\xff…"}} {
		if got := Short(c.text, c.n); got != c.want {
			t.Errorf("%q in %d: %q", c.text, c.n, got)
		}
	}
}

func TestLog(t *testing.T) {
	var b bytes.Buffer
	w := NewLogWriter(&b)
	for _, part := range []string{"::err", "or::x\n  ::y\na ##[err", "or] ##vso[x] ##teamcity[y]\n## a :: b\n"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if got, want := LogLines("a\n::b\n  ::c ##[d]"), "a\nː:b\n  ː:c #♯[d]"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if want := "ː:error::x\n  ː:y\na #♯[error] #♯vso[x] #♯teamcity[y]\n## a :: b\n"; b.String() != want {
		t.Errorf("%q, not %q", b.String(), want)
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"a": 1, "ä": 1, "名": 2, "ﾊ": 1, "가": 2, "\u0301": 0, "🚀": 2, "Ａ": 2, "→": 1, "　": 2, "\U0001F1E6": 1} {
		for _, r := range text {
			if got := Width(r); got != want {
				t.Errorf("%q: %d, not %d", text, got, want)
			}
		}
	}
}

package preflight

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page"
)

// hostile is a text that a cluster can contain.
const hostile = "=cmd|'/c calc'!A1\n::error file=x::y\r\n##[error]z\x1b[31m\u202e\u2028]]><script>alert(1)</script>" +
	"<img src=x onerror=alert(1)>|`x`\n```\n# h\n- [x] [a](javascript:b) ![i](u) **b** @team $x$ %0A,:{0}\xff\x00\t\"'&\\"

func hostileReport() *Report {
	i := item(hostile, rule.Breaking, hostile, hostile, hostile, hostile, hostile)
	i.Field, i.Value, i.File, i.Source = hostile, hostile, hostile, hostile
	i.Migration, i.Commands, i.Notes = []string{hostile}, []string{hostile}, []int{1}
	i.Replacement = &discovery.GroupVersionKind{Group: hostile, Version: hostile, Kind: hostile}
	doubt := i
	doubt.Severity = rule.Unknown
	gap := evidence.Gap{What: hostile, Reason: hostile, Permission: hostile}
	e := &evidence.Evidence{
		Server:   evidence.Server{Name: hostile, Address: hostile, UID: hostile, Version: hostile, Release: rel("1.29")},
		Readings: map[evidence.Resource]evidence.Reading{{Group: hostile, Name: hostile}: {What: hostile, State: evidence.Failed, Reason: hostile, Count: 1}},
		Nodes:    []evidence.Node{{Object: evidence.Object{Name: hostile}, KubeletVersion: "v1.26.0"}},
		Components: []evidence.Component{
			{Name: "kube-proxy", Pod: hostile, Node: hostile, Version: "v1.25.0"},
		},
	}
	checks := []preflight.Check{
		{ID: hostile, Title: hostile, Severity: rule.Breaking, Required: true, Phase: preflight.Either, Migration: hostile, Run: func(preflight.Input) preflight.Outcome {
			return preflight.Outcome{Verdict: preflight.Fail, Items: []preflight.Item{i, doubt}, Gaps: []evidence.Gap{gap}, Why: hostile}
		}},
		{ID: hostile + "2", Title: hostile, Severity: rule.Breaking, Phase: preflight.Either, Run: func(preflight.Input) preflight.Outcome {
			return preflight.Outcome{Verdict: preflight.NotApplicable, Why: hostile}
		}},
		{ID: hostile + "3", Title: hostile, Severity: rule.Breaking, Required: true, Phase: preflight.Either, Run: func(preflight.Input) preflight.Outcome {
			return preflight.Outcome{Verdict: preflight.Fail, Why: hostile}
		}},
	}
	r := New(tool(), e, planned(e, "1.33", checks), Data{Newest: rel("1.37"), Date: hostile})
	r.Waived = []Waived{{Item: i, Check: hostile, Owner: hostile, Reason: hostile, Expires: hostile}}
	return r
}

func hostileFleet() *Fleet {
	lost := Unreached(tool(), evidence.Server{Name: hostile, Address: hostile}, rel("1.33"), data(), hostile)
	return NewFleet(tool(), []*Report{hostileReport(), lost})
}

// each renders the hostile reports alone, together and redacted.
func each(t *testing.T, format string, look func(text []byte)) {
	look(render1(t, format, hostileReport(), Options{}))
	look(renderFleet(t, format, hostileFleet()))
	look(render1(t, format, Redact(hostileReport(), nil), Options{}))
}

func TestNoControl(t *testing.T) {
	for _, format := range formats() {
		bad := []string{"\x1b", "\x00", "\xff"}
		if !slices.Contains([]string{"json", "yaml", "sarif"}, format) {
			bad = append(bad, "\u202e", "\u2028")
		}
		each(t, format, func(text []byte) {
			for _, b := range bad {
				if bytes.Contains(text, []byte(b)) {
					t.Errorf("%s holds %q", format, b)
				}
			}
		})
	}
}

func TestHostileLog(t *testing.T) {
	for _, format := range []string{"text", "markdown"} {
		each(t, format, func(text []byte) {
			for _, line := range strings.Split(string(text), "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
					t.Errorf("a line of %s is a command: %q", format, line)
				}
			}
		})
	}
}

var escaped = regexp.MustCompile(`\\.`)

func TestHostileMarkdown(t *testing.T) {
	each(t, "markdown", func(text []byte) {
		fenced := ""
		for i, line := range strings.Split(string(text), "\n") {
			trimmed := strings.TrimSpace(line)
			if fence := regexp.MustCompile("^`{3,}").FindString(trimmed); fence != "" && (fenced == "" || trimmed == fenced) {
				if fenced == "" {
					fenced = fence
				} else {
					fenced = ""
				}
				continue
			}
			if fenced != "" {
				continue
			}
			bare := escaped.ReplaceAllString(line, "")
			var outside strings.Builder
			for j, part := range strings.Split(bare, "`") {
				if j%2 == 0 {
					outside.WriteString(part)
				}
			}
			said := strings.ReplaceAll(outside.String(), "[#1](https://github.com/kubernetes/kubernetes/pull/1)", "")
			for _, bad := range []string{"<", "](", "![", " @team", "**b**"} {
				if strings.Contains(said, bad) {
					t.Errorf("line %d holds %q: %s", i+1, bad, line)
				}
			}
			if strings.HasPrefix(line, "# ") && i > 0 {
				t.Errorf("line %d is a heading that a text made", i+1)
			}
		}
		if fenced != "" {
			t.Error("a command's block is not closed")
		}
	})
}

func TestHostileGitHub(t *testing.T) {
	command := regexp.MustCompile(`^::(error|warning|notice) ((?:[a-zA-Z]+=[^,:]*)(?:,[a-zA-Z]+=[^,:]*)*)::[^\r\n]*$`)
	each(t, "github", func(text []byte) {
		for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			if !command.MatchString(line) {
				t.Errorf("%q is no command, or more than one", line)
			}
		}
	})
}

func TestHostileCSV(t *testing.T) {
	each(t, "csv", func(text []byte) {
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
					t.Errorf("a spreadsheet takes %q for a formula", cell)
				}
			}
		}
	})
}

func TestHostileXML(t *testing.T) {
	each(t, "junit", func(text []byte) {
		d := xml.NewDecoder(bytes.NewReader(text))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if start, ok := token.(xml.StartElement); ok && !slices.Contains(strings.Fields("testsuites testsuite testcase failure error skipped system-out"), start.Name.Local) {
				t.Errorf("there is an element %q", start.Name.Local)
			}
		}
	})
}

func TestHostileHTML(t *testing.T) {
	allowed := strings.Fields("html head meta title style body header h1 h2 h3 p b span main section ul li a code article pre details summary footer table thead tbody tr th td dl dt dd")
	each(t, "html", func(text []byte) {
		z := nethtml.NewTokenizer(bytes.NewReader(bytes.Replace(text, []byte("<script>"+page.Script()+"</script>"), nil, 1)))
		var open []string
		for z.Next() != nethtml.ErrorToken {
			token := z.Token()
			switch token.Type {
			case nethtml.StartTagToken:
				if !slices.Contains(allowed, token.Data) {
					t.Errorf("there is an element %q", token.Data)
				}
				for _, a := range token.Attr {
					if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "#cluster-") && a.Val != "https://github.com/kubernetes/kubernetes/pull/1" {
						t.Errorf("there is an attribute %s: %s", a.Key, a.Val)
					}
				}
				if token.Data != "meta" {
					open = append(open, token.Data)
				}
			case nethtml.EndTagToken:
				if len(open) == 0 || open[len(open)-1] != token.Data {
					t.Fatalf("</%s> closes %v", token.Data, open)
				}
				open = open[:len(open)-1]
			default:
			}
		}
		if len(open) > 0 {
			t.Errorf("%v are not closed", open)
		}
	})
}

// sampleLine matches a line of the text exposition format.
var sampleLine = regexp.MustCompile(`^kubedelta_preflight_[a-z]+\{cluster="((?:[^"\\\n]|\\[\\"n])*)",target="((?:[^"\\\n]|\\[\\"n])*)"\} [0-9]+$`)

func TestPrometheus(t *testing.T) {
	each(t, "prometheus", func(text []byte) {
		if !bytes.HasSuffix(text, []byte("\n")) {
			t.Error("the last line does not end")
		}
		seen := map[string]bool{}
		for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			if strings.HasPrefix(line, "# HELP ") || strings.HasPrefix(line, "# TYPE ") {
				continue
			}
			if !sampleLine.MatchString(line) {
				t.Errorf("no sample: %q", line)
			}
			series, _, _ := strings.Cut(line, "} ")
			if seen[series] {
				t.Errorf("twice: %q", series)
			}
			seen[series] = true
		}
	})
}

// TestWidth tests that no line of text is wider than the terminal, except for commands and words
// that cannot be broken.
func TestWidth(t *testing.T) {
	for _, width := range []int{0, 60, 80, 120} {
		limit := width
		if limit == 0 {
			limit = 80
		}
		for _, line := range strings.Split(string(render1(t, "text", sample(), Options{Width: width})), "\n") {
			n := 0
			for _, r := range line {
				n += escape.Width(r)
			}
			if n > limit && !strings.Contains(line, "$ ") {
				t.Errorf("%d columns of %d: %s", n, limit, line)
			}
		}
	}
}

// TestLimit tests that bounded markdown keeps its limit and says that something is missing.
func TestLimit(t *testing.T) {
	whole := render1(t, "markdown", sample(), Options{})
	for _, limit := range []int{300, 1000, 3000, len(whole) + 100} {
		got := render1(t, "markdown", sample(), Options{Limit: limit})
		if len(got) > limit || limit < len(whole) != bytes.Contains(got, []byte("to fit the size limit")) {
			t.Errorf("%d bytes of %d", len(got), limit)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	var b bytes.Buffer
	if err := sample().Writers().Write(&b, "json", Options{}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	b.Reset()
	if err := fleet().Writers().Write(&b, "json", Options{}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"apiVersion":"kubedelta.dev/v1","kind":"PreflightFleet","clusters":[null]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, fl, err := ReadJSON(bytes.NewReader(text))
		if err != nil {
			return
		}
		for _, format := range formats() {
			if r != nil {
				err = r.Writers().Write(io.Discard, format, Options{})
			} else {
				err = fl.Writers().Write(io.Discard, format, Options{})
			}
			if err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
		if r != nil {
			_ = Redact(r, nil)
		}
	})
}

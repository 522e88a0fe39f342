package report

import (
	"bytes"
	"encoding/xml"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/junit"
)

func TestGitHubGolden(t *testing.T) {
	for name, r := range samples() {
		var b bytes.Buffer
		if err := r.Writers().Write(&b, format.GitHub, format.Options{}); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".github.txt"), b.Bytes())
		b.Reset()
		r.Gate = &envelope.Gate{FailOn: rule.Deprecation}
		if err := JUnit(&b, r); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".junit.xml"), b.Bytes())
	}
}

// hostileReport contains texts that could be read as commands or markup.
func hostileReport() *Report {
	r := many(3)
	for i := range r.Changes {
		c := &r.Changes[i]
		c.Message = "x\n::set-output name=a::b\r##[error]\u2028::error::\x1b[2J<&\"]]>\x00%0A"
		c.Kind, c.Group, c.Field = "K\n::error::k", "g,title=::x", c.Field+"\x01\n::f"
		c.Reaches = reaches("v1 \n::error::r a.b")
	}
	r.Old.Incomplete = []envelope.Incomplete{{GroupVersion: "a\n::error::b", Part: discovery.PartSchemas, Reason: "::stop-commands::x\n::warning::y"}}
	r.Old.Name = "old\n::error::o"
	return r
}

// TestNoCommandOfAnothers tests that each line of -o github is a command that kubedelta wrote.
func TestNoCommandOfAnothers(t *testing.T) {
	var b bytes.Buffer
	if err := hostileReport().Writers().Write(&b, format.GitHub, format.Options{}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		head, data, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
		kind, properties, _ := strings.Cut(head, " ")
		if !ok || !strings.HasPrefix(line, "::") || kind != "error" && kind != "warning" && kind != "notice" || !strings.HasPrefix(properties, "title=") ||
			strings.ContainsAny(properties, ",:") || strings.ContainsAny(data, "\x1b\x00\r\u2028") {
			t.Errorf("%q", line)
		}
	}
	if n := strings.Count(b.String(), "\n"); n < 5 || n > 30 {
		t.Errorf("%d lines", n)
	}
}

// TestJUnitCounts tests that the counts match the cases, and that failures are the changes that
// fail the run.
func TestJUnitCounts(t *testing.T) {
	for _, c := range []struct {
		failOn   rule.Severity
		failures int
	}{{"", 0}, {"never", 0}, {rule.Breaking, 3}, {rule.Deprecation, 6}, {rule.Info, 12}} {
		r := hostileReport()
		r.Gate = &envelope.Gate{FailOn: c.failOn}
		var b bytes.Buffer
		if err := JUnit(&b, r); err != nil {
			t.Fatal(err)
		}
		var suites junit.Suites
		if err := xml.Unmarshal(b.Bytes(), &suites); err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		tests, failures, unread := 0, 0, 0
		for _, s := range suites.Suites {
			tests += len(s.Cases)
			for _, one := range s.Cases {
				if one.Failure != nil {
					failures++
				}
				if one.Error != nil {
					unread++
				}
			}
		}
		if failures != c.failures || unread != 1 || tests != 14 || suites.Failures != failures || suites.Errors != unread || suites.Tests != tests {
			t.Errorf("failing on %q: %d failures, %d errors, %d tests; it says %d, %d, %d", c.failOn, failures, unread, tests, suites.Failures, suites.Errors, suites.Tests)
		}
	}
}

// TestJUnitWaived tests that a waived change is skipped, with its reason.
func TestJUnitWaived(t *testing.T) {
	r := many(1)
	r.Gate = &envelope.Gate{FailOn: rule.Breaking}
	r.Waive([]Waiver{{Fingerprint: r.Changes[0].Fingerprint, Reason: "we <know>", Expires: "2999-01-01"}}, "2026-01-01")
	var b bytes.Buffer
	if err := JUnit(&b, r); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); !strings.Contains(s, `failures="0"`) || !strings.Contains(s, `<skipped message="we &lt;know&gt; (2999-01-01)">`) {
		t.Errorf("%s", s)
	}
}

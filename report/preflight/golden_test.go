package preflight

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/report/format"
)

// TestGolden compares each format of reports with reviewed files.
func TestGolden(t *testing.T) {
	path := func(name, format string) string { return filepath.Join("testdata", name+"."+format+".golden") }
	for _, format := range formats() {
		for name, r := range map[string]*Report{"sample": sample(), "clean": clean(), "dead": dead(), "beyond": beyond(), "accepted": accepted()} {
			golden.Check(t, path(name, format), render1(t, format, r, Options{Rules: rules()}))
		}
		golden.Check(t, path("fleet", format), renderFleet(t, format, fleet()))
		golden.Check(t, path("redacted", format), render1(t, format, Redact(sample(), sampleEvidence()), Options{Rules: rules()}))
	}
}

// formats are the formats that need no template.
func formats() []string {
	return slices.DeleteFunc((&Report{}).Writers().Names(), func(f string) bool { return f == format.Template })
}

func render1(t *testing.T, format string, r *Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Writers().Write(&b, format, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func renderFleet(t *testing.T, format string, f *Fleet) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Writers().Write(&b, format, Options{Rules: rules()}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRoundTrip tests that formats rendered from JSON are the same as those of the report itself.
func TestRoundTrip(t *testing.T) {
	for name, r := range map[string]*Report{"sample": sample(), "clean": clean(), "dead": dead(), "beyond": beyond(), "accepted": accepted()} {
		read, _, err := ReadJSON(bytes.NewReader(render1(t, "json", r, Options{})))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range formats() {
			if diff := cmp.Diff(string(render1(t, format, r, Options{Rules: rules()})), string(render1(t, format, read, Options{Rules: rules()}))); diff != "" {
				t.Errorf("%s of %s after a round trip:\n%s", format, name, diff)
			}
		}
	}
	_, read, err := ReadJSON(bytes.NewReader(renderFleet(t, "json", fleet())))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range formats() {
		if diff := cmp.Diff(string(renderFleet(t, format, fleet())), string(renderFleet(t, format, read))); diff != "" {
			t.Errorf("%s of the fleet after a round trip:\n%s", format, diff)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	if err := clean().Writers().Write(&bytes.Buffer{}, "toml", Options{}); err == nil {
		t.Error("it takes a format that there is not")
	}
}

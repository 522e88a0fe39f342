package findings

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/golden"
	"github.com/kubedelta/kubedelta/report/format"
)

// TestGolden compares each format of a report with all features, and of a clean one, with reviewed
// files.
func TestGolden(t *testing.T) {
	for _, format := range formats() {
		for name, r := range map[string]*Report{"sample": sample(), "clean": clean()} {
			golden.Check(t, filepath.Join("testdata", name+"."+format+".golden"), render(t, format, r, Options{Rules: rules()}))
		}
	}
}

func render(t *testing.T, format string, r *Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Writers().Write(&b, format, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestJSONRoundTrip tests that formats rendered from JSON are the same as those of the report
// itself.
func TestJSONRoundTrip(t *testing.T) {
	for name, r := range map[string]*Report{"sample": sample(), "clean": clean()} {
		read, err := ReadJSON(bytes.NewReader(render(t, "json", r, Options{})))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range formats() {
			if diff := cmp.Diff(string(render(t, format, r, Options{Rules: rules()})), string(render(t, format, read, Options{Rules: rules()}))); diff != "" {
				t.Errorf("%s of %s after a round trip:\n%s", format, name, diff)
			}
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	if err := clean().Writers().Write(&bytes.Buffer{}, "toml", Options{}); err == nil {
		t.Error("it takes a format that there is not")
	}
}

// formats are the formats that need no template.
func formats() []string {
	return slices.DeleteFunc((&Report{}).Writers().Names(), func(f string) bool { return f == format.Template })
}

package link_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/measured"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// published reads the swagger.json in the source code of a release. It has fields and descriptions,
// which the catalog does not have for releases before 1.23.
func published(t *testing.T, minor int) *discovery.Surface {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", fmt.Sprintf("k8s.io/kubernetes@v1.%d.0", minor))
	cmd.Dir = t.TempDir() // outside any module
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the source of 1.%d cannot be downloaded: %v\n%s\n%s", minor, err, out, stderr.Bytes())
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(module.Dir, "api", "openapi-spec", "swagger.json"))
	if err != nil {
		t.Fatal(err)
	}
	set := documents.Set{Swagger: text}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	s.Release = discovery.Release{Major: 1, Minor: minor}
	if err := catalog.New().Annotate(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOldFields links the changes of 1.15 to 1.22 with the published documents. The labels were
// measured once before the rules were corrected for them: right, linked, labelled.
func TestOldFields(t *testing.T) {
	if !thorough.On() {
		t.Skip("downloads the source of 8 releases; KUBEDELTA_THOROUGH=1 runs it")
	}
	first := map[string][3]int{
		"1.14-1.15": {21, 25, 30}, // with the rules that were corrected for the other pairs
		"1.15-1.16": {27, 39, 39}, "1.16-1.17": {18, 20, 23}, "1.17-1.18": {29, 31, 45}, "1.18-1.19": {22, 22, 23},
		"1.19-1.20": {17, 19, 19}, "1.20-1.21": {21, 24, 24}, "1.21-1.22": {20, 22, 47},
	}
	var rows []string
	var all tally
	row := func(name string, before [3]int, s tally) {
		rows = append(rows, fmt.Sprintf("| %s | %d | %s | %s | %s | %s |", name, s.changes,
			measured.Share(before[0], before[1]), measured.Share(before[0], before[2]), measured.Share(s.right, s.linked), measured.Share(s.right, s.labelled)))
	}
	old := published(t, 14)
	var before [3]int
	for minor := 15; minor <= 22; minor++ {
		pair := fmt.Sprintf("1.%d-1.%d", minor-1, minor)
		in := link.Input{Old: old, New: published(t, minor)}
		in.Notes = notes(t, fmt.Sprintf("1.%d", minor), in.Old, in.New)
		in.Changes = diff.Compare(in.Old, in.New, diff.Options{IncludeDisabled: true}).Changes
		s := compare(t, in, readLabels(t, "fields-"+pair))
		row(strings.Replace(pair, "-", " → ", 1), first[pair], s)
		for i := range before {
			before[i] += first[pair][i]
		}
		all.add(s)
		old = in.New
	}
	row("all", before, all)
	if all.precision() < 0.97 || all.recall() < 0.92 {
		t.Errorf("precision 0.97 and recall 0.92 are wanted: %s", all)
	}
	measured.Table(t, "../../docs/changelog.md", "| releases | labelled changes | first run: right | found | corrected: right | found |", rows, *update)
}

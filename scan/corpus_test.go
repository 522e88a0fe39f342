package scan_test

import (
	"path"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/files"
)

// compiled is Kubernetes 1.33 as a target.
func compiled(t testing.TB) *checker.Checker {
	t.Helper()
	c := catalog.New()
	past := func(r discovery.Release) (*discovery.Surface, error) { return c.Load(t.Context(), r) }
	to, err := past(discovery.Release{Major: 1, Minor: 33})
	if err != nil {
		t.Fatal(err)
	}
	target := checker.Target{To: to, Past: past}
	if target.Lifecycles, err = c.Lifecycles(); err != nil {
		t.Fatal(err)
	}
	if target.Groups, err = c.Groups(); err != nil {
		t.Fatal(err)
	}
	j, err := checker.New(target)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func examine(t testing.TB, j *checker.Checker, dir string) scan.Result {
	t.Helper()
	e := scan.Examination{Checker: j, Files: files.Options{Dir: dir}, Known: func(string) bool { return true }}
	result, err := e.Examine(t.Context(), []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestCorpus compares the findings in the corpus with the expected ones: all are found, in their
// lines, and no others. Findings in the files of ConfigMaps have the severity info. What is not
// checked is counted by names that outlive the files.
func TestCorpus(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	written, err := corpus.Write(dir, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want, got []corpus.Object
	custom := map[string]int{}
	for _, f := range written {
		for _, o := range f.Objects {
			if o.Removed {
				o.File = path.Base(o.File)
				want = append(want, o)
			}
			if o.APIVersion == "monitoring.coreos.com/v1" {
				custom[o.APIVersion+" "+o.Kind]++
			}
		}
	}
	result := examine(t, compiled(t), dir)
	for i := range result.Findings {
		if f := &result.Findings[i]; f.Rule == "resource-removed" && f.Inside == nil {
			got = append(got, corpus.Object{File: f.File, Line: f.Line, Document: f.Document, APIVersion: f.APIVersion, Kind: f.Kind, Name: f.Name, Removed: true})
		}
	}
	if inside := len(result.Findings) - len(got); inside != findings-len(want) || result.Account.Carried != inside {
		t.Errorf("%d findings in %d carried objects", inside, result.Account.Carried)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what is found (-truth +got):\n%s", diff)
	}
	if len(want) != 4333 || len(custom) == 0 {
		t.Errorf("the corpus has %d removed objects and %d custom kinds", len(want), len(custom))
	}
	if diff := cmp.Diff(custom, result.Account.NotChecked); diff != "" {
		t.Errorf("what is not judged (-truth +got):\n%s", diff)
	}
	if len(result.Account.Unreadable) > 0 {
		t.Error(result.Account.Unreadable)
	}
}

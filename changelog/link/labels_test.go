package link_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/data"
	declared "github.com/kubedelta/kubedelta/history"
)

// labels are the links that people chose for the changes between two releases.
type labels struct {
	// Labels has the pull requests of each change. The list is empty if no note describes the
	// change.
	Labels map[string][]int `yaml:"labels"`
	// Perhaps has those that a reader may link or leave out.
	Perhaps map[string][]int `yaml:"perhaps"`
}

func readLabels(t testing.TB, pair string) (l labels) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../fixtures/labels/links", pair+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &l); err != nil {
		t.Fatalf("%s: %v", pair, err)
	}
	return l
}

// key returns the name of a change in the labels.
func key(c *rule.Change) string {
	if c.Schema != "" {
		parts := strings.Split(c.Schema, ".")
		name := strings.Join(parts[max(0, len(parts)-3):], ".")
		if c.Field != "" {
			name += "." + c.Field
		}
		return c.Rule + " " + name
	}
	name := c.GroupVersion().String()
	for _, part := range []string{c.Resource, c.Subresource, c.Field, c.Verb, c.Detail} {
		if part != "" {
			name += "/" + part
		}
	}
	return strings.TrimSpace(c.Rule + " " + name)
}

// notes reads the notes of a release as a report has them: with facts and reverts.
func notes(t testing.TB, release string, sides ...*discovery.Surface) []changelog.Note {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data.Root(t), "release-notes", "json", release+".0.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := draft.Decode(text, "v"+release+".0")
	if err != nil {
		t.Fatal(err)
	}
	words := fact.VocabularyOf(sides...)
	metrics, err := declared.Declared()
	if err != nil {
		t.Fatal(err)
	}
	words.Metrics = metrics.Metrics()
	d := fact.Compile(words)
	for i := range doc.Notes {
		n := &doc.Notes[i]
		n.Facts = d.Of(sides[len(sides)-1].Release, n.Text, n.Documentation)
	}
	history.MarkReverts(doc.Notes)
	return doc.Notes
}

// side loads a release from the catalog, which has no texts, or from its documents, which have
// them.
func side(t testing.TB, release string, texts bool) *discovery.Surface {
	t.Helper()
	r, err := discovery.ParseRelease(release)
	if err != nil {
		t.Fatal(err)
	}
	cat := catalog.New()
	if !texts {
		s, err := cat.Load(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	set := documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	root := filepath.Join(data.Root(t), "openapi", release)
	if _, err := os.Stat(root); err != nil {
		return served(t, r, filepath.Join(data.Root(t), "servers", release, "all", "openapi", "v3"))
	}
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		gv := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(rel), ".json"), "apis/"), "api/")
		set.OpenAPIV3[discovery.ParseGroupVersion(gv)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	s.Release = r
	if err := cat.Annotate(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// served reads the documents of a server. The file names are the paths: "apis__apps__v1.json".
func served(t testing.TB, r discovery.Release, root string) *discovery.Surface {
	t.Helper()
	set := documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	files, err := filepath.Glob(filepath.Join(root, "api*__*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents in %s: %v", root, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		gv := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(name, "apis__"), "api__"), "__", "/")
		if set.OpenAPIV3[discovery.ParseGroupVersion(gv)], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	s.Release = r
	if err := catalog.New().Annotate(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func input(t testing.TB, pair string, texts bool) link.Input {
	t.Helper()
	from, to, _ := strings.Cut(pair, "-")
	in := link.Input{Old: side(t, from, texts), New: side(t, to, texts)}
	in.Notes = notes(t, to, in.Old, in.New)
	in.Changes = diff.Compare(in.Old, in.New, diff.Options{IncludeDisabled: true}).Changes
	return in
}

// tally counts links.
type tally struct{ linked, right, labelled, changes int }

func (s *tally) add(o tally) {
	s.linked += o.linked
	s.right += o.right
	s.labelled += o.labelled
	s.changes += o.changes
}

func (s tally) precision() float64 { return share(s.right, s.linked) }
func (s tally) recall() float64    { return share(s.right, s.labelled) }

func share(part, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(part) / float64(of)
}

func (s tally) String() string {
	return fmt.Sprintf("precision %.3f (%d/%d), recall %.3f (%d/%d), %d changes", s.precision(), s.right, s.linked, s.recall(), s.right, s.labelled, s.changes)
}

// compare compares the top link of each labelled change with its label.
func compare(t testing.TB, in link.Input, l labels) (s tally) {
	t.Helper()
	result := link.Link(in)
	seen := map[string]bool{}
	for i := range in.Changes {
		k := key(&in.Changes[i])
		seen[k] = true
		got, why := 0, ""
		if links := result.Links[i]; len(links) > 0 {
			got = in.Notes[links[0].Note].PR
			why = fmt.Sprintf("%.2f %s", links[0].Score, strings.Join(links[0].Why, "; "))
		}
		want, ok := l.Labels[k]
		perhaps, maybe := l.Perhaps[k]
		if !ok && !maybe || maybe && (got == 0 || slices.Contains(perhaps, got)) {
			continue
		}
		s.changes++
		if len(want) > 0 {
			s.labelled++
		}
		if got != 0 {
			s.linked++
		}
		switch {
		case got != 0 && slices.Contains(want, got):
			s.right++
		case got != 0 || len(want) > 0:
			t.Logf("%s: want %v, got %d %s", k, want, got, why)
		}
	}
	for k := range l.Labels {
		if !seen[k] && !notInDocuments(in.New, k) {
			t.Errorf("the label %q names no change", k)
		}
	}
	return s
}

// notInDocuments reports whether a surface cannot show a change. Old releases have no preferred
// versions, and published documents have no short names and no enums.
func notInDocuments(s *discovery.Surface, label string) bool {
	id, _, _ := strings.Cut(label, " ")
	return id == "preferred-version-changed" || s.Source != discovery.SourceCatalog && (id == "names-changed" || strings.HasPrefix(id, "enum-"))
}

package link_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/fixtures/data"
	declared "github.com/kubedelta/kubedelta/history"
)

// TestEditedTexts links the labelled changes with the texts of pre-releases, before the release
// team edited them. No rule was made for these texts.
func TestEditedTexts(t *testing.T) {
	metrics, err := declared.Declared()
	if err != nil {
		t.Fatal(err)
	}
	var sum tally
	texts := 0
	for _, name := range pairs {
		_, to, _ := strings.Cut(name, "-")
		drafts := draftsOf(t, to)
		if len(drafts) == 0 {
			continue
		}
		p := labelledPair{name: name, in: input(t, name, false), labels: readLabels(t, name)}
		words := fact.VocabularyOf(p.in.Old, p.in.New)
		words.Metrics = metrics.Metrics()
		p.dictionary = fact.Compile(words)
		edited := map[int]bool{}
		for i := range p.in.Notes {
			n := &p.in.Notes[i]
			if text := drafts[n.PR]; text != "" && text != n.Text {
				n.Text, edited[n.PR] = text, true
				n.Facts = p.dictionary.Of(p.in.New.Release, text, n.Documentation)
			}
		}
		answers := slices.DeleteFunc(answersOf(p.in, p.labels), func(a answer) bool {
			return !edited[a.pr] && !slices.ContainsFunc(p.labels.Labels[a.change], func(pr int) bool { return edited[pr] })
		})
		texts += len(edited)
		sum.add(count(answers, 0))
		p.logChanges(t, p.in, answers)
	}
	t.Logf("%d texts: %s", texts, sum)
	if texts < 1000 || sum.labelled < 70 || sum.precision() < 0.97 || sum.recall() < 0.95 {
		t.Errorf("%d texts (1000): %s; precision must reach 0.97, and recall 0.95", texts, sum)
	}
}

// draftsOf returns the first text of each note in the pre-releases of a minor such as "1.27", by
// pull request.
func draftsOf(t *testing.T, minor string) map[int]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data.Root(t), "release-notes", "json", minor+".0-*.json"))
	if err != nil {
		t.Fatal(err)
	}
	drafts := map[int]string{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var notes map[string]struct {
			Number int    `json:"pr_number"`
			Text   string `json:"text"`
		}
		if err := json.Unmarshal(raw, &notes); err != nil {
			t.Fatal(err)
		}
		for _, n := range notes {
			if drafts[n.Number] == "" {
				drafts[n.Number] = n.Text
			}
		}
	}
	return drafts
}

package prose_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/report/prose"
)

// TestRealNotes tests that all published texts are harmless, keep their code spans, and do not
// change when they are made safe again.
func TestRealNotes(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(data.Root(t), "release-notes", "json", "*.0.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no notes: %v", err)
	}
	texts := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var notes map[string]struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(content, &notes); err != nil {
			t.Fatal(err)
		}
		for pr, n := range notes {
			texts++
			if why := unsafe(n.Text); why != "" {
				t.Errorf("%s #%s: %s:\n%s", filepath.Base(file), pr, why, prose.Entry(n.Text, "(T)"))
			}
			if !strings.Contains(n.Text, "\n") && !strings.Contains(n.Text, "``") && strings.Count(n.Text, "`")%2 == 0 &&
				strings.Count(prose.Markdown(n.Text), "`") != strings.Count(n.Text, "`") {
				t.Errorf("%s #%s loses code:\n%s\n%s", filepath.Base(file), pr, n.Text, prose.Markdown(n.Text))
			}
			if again := prose.Markdown(prose.Markdown(n.Text)); strings.ReplaceAll(again, "\u200b", "") != strings.ReplaceAll(prose.Markdown(n.Text), "\u200b", "") {
				t.Errorf("%s #%s is not stable:\n%s\n---\n%s", filepath.Base(file), pr, prose.Markdown(n.Text), again)
			}
		}
	}
	if texts < 5000 {
		t.Errorf("only %d texts", texts)
	}
}

package fact

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestLists checks that words.txt has each list that a rule names, and no other.
func TestLists(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\b(?:is|listed|phraseAt)\("(\w+)"`).FindAllSubmatch(text, -1) {
			named[string(m[1])] = true
		}
	}
	for name := range named {
		if len(lists()[name]) == 0 {
			t.Errorf("there is no list %s", name)
		}
	}
	for name := range lists() {
		if !named[name] {
			t.Errorf("no rule reads the list %s", name)
		}
	}
}

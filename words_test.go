package kubedelta_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// decoding is a call whose error has words that differ from process to process.
	decoding = regexp.MustCompile(`err :?= json\.(Unmarshal|UnmarshalRead|UnmarshalDecode)\(`)
	// raw is such an error that is handed on as it is.
	raw = regexp.MustCompile(`(, err\)$|\berr\.Error\(\)|return (.*, )?err( |$))`)
)

// ownWords are the places whose texts nobody but this program wrote, so that no error
// comes of them, and one where the caller has the words.
func ownWords() map[string]bool {
	return map[string]bool{
		"discovery/source/catalog/record.go": true, "changelog/catalog/record.go": true, "changelog/github/labels.go": true,
		"discovery/crd/published.go": true, "discovery/source/project/fields.go": true,
	}
}

// TestWordsOfLibraries: no report has a sentence of the JSON library, which chooses its
// words anew in each process; package unjson has sentences that stay.
func TestWordsOfLibraries(t *testing.T) {
	calls := 0
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "fixtures") || strings.HasPrefix(path, "cmd/catalog") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "go-json-experiment") || ownWords()[filepath.ToSlash(path)] {
			return err
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if !decoding.MatchString(line) {
				continue
			}
			calls++
			const near = 5
			for n, after := range lines[i+1 : min(i+near, len(lines))] {
				if strings.HasPrefix(after, "}") || strings.TrimSpace(after) == "" {
					break
				}
				if raw.MatchString(after) && !strings.Contains(after, "unjson.Sentence(") {
					t.Errorf("%s:%d hands on an error of the JSON library as it is: use unjson.Sentence", path, i+n+2)
				}
			}
		}
		return nil
	})
	if err != nil || calls < 20 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

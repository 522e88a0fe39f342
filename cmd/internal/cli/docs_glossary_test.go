package cli_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/scan/checker"
)

var (
	jsonPath  = regexp.MustCompile(`^[A-Za-z]+(?:(?:\[\])?\.[A-Za-z]+)*$`)
	schemaKey = regexp.MustCompile(`"([A-Za-z]+)"`)
)

// TestGlossary checks that the flags, commands, rules and JSON fields in the last column of
// docs/glossary.md exist.
func TestGlossary(t *testing.T) {
	known := namesInUse(t)
	seen := 0
	for _, line := range strings.Split(page(t, "docs/glossary.md"), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 {
			continue
		}
		for _, m := range inlineCode.FindAllStringSubmatch(cells[2], -1) {
			words := []string{strings.TrimSuffix(m[1], elision)}
			if jsonPath.MatchString(m[1]) {
				words = strings.FieldsFunc(m[1], func(r rune) bool { return r == '.' || r == '[' || r == ']' })
			} else if strings.ContainsAny(m[1], " …") {
				continue // a value, or the prefix of several names
			}
			for _, word := range words {
				if seen++; !known[word] {
					t.Errorf("%s: there is no %s", cells[0], word)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d names were found", seen)
	}
}

// namesInUse returns the names that the glossary can contain: flags, commands, rules, checks, and
// words of the JSON schemas.
func namesInUse(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		known[c.Name()] = true
		c.Flags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(cli.Commands())
	for _, r := range rule.Registry() {
		known[r.ID] = true
	}
	for _, r := range checker.Rules() {
		known[r.ID] = true
	}
	for _, c := range check.Every() {
		known[c.ID] = true
	}
	schemas, err := filepath.Glob(filepath.Join(projectRoot, "docs", "*.schema.json"))
	if err != nil || len(schemas) < 3 {
		t.Fatal(schemas, err)
	}
	for _, file := range schemas {
		for _, m := range schemaKey.FindAllStringSubmatch(page(t, "docs/"+filepath.Base(file)), -1) {
			known[m[1]] = true
		}
	}
	return known
}

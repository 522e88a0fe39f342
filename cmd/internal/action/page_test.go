package action_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

var update = flag.Bool("update", false, "write the tables of docs/action.md")

// TestPage compares the tables of docs/action.md with action.yml.
func TestPage(t *testing.T) {
	t.Parallel()
	m := metadata(t)
	in := "| input | default | |\n| --- | --- | --- |\n"
	for _, name := range ordered(t, "inputs") {
		x := m.Inputs[name]
		value := "–"
		if x.Default != "" {
			value = "`" + x.Default + "`"
		}
		if x.Required {
			value = "required"
		}
		in += fmt.Sprintf("| `%s` | %s | %s |\n", name, value, x.Description)
	}
	out := "| output | |\n| --- | --- |\n"
	for _, name := range ordered(t, "outputs") {
		out += fmt.Sprintf("| `%s` | %s |\n", name, m.Outputs[name].Description)
	}
	path := root + "/docs/action.md"
	page := readFile(t, path)
	want := page
	for marker, table := range map[string]string{"inputs": in, "outputs": out} {
		want = regexp.MustCompile(`(?s)(<!-- `+marker+` -->\n)(\n\|.*?\|\n)?(\n[^|\n])`).ReplaceAllString(want, "${1}\n"+strings.ReplaceAll(table, "$", "$$")+"${3}")
	}
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if readFile(t, path) != want || !strings.Contains(want, "| `command` | required |") || !strings.Contains(want, "| `sarif-path` |") {
		t.Error("docs/action.md is stale: go test ./cmd/internal/action -run TestPage -update")
	}
}

// ordered returns the names in a part of action.yml, in order.
func ordered(t *testing.T, part string) (names []string) {
	t.Helper()
	var file map[string]yaml.Node
	if err := yaml.Unmarshal([]byte(readFile(t, root+"/action.yml")), &file); err != nil {
		t.Fatal(err)
	}
	node := file[part]
	for i := 0; i < len(node.Content); i += 2 {
		names = append(names, node.Content[i].Value)
	}
	return names
}

// TestPageNamesTheExamples checks that the page has each example, and that each workflow on the
// page exists.
func TestPageNamesTheExamples(t *testing.T) {
	t.Parallel()
	page := readFile(t, root+"/docs/action.md")
	found, err := os.ReadDir(root + "/docs/examples/workflows")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`examples/workflows/([a-z-]+\.yml)\)`).FindAllStringSubmatch(page, -1) {
		named[m[1]] = true
	}
	var files []string
	for _, f := range found {
		files = append(files, f.Name())
	}
	if got := slices.Sorted(maps.Keys(named)); !slices.Equal(got, files) {
		t.Errorf("the page names %v, there are %v", got, files)
	}
}

package cli_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// TestChangelog checks that CHANGELOG.md has a section for unreleased changes and for each version
// in Since of a rule or check.
func TestChangelog(t *testing.T) {
	versions := map[string]string{"Unreleased": "what is not released"}
	for _, r := range rule.Registry() {
		versions[r.Since] = r.ID
	}
	for _, r := range checker.Rules() {
		versions[r.Since] = r.ID
	}
	for _, c := range check.Every() {
		versions[c.Since] = c.ID
	}
	text := page(t, "CHANGELOG.md")
	for version, of := range versions {
		if !strings.Contains(text, "\n## ["+version+"]") {
			t.Errorf("CHANGELOG.md has no section %q, for %s", version, of)
		}
	}
}

// TestIssueForms checks the syntax of issue forms. GitHub does not show invalid forms.
// https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
func TestIssueForms(t *testing.T) {
	forms, err := filepath.Glob(filepath.Join(projectRoot, ".github", "ISSUE_TEMPLATE", "*.yml"))
	if err != nil || len(forms) < 2 {
		t.Fatalf("forms %v, %v", forms, err)
	}
	for _, file := range forms {
		name := path.Join(".github", "ISSUE_TEMPLATE", filepath.Base(file))
		if filepath.Base(file) == "config.yml" {
			continue
		}
		var form struct {
			Name, Description string
			Labels            []string
			Body              []struct {
				Type, ID   string
				Attributes struct {
					Label, Value, Description, Placeholder, Render string
					Options                                        []string
				}
				Validations struct{ Required bool }
			}
		}
		decoder := yaml.NewDecoder(strings.NewReader(page(t, name)))
		decoder.KnownFields(true)
		if err := decoder.Decode(&form); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if form.Name == "" || form.Description == "" {
			t.Errorf("%s lacks a name or a description", name)
		}
		ids := map[string]bool{}
		for _, item := range form.Body {
			a := item.Attributes
			ok := a.Label != "" && item.ID != "" && !ids[item.ID]
			switch item.Type {
			case "markdown":
				ok = a.Value != ""
			case "dropdown":
				ok = ok && len(a.Options) > 1
			default:
				ok = ok && slices.Contains([]string{"input", "textarea"}, item.Type)
			}
			if !ok {
				t.Errorf("%s: %s %q is incomplete, twice there, or of no known type", name, item.Type, item.ID)
			}
			ids[item.ID] = true
		}
	}
}

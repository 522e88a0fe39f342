package language

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
)

var verbPattern = regexp.MustCompile(`%(\[[0-9]+\])?[a-z]`)

// TestLanguagesComplete: each text is there in both languages, and both have the
// same places to fill in.
func TestLanguagesComplete(t *testing.T) {
	if len(table().phrases) < 100 {
		t.Fatalf("only %d texts", len(table().phrases))
	}
	for key, p := range table().phrases {
		if strings.TrimSpace(p.en) == "" || strings.TrimSpace(p.ja) == "" {
			t.Errorf("%s lacks a language: %+v", key, p)
		}
		want := places(strings.Split(p.en, "|")[0])
		for _, form := range append(strings.Split(p.en, "|"), strings.Split(p.ja, "|")...) {
			if got := places(form); !slices.Equal(got, want) {
				t.Errorf("%s: %q fills in %v, %q %v", key, p.en, want, form, got)
			}
		}
	}
}

// TestKeysHaveTexts: each constant is the key of a text.
func TestKeysHaveTexts(t *testing.T) {
	var source []byte
	for _, file := range []string{"key.go", "key_site.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	keys := regexp.MustCompile(`(?m)^\t\w+ +Key = "([^"]+)"`).FindAllStringSubmatch(string(source), -1)
	for _, key := range keys {
		if !Has(Key(key[1])) {
			t.Errorf("%s has no text", key[1])
		}
	}
	if len(keys) < 100 {
		t.Errorf("only %d keys", len(keys))
	}
}

// places are the arguments that a text takes, with their kinds, in order of the
// arguments.
func places(text string) (out []string) {
	for i, m := range verbPattern.FindAllStringSubmatch(text, -1) {
		number := m[1]
		if number == "" {
			number = "[" + string(rune('1'+i)) + "]"
		}
		out = append(out, number+m[0][len(m[0])-1:])
	}
	slices.Sort(out)
	return out
}

// TestEveryRuleInJapanese: a rule without a phrase would leave an English
// sentence in a Japanese report.
func TestEveryRuleInJapanese(t *testing.T) {
	for _, r := range rule.Registry() {
		text, has := Of(Japanese).Rule(r.ID, map[string]string{"old": "OLD", "new": "NEW"})
		if !has || text == "" {
			t.Errorf("%s has no Japanese phrase", r.ID)
		}
		if strings.Contains(text, "{") {
			t.Errorf("%s has a place that nothing fills in: %s", r.ID, text)
		}
		if _, has := Of(English).Rule(r.ID, nil); has {
			t.Errorf("%s has an English phrase beside its message", r.ID)
		}
	}
	for id := range table().rules {
		id, _, _ = strings.Cut(id, "/")
		if _, known := rule.ByID(id); !known {
			t.Errorf("%s is no rule", id)
		}
	}
}

// TestNumbers: one thing and several have their forms.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Words{}.Count(Changes, 1), "1 change"},
		{Words{}.Count(Changes, 2), "2 changes"},
		{Of(Japanese).Count(Changes, 2), "変更 2 件"},
		{Words{}.Count(Had, 2, "v1.2.3"), "2 entries left out that are already in v1.2.3"},
		{Of(Japanese).Count(Had, 2, "v1.2.3"), "v1.2.3 に含まれている項目 2 件を省略"},
		{Words{}.List(Gates, 1, "`A`"), "feature gate `A`"},
		{Words{}.List(Gates, 2, "`A`, `B`"), "feature gates `A`, `B`"},
		{Of("xx").Text(None), "none"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

package language

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
)

var verbPattern = regexp.MustCompile(`%(\[[0-9]+\])?[a-z]`)

// TestLanguagesComplete tests that each language has the texts of English and the clauses of the
// others, with the same placeholders. It prints missing lines. Only lines of rules may be missing:
// a new rule is English until it is translated.
func TestLanguagesComplete(t *testing.T) {
	english := Words{}.all()
	if len(english.phrases) < 100 || len(Known()) < 2 || len(english.rules)+len(english.clauses)+len(english.patterns) > 0 {
		t.Fatalf("only %d texts, in %v, or English ones of rules or clauses", len(english.phrases), Known())
	}
	want := english.lines()
	for _, r := range rule.Registry() {
		want["rule:"+r.ID] = r.Title
	}
	for _, tag := range Known()[1:] {
		for key := range Of(tag).all().lines() {
			if _, has := want[key]; !has && strings.Contains(key, ":") {
				want[key] = strings.TrimPrefix(key, "clause:")
			}
		}
	}
	for _, tag := range Known() {
		has := Of(tag).all().lines()
		for _, key := range slices.Sorted(maps.Keys(want)) {
			switch text := strings.TrimSpace(has[key]); {
			case text != "", tag == English && strings.Contains(key, ":"):
			case strings.HasPrefix(key, "rule:"):
				t.Logf("report/language/%s.tsv has no text of %s, which reads in English: %s", tag, key, want[key])
			default:
				t.Errorf("report/language/%s.tsv lacks: %s\t%s", tag, key, want[key])
			}
		}
		for key, text := range has {
			if _, known := want[key]; !known {
				t.Errorf("report/language/%s.tsv: English has no text %q", tag, key)
			}
			if strings.Contains(key, ":") {
				continue
			}
			for _, form := range append(strings.Split(want[key], "|"), strings.Split(text, "|")...) {
				if want, got := places(strings.Split(want[key], "|")[0]), places(form); !slices.Equal(got, want) {
					t.Errorf("%s.tsv: %s: %q fills in %v, not %v", tag, key, form, got, want)
				}
			}
		}
	}
}

// lines are the texts by the keys of their lines.
func (t *texts) lines() map[string]string {
	all := map[string]string{}
	for key, text := range t.phrases {
		all[string(key)] = text
	}
	for id, text := range t.rules {
		all["rule:"+id] = text
	}
	for english, text := range t.clauses {
		all["clause:"+english] = text
	}
	for _, p := range t.patterns {
		all["clause:"+p.before+"{}"+p.behind] = p.text
	}
	return all
}

// TestClauses tests that {} matches any text.
func TestClauses(t *testing.T) {
	for english, want := range map[string]string{
		"fields of apps": "apps のフィールド", "a map by name, port": "name, port をキーとするマップ", "adds X": "X を追加", "removes X": "X を削除", "a set": "集合", "nothing that is known": "nothing that is known",
	} {
		if got := Of("ja").Said(english); got != want {
			t.Errorf("%q is %q, want %q", english, got, want)
		}
		if got := (Words{}).Said(english); got != english {
			t.Errorf("%q is %q in English", english, got)
		}
	}
}

// places are the arguments of a text with their kinds, in the order of the arguments.
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

// TestRules tests that every rule has a text, because otherwise a report would contain an English
// sentence.
func TestRules(t *testing.T) {
	for _, tag := range Known()[1:] {
		for id := range Of(tag).all().rules {
			text, _ := Of(tag).Rule(id, map[string]string{"old": "OLD", "new": "NEW"})
			if strings.Contains(text, "{") {
				t.Errorf("%s: %s has a place that nothing fills in: %s", tag, id, text)
			}
			if id, _, _ = strings.Cut(id, "/"); !slices.ContainsFunc(rule.Registry(), func(r rule.Rule) bool { return r.ID == id }) {
				t.Errorf("%s: %s is no rule", tag, id)
			}
		}
	}
}

// TestNumbers tests singular and plural.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Words{}.Count("changes", 1), "1 change"},
		{Words{}.Count("changes", 2), "2 changes"},
		{Of("ja").Count("changes", 2), "変更 2 件"},
		{Words{}.Count("had", 2, "v1.2.3"), "2 entries left out that are already in v1.2.3"},
		{Of("ja").Count("had", 2, "v1.2.3"), "v1.2.3 に含まれている項目 2 件を省略"},
		{Words{}.List("gates", 1, "`A`"), "feature gate `A`"},
		{Words{}.List("gates", 2, "`A`, `B`"), "feature gates `A`, `B`"},
		{Of("xx").Text("none"), "none"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

package report

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/language"
)

func (r *Report) words() language.Words { return language.Of(r.Language) }

// told splits what is said of a change into the name of what changed and the
// rest, in the language of the words. The name is empty where the sentence does
// not begin with it.
func (c Change) told(w language.Words) (name, text string) {
	text, has := w.Rule(c.phrase(), c.values(w))
	if !has {
		return c.subject()
	}
	if c.Replacement != nil && (c.Rule == "resource-removed" || c.Rule == "api-deprecated") {
		text = w.Text(language.UseInstead, text, c.Replacement.GroupVersion().String()+" "+c.Replacement.Kind)
	}
	return c.name(), text
}

// Said is what is said of a change in a language, without the name of what changed.
func Said(c rule.Change, w language.Words) string {
	_, text := Change{Change: c}.told(w)
	return text
}

// sentence is the whole message in the language of the words.
func (c Change) sentence(w language.Words) string {
	if w.English() {
		return c.Message
	}
	name, text := c.told(w)
	return strings.TrimSpace(name + " " + text)
}

// phrase is the ID of the rule, with what tells its messages apart.
func (c Change) phrase() string {
	switch {
	case c.Rule == "resource-removed" && strings.Contains(c.Message, "by default"):
		return c.Rule + "/default"
	case c.Rule == "field-deprecated" && c.Severity == rule.Info:
		return c.Rule + "/mentions"
	case c.unsaid():
		return c.Rule + "/unsaid"
	case c.Rule == "field-stage-changed":
		old, _, _ := strings.Cut(c.Old, " ")
		if now, _, _ := strings.Cut(c.New, " "); old == now {
			return c.Rule + "/gates"
		}
	}
	return c.Rule
}

// name is that of what changed.
func (c Change) name() string {
	switch {
	case c.Rule == "query-parameter-added" || c.Rule == "query-parameter-removed":
		return c.Field
	case c.Rule == "media-type-added" || c.Rule == "media-type-removed":
		return c.Old + c.New
	case c.Rule == "preferred-version-changed":
		return c.Group
	case c.Schema != "" && c.Field != "":
		return c.short() + "." + c.Field
	case c.Schema != "":
		return c.short()
	}
	apiVersion, kind := c.api()
	return strings.TrimSpace(apiVersion + " " + kind)
}

// values fill the phrase of the rule.
func (c Change) values(w language.Words) map[string]string {
	values := map[string]string{"old": c.Old, "new": c.New, "verb": strings.ReplaceAll(c.Verb, ",", ", "), "subresource": c.Subresource}
	switch c.Rule {
	case "field-stage-changed":
		values["old"], values["new"] = stageWords(c.Old, w), stageWords(c.New, w)
		if c.phrase() != c.Rule+"/gates" {
			old, _, _ := strings.Cut(c.Old, " ")
			now, _, _ := strings.Cut(c.New, " ")
			values["old"], values["new"] = StageName(old, w), StageName(now, w)
			if gates := c.gates(); len(gates) > 0 {
				slices.Sort(gates)
				values["gates"] = " (" + strings.Join(slices.Compact(gates), ", ") + ")"
			}
		}
	case "field-added":
		if _, stage, staged := strings.Cut(strings.TrimSuffix(c.Message, ")"), " is new ("); staged {
			values["stage"] = " (" + stageWords(stage, w) + ")"
		}
	case "constraint-tightened", "constraint-loosened", "unclassified":
		if _, rest, has := strings.Cut(c.Message, " has "); has {
			values["keyword"], _, _ = strings.Cut(rest, " ")
		}
	case "field-type-changed", "list-topology-changed":
		values["old"], values["new"] = w.Said(c.Old), w.Said(c.New)
	case "enum-value-added", "enum-value-removed":
		if i := strings.LastIndex(c.Message, " value "); i >= 0 && c.Old+c.New == "" {
			values["old"], values["new"] = c.Message[i+7:], c.Message[i+7:]
		}
	}
	for _, name := range []string{"old", "new"} {
		if values[name] == "" {
			values[name] = w.Text(language.None)
		}
	}
	return values
}

// stageWords writes "beta GateA,GateB" as a stage with its gates.
func stageWords(s string, w language.Words) string {
	stage, gates, gated := strings.Cut(s, " ")
	out := StageName(stage, w)
	if gated {
		out += " (" + strings.ReplaceAll(gates, ",", ", ") + ")"
	}
	return out
}

// StageName is the name of a stage of a field or gate.
func StageName(stage string, w language.Words) string { return named("stage-", stage, w) }

func severityName(s rule.Severity, w language.Words) string { return named("severity-", string(s), w) }

func partName(part string, w language.Words) string { return named("part-", part, w) }

// named is what something that comes as data is called, or itself where it has no name.
func named(what, name string, w language.Words) string {
	if key := language.Key(what + name); language.Has(key) {
		return w.Text(key)
	}
	return name
}

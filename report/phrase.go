package report

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/language"
)

func (r *Report) words() language.Words { return language.Of(r.Language) }

// told splits the message of a change into the name of what changed and the rest, in the language
// of w. The name is "" if the message does not begin with it.
func (c Change) told(w language.Words) (name, text string) {
	text, has := w.Rule(c.phrase(), c.values(w))
	switch {
	case !has && c.Schema == "":
		return "", c.Message
	case !has:
		return c.Split()
	}
	if c.Replacement != nil && (c.Rule == rule.ResourceRemoved || c.Rule == rule.APIDeprecated) {
		text = w.Text("use-instead", text, c.Replacement.GroupVersion().String()+" "+c.Replacement.Kind)
	}
	return c.name(), text
}

// Said is the message of a change in a language, without the name of what changed and the particle
// after it.
func Said(c rule.Change, w language.Words) string {
	_, text := Change{Change: c}.told(w)
	return strings.TrimLeft(text, w.Text("particles"))
}

func (c Change) sentence(w language.Words) string {
	if w.English() {
		return c.Message
	}
	name, text := c.told(w)
	return strings.TrimSpace(name + " " + text)
}

func (c Change) phrase() string {
	was, is := c.Stages()
	switch {
	case c.Variant != "":
		return c.Rule + "/" + string(c.Variant)
	case c.stageUnknown():
		return c.Rule + "/unsaid"
	case c.Rule == rule.FieldStageChanged && was.Stage == is.Stage:
		return c.Rule + "/gates"
	default:
		return c.Rule
	}
}

func (c Change) name() string {
	switch {
	case c.Rule == rule.QueryParameterAdded || c.Rule == rule.QueryParameterRemoved:
		return c.Field
	case c.Rule == rule.MediaTypeAdded || c.Rule == rule.MediaTypeRemoved:
		return c.Old + c.New
	case c.Rule == rule.PreferredVersionChanged:
		return c.Group
	case c.Schema != "":
		return c.Title()
	}
	apiVersion, kind := c.api()
	return strings.TrimSpace(apiVersion + " " + kind)
}

func (c Change) values(w language.Words) map[string]string {
	values := map[string]string{
		"old": c.Old, "new": c.New, "verb": strings.ReplaceAll(c.Verb, ",", ", "), "subresource": c.Subresource, "keyword": c.Keyword,
		"stage": inBrackets(StageName(string(c.Stage), w)),
	}
	switch c.Rule {
	case rule.FieldStageChanged:
		was, is := c.Stages()
		values["old"], values["new"] = StageName(string(was.Stage), w), StageName(string(is.Stage), w)
		if was.Stage == is.Stage {
			values["old"] += inBrackets(was.Gates...)
			values["new"] += inBrackets(is.Gates...)
		} else {
			values["gates"] = inBrackets(c.gates()...)
		}
	case rule.FieldTypeChanged, rule.ListTopologyChanged:
		values["old"], values["new"] = w.Said(c.Old), w.Said(c.New)
	}
	for _, name := range []string{"old", "new"} {
		if values[name] == "" {
			values[name] = w.Text("none")
		}
	}
	return values
}

// inBrackets writes " (GateA, GateB)", or "" for no names.
func inBrackets(names ...string) string {
	return phrase.With(" (", strings.Join(names, ", "), ")")
}

// StageName is the name of a stage of a field or gate.
func StageName(stage string, w language.Words) string { return named("stage-", stage, w) }

func severityName(s rule.Severity, w language.Words) string { return named("severity-", string(s), w) }

// named is the text of a value that comes as data, or the value itself if it has no text.
func named(what, name string, w language.Words) string {
	if key := language.Key(what + name); language.Has(key) {
		return w.Text(key)
	}
	return name
}

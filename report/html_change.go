package report

import (
	"html/template"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page/markup"
)

// htmlChange is a change with everything that is known about it.
type htmlChange struct {
	// ID is the anchor, which is the fingerprint.
	ID, Class, Facets string
	Name, Text        string
	// Severity is set for waived changes. Others have it in their heading.
	Severity string
	Where    *htmlWhere
	Instead  *htmlKind
	// Facts are short texts, such as "deprecated since 1.21".
	Facts []string
	// Edits are the deleted and inserted words of a description.
	Edits  template.HTML
	Notes  template.HTML
	Label  string
	Rows   []htmlRow
	Behind []htmlBehind
	// Reaches are the paths of the field and the kinds that have them, if there is more than one.
	Reaches []htmlReach
	// RuleAnchor links to the page of the rule.
	Rule, RuleAnchor string
	// Waived is the reason and the end of the waiver.
	Waived string
}

type (
	// htmlWhere is a kind that has the changed field, and its path there.
	htmlWhere struct{ APIVersion, Kind, Path, More string }
	htmlKind  struct{ APIVersion, Kind string }
	htmlReach struct{ Path, Kinds string }
	htmlRow   struct {
		Label, Value string
		Code         bool
	}
)

var fingerprintPattern = lazy.Regexp(`^[0-9a-f]{12}$`)

func (h *htmlWriter) change(section int, c *Change) htmlChange {
	name, text := h.headline(c)
	out := htmlChange{
		Class: severityClass(c.Severity), Facets: h.index.write(changeValues(c)), Name: escape.Plain(name), Text: escape.Plain(text),
		Where: h.where(c), Facts: slice.Map(h.facts(section, c), escape.Plain), Edits: htmlEdits(c), Rule: escape.Plain(c.Rule),
		Rows: h.rows(c), Behind: h.behind(c), Notes: h.noteLinks(c),
	}
	if fingerprintPattern().MatchString(c.Fingerprint) {
		out.ID = h.anchor(c.Fingerprint)
	}
	if c.Replacement != nil {
		out.Instead = &htmlKind{escape.Plain(c.Replacement.GroupVersion().String()), escape.Plain(c.Replacement.Kind)}
	}
	if len(c.Reaches) > 1 || out.Where == nil {
		out.Reaches = htmlReaches(c.Reaches)
	}
	if _, known := rule.ByID(c.Rule); known {
		h.rules[c.Rule], out.RuleAnchor = true, "rule-"+c.Rule
	}
	out.Label = h.w.Text("page-permalink") + ": " + strings.TrimSpace(out.Name+" "+out.Text)
	return out
}

// headline splits the message of a change into what changed and the rest. The replacement has a
// line of its own, and is left out.
func (h *htmlWriter) headline(c *Change) (name, text string) {
	name, text = c.told(h.w)
	if name == "" {
		name, text = c.Split()
	}
	if c.Replacement != nil {
		text = strings.TrimSuffix(text, "; use "+c.Replacement.GroupVersion().String()+" "+c.Replacement.Kind)
	}
	return name, text
}

// where returns the first kind that has the field.
func (h *htmlWriter) where(c *Change) *htmlWhere {
	apiVersion, kind, path, more := c.reach()
	if kind == "" || reachesResources(c) {
		return nil
	}
	out := &htmlWhere{APIVersion: escape.Plain(apiVersion), Kind: escape.Plain(kind), Path: escape.Plain(path)}
	if more > 0 {
		out.More = h.w.Count("and-kinds", more)
	}
	return out
}

// facts returns what the tables of the other formats have in columns.
func (h *htmlWriter) facts(section int, c *Change) []string {
	if c.Schema != "" {
		return nil
	}
	var facts phrase.Parts
	stage := StageName(string(c.Stability), h.w)
	dated := section == removed || section == deprecated || section == added
	facts.Add(section == removed && c.Replacement == nil && c.Rule == rule.ResourceRemoved, h.w.Text("page-no-replacement"))
	facts.Add(section == added && stage != "", stage)
	facts.Add(section == added && !c.ServedByDefault, h.w.Text("off-by-default"))
	facts.Add(dated && c.Deprecated.Known(), h.w.Text("deprecated-since", c.Deprecated.String()))
	facts.Add(dated && c.Removed.Known(), h.w.Text("removed-in", c.Removed.String()))
	return facts
}

// htmlReaches groups kinds by the path of the field. All kinds have metadata.
func htmlReaches(reaches []rule.Reach) (out []htmlReach) {
	at := map[string]int{}
	for _, r := range reaches {
		kind, path := strings.TrimSpace(escape.Plain(r.GroupVersionKind.String())), escape.Plain(r.Path)
		i, open := at[path]
		if !open {
			at[path] = len(out)
			out = append(out, htmlReach{path, kind})
			continue
		}
		out[i].Kinds += ", " + kind
	}
	return out
}

// rows returns all that is known about a change, with labels.
func (h *htmlWriter) rows(c *Change) (rows []htmlRow) {
	add := func(label language.Key, value string, code bool) {
		if value = escape.Lines(value); strings.TrimSpace(value) != "" {
			rows = append(rows, htmlRow{h.w.Text(label), value, code})
		}
	}
	if !unattributed(c.Change) {
		apiVersion, kind := c.api()
		add("column-api", strings.TrimSpace(apiVersion+" "+kind), true)
	}
	add("column-resource", c.Resource, true)
	add("page-subresource", c.Subresource, true)
	add("page-schema", c.Schema, true)
	add("page-field", c.Field, true)
	add("page-verb", strings.ReplaceAll(c.Verb, ",", ", "), false)
	add("column-stability", StageName(string(c.Stability), h.w), false)
	served := language.Key("page-no")
	if c.ServedByDefault {
		served = "page-yes"
	}
	add("page-served", h.w.Text(served), false)
	add("page-introduced", c.Introduced.String(), false)
	add("column-deprecated-since", c.Deprecated.String(), false)
	add("column-removed-in", c.Removed.String(), false)
	if c.Rule != rule.DescriptionChanged {
		add("page-before", c.Old, true)
		add("page-after", c.New, true)
	}
	add("page-fingerprint", c.Fingerprint, true)
	return rows
}

func htmlEdits(c *Change) template.HTML {
	if c.Rule != rule.DescriptionChanged {
		return ""
	}
	return shorten(wordDiff(escape.Plain(c.Old), escape.Plain(c.New))).Inline()
}

// noteLinks returns links to the release notes of a change, and its SIGs.
func (h *htmlWriter) noteLinks(c *Change) template.HTML {
	if !h.r.hasNotes() {
		return ""
	}
	return noteLinks(c.Notes, c.SIGs, h.in).Inline()
}

// htmlBehind is a release note of a change in full: the confidence, the reasons, and its text, or
// the anchor of its entry on the page.
type htmlBehind struct {
	Link         template.HTML
	Release, Why string
	Anchor       string
	Text         template.HTML
}

func (h *htmlWriter) behind(c *Change) (out []htmlBehind) {
	if !h.r.hasNotes() {
		return nil
	}
	for _, l := range c.Notes {
		b := htmlBehind{Link: l.line(h.in, l.Confidence == "introduced-by").Inline(), Why: escape.Plain(strings.Join(l.Why, "; "))}
		if l.PR != 0 {
			b.Release = escape.Plain(l.Release)
		}
		if ofProject(l.Repository) {
			b.Anchor = h.entries[l.PR]
			if n := h.texts[l.PR]; n != nil {
				b.Text = markup.Blocks(n.shownText())
			}
		}
		out = append(out, b)
	}
	return out
}

func (h *htmlWriter) waived() (out []htmlChange) {
	for i := range h.r.Waived {
		w := &h.r.Waived[i]
		c := h.change(sectionOf(w.Change), &w.Change)
		c.Severity = escape.Plain(severityName(w.Severity, h.w))
		c.Waived = escape.Plain(strings.TrimSpace(h.w.Text("waived-line", "", w.Reason, w.Expires)))
		out = append(out, c)
	}
	return out
}

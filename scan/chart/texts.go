package chart

import (
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// Text is a template as it is written.
type Text struct {
	// Chart is the name of its chart, Template its path in the source.
	Chart, Template string
	Data            []byte
	// values are those that it is rendered with, or would be where the chart is turned off.
	values map[string]any
	// outputs are its renderings: none where its chart is turned off, several where
	// that goes by several names.
	outputs []*engine.Output
}

// notes is the template that tells a person what was installed. Helm sends nothing of
// it to a cluster.
const notes = "NOTES.txt"

// texts adds the templates of a chart with these values, and of those below it.
func (c *loaded) texts(all []Text, values map[string]any) []Text {
	for _, f := range c.templates {
		if path.Base(f.Path) != notes {
			all = append(all, Text{Chart: c.meta.Name, Template: path.Join(c.place, f.Path), Data: f.Data, values: values})
		}
	}
	for _, sub := range c.charts {
		given, _ := values[sub.meta.Name].(map[string]any)
		all = sub.texts(all, mergeMaps(sub.values, given))
	}
	return all
}

// textsOf finds the templates by their paths, where the chart cannot be loaded.
func textsOf(files []File) (all []Text) {
	for _, f := range files {
		if strings.Contains("/"+f.Path, "/"+templatesFolder+"/") && OfChart(f.Path) && path.Base(f.Path) != notes {
			all = append(all, Text{Template: f.Path, Data: f.Data})
		}
	}
	return all
}

// Ran reports whether the text that tells of an object was written when the chart was
// rendered: then it was checked. It is false where that cannot be told by the text
// alone, for an action has a part in it.
func (t *Text) Ran(g Guess) bool {
	ran := func(o *engine.Output) bool { return o.Ran(g.nodes[0]) && o.Ran(g.nodes[1]) }
	return g.nodes[0] >= 0 && g.nodes[1] >= 0 && slices.ContainsFunc(t.outputs, ran)
}

// Guesses finds what the texts tell of, each handed to visit with its text.
func (r *Rendering) Guesses(t Target, visit func(*Text, Guess)) {
	files := slice.Map(r.Texts, func(text Text) File { return File{text.Template, text.Data} })
	all := NewTexts(t, files)
	for text := range slice.Each(r.Texts) {
		for _, g := range all.Guesses(text.Data, text.values) {
			g.Definition = g.Definition || strings.HasPrefix(path.Base(text.Template), "_")
			visit(text, g)
		}
	}
}

package chart

import (
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// Text is the text of a template.
type Text struct {
	// Chart is the name of its chart, Template its path in the source.
	Chart, Template string
	Data            []byte
	// Ignored: Helm does not read it.
	Ignored bool
	// values are those that it is rendered with, or would be if its chart were enabled.
	values map[string]any
	// outputs are its renderings: none if its chart is disabled, and several if its chart is a
	// dependency under several aliases.
	outputs []*engine.Output
}

// notes is the template with instructions for the user. Helm does not send it to a cluster.
const notes = "NOTES.txt"

// texts appends the templates of a chart with these values, and of its dependencies.
func (c *loaded) texts(all []Text, values map[string]any) []Text {
	for _, f := range c.templates {
		if path.Base(f.Path) != notes {
			all = append(all, Text{Chart: c.meta.Name, Template: path.Join(c.place, f.Path), Data: f.Data, Ignored: c.ignores(f), values: values})
		}
	}
	for _, sub := range c.charts {
		given, _ := values[sub.meta.Name].(map[string]any)
		all = sub.texts(all, mergeMaps(sub.values, given))
	}
	return all
}

// ignores reports whether Helm does not read a template: in a library chart, it reads only those
// whose names begin with _ (isTemplateValid in its engine).
func (c *loaded) ignores(template File) bool {
	return c.meta.Type == library && !strings.HasPrefix(path.Base(template.Path), "_")
}

// textsOf finds the templates of a chart that cannot be loaded, by their paths.
func textsOf(files []File) (all []Text) {
	for _, f := range files {
		if strings.Contains("/"+f.Path, "/"+templatesFolder+"/") && OfChart(f.Path) && path.Base(f.Path) != notes {
			all = append(all, Text{Template: f.Path, Data: f.Data})
		}
	}
	return all
}

// Ran reports whether the literal texts of a guess were written when the chart was rendered, so
// that its object is in the rendered documents. It is false if an action writes part of the
// apiVersion or the kind.
func (t *Text) Ran(g Guess) bool {
	ran := func(o *engine.Output) bool { return o.Ran(g.nodes[0]) && o.Ran(g.nodes[1]) }
	return g.nodes[0] >= 0 && g.nodes[1] >= 0 && slices.ContainsFunc(t.outputs, ran)
}

// Guesses calls visit for each object that the texts of the templates may write, and partial for
// each text that could not be read whole.
func (r *Rendering) Guesses(t Target, visit func(*Text, Guess), partial func(*Text)) {
	files := slice.Map(r.Texts, func(text Text) File { return File{text.Template, text.Data} })
	all := NewTexts(t, files)
	for text := range slice.Each(r.Texts) {
		if text.Ignored {
			continue
		}
		found, whole := all.Guesses(text.Data, text.values)
		if !whole {
			partial(text)
		}
		for _, g := range found {
			g.Definition = g.Definition || strings.HasPrefix(path.Base(text.Template), "_")
			visit(text, g)
		}
	}
}

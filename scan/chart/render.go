package chart

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// Rendering is the result of rendering a chart.
type Rendering struct {
	// Library says that the chart only has definitions for other charts, and renders nothing.
	Library bool
	// Documents are the rendered templates that wrote something, and the manifests in crds/, sorted
	// by their paths.
	Documents []Rendered
	// Failures are the templates that could not be rendered, with Helm's message.
	Failures []Failure
	// Texts are all templates of the chart and its dependencies, including those that did not run
	// and those of disabled charts.
	Texts []Text
	// Refused is the reason why Helm would not install the chart on the target although it can be
	// rendered, which is its kubeVersion; "" if Helm would install it.
	Refused string
	// Missing are the enabled dependencies that are not in charts/ and were not rendered.
	Missing []Missing
}

// Rendered is the output of one template. It may have several documents.
type Rendered struct {
	// Chart is the name of the template's chart; Template is its path in the source:
	// "charts/db/templates/pdb.yaml".
	Chart, Template string
	Data            []byte
	// Plain says that the file is not a template and Data is its text.
	Plain  bool
	output *engine.Output
	// parted has the lines of Data that follow dashes on the same line in the output.
	parted []int
	// source is the template; lines are its lines, split by the first call of Written.
	source []byte
	lines  [][]byte
}

// Place returns the line and column of the template that a line and column of Data come from. The
// column is 0 if an action wrote the text, and both are 0 if they are not known.
func (r *Rendered) Place(line, column int) (int, int) {
	if r.Plain || r.output == nil {
		return line, column
	}
	before, same := slices.BinarySearch(r.parted, line)
	if same {
		return r.output.Place(line-before-1, column+len("---"))
	}
	return r.output.Place(line-before, column)
}

// parted inserts a line break after dashes that are followed by text, where Helm also splits
// documents (SplitManifests in its pkg/release): a condition that trims white space leaves
// "---apiVersion: v1". It returns the numbers of the lines that it makes.
func parted(data []byte) (out []byte, lines []int) {
	line, from := 1, 0
	for at := 0; at+3 < len(data); {
		if bytes.HasPrefix(data[at:], []byte("---")) && !bytes.ContainsRune([]byte("- \t\r\n"), rune(data[at+3])) {
			line += bytes.Count(data[from:at], []byte("\n")) + 1
			lines = append(lines, line)
			out = append(append(out, data[from:at+3]...), '\n')
			from = at + 3
		}
		next := bytes.IndexByte(data[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	if from == 0 {
		return data, nil
	}
	return append(out, data[from:]...), lines
}

// Written returns the text of a line of the template; "" if there is no such line.
func (r *Rendered) Written(line int) string {
	if r.lines == nil {
		r.lines = bytes.Split(r.source, []byte("\n"))
	}
	if line < 1 || line > len(r.lines) {
		return ""
	}
	return string(bytes.TrimRight(r.lines[line-1], "\r"))
}

// Failure is a template that could not be rendered.
type Failure struct {
	Template string
	Message  string
}

// Render renders a chart and its dependencies with the given values. The error is about the whole
// chart or the values; then the rendering has only the texts of the templates.
func Render(ctx context.Context, src Source, t Target, values Values) (*Rendering, error) {
	c, err := src.load(ctx)
	if err != nil {
		return &Rendering{Texts: textsOf(src.Files)}, err
	}
	given, err := values.merged()
	out := &Rendering{Library: c.meta.Type == library, Texts: c.texts(nil, mergeMaps(c.values, given))}
	if err != nil {
		return out, err
	}
	if err := c.enable(given, ""); err != nil {
		return out, err
	}
	missing := c.missing()
	if err := c.importValues(); err != nil {
		return out, err
	}
	if err := c.coalesce(given, false); err != nil {
		return out, err
	}
	r := &run{target: t.capabilities(), origin: map[string]origin{}}
	r.gather(c, given)
	order.By(r.templates, func(a, b engine.Template) int { return strings.Compare(a.Name, b.Name) })
	outputs := engine.Render(ctx, r.templates)
	out.Refused, out.Missing = c.refused(t), missing
	r.collect(out, outputs, secretsOf(given))
	return out, ctx.Err()
}

// library is the type of charts that only have definitions for other charts.
const library = "library"

type run struct {
	target    *Capabilities
	templates []engine.Template
	origin    map[string]origin
	plain     []Rendered
}

// origin is the source of a template, whose name in Helm has aliases of charts.
type origin struct {
	chart, template string
	data            []byte
	values          map[string]any
}

// gather adds the templates of a chart and its dependencies, and returns their scope.
func (r *run) gather(c *loaded, values map[string]any) map[string]any {
	below, other := map[string]any{}, Files{}
	for _, f := range c.files {
		other[f.Path] = f.Data
	}
	scope := map[string]any{
		"Chart": chartObject{c.meta, c.parent == nil}, "Files": other, "Release": release(), "Capabilities": r.target,
		"Values": engine.Values(values), "Subcharts": below,
	}
	for _, sub := range c.charts {
		table, _ := values[sub.meta.Name].(map[string]any)
		if table == nil {
			table = map[string]any{}
		}
		below[sub.meta.Name] = r.gather(sub, table)
	}
	full := c.fullPath()
	for _, f := range c.templates {
		if c.ignores(f) {
			continue
		}
		name := path.Join(full, f.Path)
		r.origin[name] = origin{c.meta.Name, path.Join(c.place, f.Path), f.Data, values}
		r.templates = append(r.templates, engine.Template{Name: name, BasePath: path.Join(full, "templates"), Text: string(f.Data), Scope: scope})
	}
	for _, f := range c.files {
		if strings.HasPrefix(f.Path, "crds/") && IsManifest(f.Path) {
			r.plain = append(r.plain, Rendered{Chart: c.meta.Name, Template: path.Join(c.place, f.Path), Data: f.Data, Plain: true})
		}
	}
	return scope
}

// release returns .Release as `helm template` sets it.
func release() map[string]any {
	return map[string]any{
		"Name": "release-name", "Namespace": ReleaseNamespace, "IsUpgrade": false, "IsInstall": true, "Revision": 1, "Service": "Helm",
	}
}

// IsManifest reports whether a file is a manifest by its name.
func IsManifest(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

func (r *run) collect(into *Rendering, outputs []engine.Output, secrets redacted) {
	into.Documents = append(into.Documents, r.plain...)
	texts := map[string]*Text{}
	for text := range slice.Each(into.Texts) {
		texts[text.Template] = text
	}
	for o := range slice.Each(outputs) {
		from := r.origin[o.Name]
		if text := texts[from.template]; text != nil {
			text.outputs, text.values = append(text.outputs, o), from.values
		}
		switch {
		case o.Err != nil:
			into.Failures = append(into.Failures, Failure{from.template, secrets.message(o.Err.Error())})
		case path.Base(o.Name) == notes, len(bytes.TrimSpace(o.Data)) == 0:
		default:
			d := Rendered{Chart: from.chart, Template: from.template, output: o, source: from.data}
			d.Data, d.parted = parted(o.Data)
			into.Documents = append(into.Documents, d)
		}
	}
	order.Stably(into.Documents, func(a, b Rendered) int { return strings.Compare(a.Template, b.Template) })
	order.Stably(into.Failures, func(a, b Failure) int { return strings.Compare(a.Template, b.Template) })
}

// refused checks the target's version with the chart's kubeVersion.
func (c *loaded) refused(t Target) string {
	if c.meta.KubeVersion == "" || t.Version == "" {
		return ""
	}
	constraint, err := semver.NewConstraint(c.meta.KubeVersion)
	if err != nil {
		return fmt.Sprintf("the chart's kubeVersion %q cannot be read: %v", c.meta.KubeVersion, err)
	}
	v, err := semver.NewVersion(t.capabilities().KubeVersion.String())
	if err != nil || constraint.Check(v) {
		return ""
	}
	return fmt.Sprintf("chart requires kubeVersion: %s which is incompatible with Kubernetes %s", c.meta.KubeVersion, t.Version)
}

// ReleaseNamespace is the namespace of the release, as in "helm template". The one in which somebody
// installs the chart is not known.
const ReleaseNamespace = "default"

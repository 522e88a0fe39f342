package scan

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Charts renders the charts of a scan.
type Charts struct {
	Target chart.Target
	Values chart.Values
	// ByFile: the account lists each file.
	ByFile bool
	// mu renders one chart at a time, because the memory limit is for the process.
	mu sync.Mutex
	// defined are the definitions in folders of templates without a chart.
	defined map[string][][]byte
}

// Read renders a chart, and passes on its objects with their places in the templates. Then it
// passes on objects that the texts of the templates show and the rendering did not write, because
// other values may.
func (c *Charts) Read(ctx context.Context, f *files.File, visit func(*tree.Object)) finding.Account {
	c.mu.Lock()
	defer c.mu.Unlock()
	checked := func(o *tree.Object) {
		if !excluded(f, o.File) {
			visit(o)
		}
	}
	r := chartReading{Charts: c, file: f, visit: checked, written: map[typeAt]bool{}, failed: map[string]bool{}, without: map[string]string{}, checked: map[string]bool{}, ignored: map[string]bool{}, account: finding.NewAccount()}
	src, err := chart.Open(ctx, f.Name, f.Folder)
	if errors.Is(err, chart.ErrNoChart) {
		r.noChart(&src)
		return r.account
	}
	if err != nil {
		r.unread(f.Path, err.Error())
		if c.ByFile {
			r.account.ByFile = append(r.account.ByFile, finding.FileAccount{File: f.Path, Outcome: finding.Unread, Reason: err.Error()})
		}
		return r.account
	}
	if f.Folder {
		if err := src.AddLocal(ctx, f.Name, namedFolder(f)); err != nil {
			return r.account // the context's error
		}
		r.account.Shared = len(src.Local) > 0
	}
	rendering, err := chart.Render(ctx, src, c.Target, c.Values)
	if err != nil {
		r.unread(f.Path, "the chart cannot be rendered: "+err.Error())
		r.failed[""] = true
	}
	r.rendered(&src, rendering)
	rendering.Guesses(c.Target, r.guess, func(text *chart.Text) { r.unread(path.Join(r.file.Path, text.Template), partlyRead()) })
	r.values(&src)
	r.files(&src)
	if !f.Folder {
		r.beside(slice.Filter(src.Files, func(f chart.File) bool { return !chart.OfChart(f.Path) }))
	}
	if c.ByFile {
		r.outcomes()
	}
	return r.account
}

// namedFolder is the folder that the user named and that has the chart.
func namedFolder(f *files.File) string {
	name := f.Name
	if below, err := filepath.Rel(f.Root, f.Path); err == nil && below != "." {
		for range strings.Split(filepath.ToSlash(below), "/") {
			name = filepath.Dir(name)
		}
	}
	return name
}

type chartReading struct {
	*Charts
	file    *files.File
	visit   func(*tree.Object)
	reader  reader.Reader
	account finding.Account
	// written are the objects that were rendered.
	written map[typeAt]bool
	// failed are the templates that could not be rendered; "" for all.
	failed map[string]bool
	// without are the files that cannot be rendered because a dependency is missing, and why.
	without map[string]string
	// parts are the files of the chart that may have objects, checked those that do.
	parts   []string
	checked map[string]bool
	// ignored are the templates that Helm does not read.
	ignored map[string]bool
}

// typeAt is the type of an object and the place of its apiVersion. It has no file and line if an
// action of any file wrote it.
type typeAt struct {
	file             string
	line             int
	apiVersion, kind string
}

func (r *chartReading) rendered(src *chart.Source, rendering *chart.Rendering) {
	// The files of a folder that have actions. Files in an archive cannot be rewritten.
	actions := map[string]bool{}
	for _, f := range src.Files {
		if r.file.Folder {
			actions[f.Path] = bytes.Contains(f.Data, []byte("{{"))
		}
	}
	if rendering.Refused != "" {
		r.account.Notes = append(r.account.Notes, finding.Unreadable{File: r.file.Path, Reason: rendering.Refused})
	}
	for text := range slice.Each(rendering.Texts) {
		if text.Ignored {
			r.ignored[text.Template] = true
		}
	}
	if rendering.Library {
		r.account.Notes = append(r.account.Notes, finding.Unreadable{File: r.file.Path, Reason: libraryChart})
	}
	with := 0
	for _, failure := range rendering.Failures {
		r.failed[failure.Template] = true
		reason := "the template cannot be rendered, so it was read as text: " + failure.Message
		if len(rendering.Missing) > 0 && strings.Contains(failure.Message, "no template ") {
			// It includes what the dependency defines. missing reports all of these together.
			r.without[path.Join(r.file.Path, failure.Template)] = reason
			with++
			continue
		}
		r.unread(path.Join(r.file.Path, failure.Template), reason)
	}
	r.missing(rendering.Missing, with)
	for d := range slice.Each(rendering.Documents) {
		file := path.Join(r.file.Path, d.Template)
		result := r.reader.Read(file, d.Data, func(o *tree.Object) {
			o.Origin = tree.Origin{Chart: d.Chart, Template: d.Template}
			action, own := actions[d.Template]
			o.Rendered = !own || action && !d.Plain
			if !d.Plain {
				o.Place, o.Written = d.Place, d.Written
				o.Possible = leftOut(o)
			}
			r.wrote(o)
			r.checked[file] = true
			r.visit(o)
		})
		files.AddResult(&r.account, file, result, d.Place)
	}
}

// missing reports missing dependencies, how to add them, and how many templates need them.
func (r *chartReading) missing(all []chart.Missing, templates int) {
	// The dependencies of each chart are added separately.
	below := map[string][]string{}
	for _, m := range all {
		below[m.Place] = append(below[m.Place], m.Name)
	}
	for _, folder := range slices.Sorted(maps.Keys(below)) {
		of := below[folder]
		where := path.Join(r.file.Path, folder)
		text := "its dependency " + of[0] + " is not in charts/, so it was not read"
		if len(of) > 1 {
			text = "its dependencies " + strings.Join(of, ", ") + " are not in charts/, so they were not read"
		}
		switch {
		case templates == 1:
			text += ", and a template that needs it was read as text"
		case templates > 1:
			text += ", and " + strconv.Itoa(templates) + " templates that need it were read as text"
		}
		templates = 0
		if info, err := os.Stat(filepath.FromSlash(path.Join(filepath.ToSlash(r.file.Name), folder))); r.file.Folder && err == nil && info.IsDir() {
			r.unread(where, text+"; run: helm dependency build "+shellWord(where))
		} else {
			r.unread(r.file.Path, text+"; unpack the archive and run helm dependency build on "+cmp.Or(folder, "its folder"))
		}
	}
}

// shellWord is a path as one word of a shell that no program takes for a flag.
func shellWord(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return phrase.Word(path)
}

const libraryChart = "it is a library chart, which renders nothing: its templates were read as text"

func (r *chartReading) wrote(o *tree.Object) {
	if o.APIVersionNode < 0 || o.Place == nil {
		return
	}
	n := &o.Tree.Nodes[o.APIVersionNode]
	line, column := o.Place(int(n.Line), int(n.Column))
	at := typeAt{o.File, line, strings.Clone(o.APIVersion), strings.Clone(o.Kind)}
	r.written[at] = true
	if column == 0 {
		at.file, at.line = "", 0
		r.written[at] = true
	}
}

// guess checks an object that a text shows and the rendering did not write.
func (r *chartReading) guess(text *chart.Text, g chart.Guess) {
	at := typeAt{path.Join(r.file.Path, text.Template), g.Line, g.APIVersion, g.Kind}
	r.checked[at.file] = true
	elsewhere := typeAt{apiVersion: g.APIVersion, kind: g.Kind}
	if text.Ran(g) || r.written[at] || g.Definition && r.written[elsewhere] {
		return
	}
	o := g.Object(at.file, text.Chart)
	o.Possible = "with other values"
	if g.Definition {
		o.Possible = "where a template includes it"
	}
	if r.failed[text.Template] || r.failed[""] {
		o.Possible = "by the text of a template that could not be rendered"
	}
	r.account.InText++
	r.visit(o)
}

// values checks the objects in the values of charts, such as extraObjects, that no template wrote.
func (r *chartReading) values(src *chart.Source) {
	r.reader.Others = r.inValues
	for _, f := range src.Files {
		if path.Base(f.Path) == "values.yaml" && chart.OfChart(f.Path) {
			r.reader.Read(path.Join(r.file.Path, f.Path), f.Data, r.inValues)
		}
	}
	r.reader.Others = nil
}

func (r *chartReading) inValues(o *tree.Object) {
	nodes := o.Tree.Nodes
	for i := 1; i < len(nodes); i++ {
		if nodes[i].Kind == tree.String && carried.Looks(nodes[i].Value) {
			r.inValuesText(o, &nodes[i])
			continue
		}
		a, k, metadata := o.Tree.Child(i, "apiVersion"), o.Tree.Child(i, "kind"), o.Tree.Child(i, "metadata")
		if a < 0 || k < 0 || metadata < 0 || nodes[a].Kind != tree.String || nodes[k].Kind != tree.String {
			continue
		}
		one := *o
		one.Root, one.APIVersionNode, one.KindNode, one.APIVersion, one.Kind = i, a, k, nodes[a].Value, nodes[k].Value
		one.Name, one.Namespace = o.Tree.Text(metadata, "name"), o.Tree.Text(metadata, "namespace")
		i = int(nodes[i].After) - 1
		r.given(&one)
	}
}

// inValuesText checks the objects in a text of the values. Their lines are those of a literal
// block; in any other text all are on its first line.
func (r *chartReading) inValuesText(values *tree.Object, text *tree.Node) {
	var inner reader.Reader
	inner.Read(values.File, []byte(carried.WithoutActions(text.Value)), func(o *tree.Object) {
		o.Place = func(line, _ int) (int, int) {
			if text.Style != tree.Literal {
				line = 0
			}
			return int(text.ValueLine) + line, 0
		}
		if !carried.Hole(o.APIVersion) && !carried.Hole(o.Kind) {
			r.given(o)
		}
	})
}

// given checks an object in the values, unless a template wrote one of its type.
func (r *chartReading) given(o *tree.Object) {
	r.checked[o.File] = true
	if r.written[typeAt{apiVersion: o.APIVersion, kind: o.Kind}] {
		return
	}
	o.Possible, o.Guess, o.Rendered = "with other values", true, true // a template may change it
	r.account.InText++
	r.visit(o)
}

// noChart reads the manifests in an archive that is no chart, such as an npm package.
func (r *chartReading) noChart(src *chart.Source) {
	r.beside(src.Files)
	if len(r.checked) == 0 {
		r.passed("", "an archive that is not a chart and has no manifests")
		return
	}
	r.account.Files = 1
	if r.ByFile {
		r.outcomes()
	}
}

// beside reads the manifests in an archive outside of the chart.
func (r *chartReading) beside(all []chart.File) {
	for _, f := range all {
		if chart.IsManifest(f.Path) {
			file := path.Join(r.file.Path, f.Path)
			r.checked[file] = true
			files.AddResult(&r.account, file, r.reader.Read(file, f.Data, r.visit), files.AsRead)
		}
	}
}

// leftOut is why Helm does not send an object to the cluster: Helm 3 and 4 leave out objects with
// an unknown hook, such as crd-install of Helm 2 (SortManifests in Helm's pkg/release/v1/util).
func leftOut(o *tree.Object) string {
	annotation := o.Tree.At(o.Root, "metadata", "annotations", "helm.sh/hook")
	if annotation < 0 {
		return ""
	}
	known := []string{"pre-install", "post-install", "pre-delete", "post-delete", "pre-upgrade", "post-upgrade", "pre-rollback", "post-rollback", "test", "test-success"}
	for hook := range strings.SplitSeq(o.Tree.Nodes[annotation].Value, ",") {
		if hook = strings.ToLower(strings.TrimSpace(hook)); !slices.Contains(known, hook) {
			return "with Helm 2 only, for later ones leave out objects with the hook " + cmp.Or(hook, `""`)
		}
	}
	return ""
}

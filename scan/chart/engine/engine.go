package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// Template is one file of a chart's templates.
type Template struct {
	// Name is Helm's name of it, a path: "chart/templates/service.yaml".
	Name string
	// BasePath is the folder of the chart's templates, for .Template.BasePath.
	BasePath string
	Text     string
	// Scope is the dot of the template.
	Scope map[string]any
}

// Output is a rendered template. If it failed, Err is set and Data is empty.
type Output struct {
	Name string
	Data []byte
	Err  error
	// text is the template, and spans are the sources of the parts of Data.
	text  string
	spans []span
	// lines and textLines are the offsets of the lines of Data and of text; nil until Place needs them.
	lines, textLines []int
	// ran has the offsets of the literal texts of the file that were written by any template.
	ran map[int]bool
}

// Ran reports whether the literal text at an offset of the template was written, by the file
// itself or by another template that includes one of its definitions.
func (o *Output) Ran(offset int) bool { return o.ran[offset] }

// Render renders templates that may call each other. Files whose names begin with an underscore
// only define templates for other files. Templates run in Helm's order, and a template sees the
// changes that earlier ones made to the scope. The outputs are in the order of the input.
func Render(ctx context.Context, templates []Template) []Output {
	return render(ctx, templates, maxWork)
}

// render is [Render] with a limit of work.
func render(ctx context.Context, templates []Template, most int) []Output {
	m, stop := newMeter(ctx, most)
	defer stop()
	r := newRenderer(m)
	r.root = template.New("gotpl").Option("missingkey=zero")
	r.bind(r.root)
	turns := make([]int, len(templates))
	for i := range turns {
		turns[i] = i
	}
	order.Stably(turns, func(i, j int) int { return HelmOrder(templates[i].Name, templates[j].Name) })
	for _, i := range turns {
		if err := r.parse(templates[i]); err != nil {
			r.bad[templates[i].Name] = err
		}
	}
	instrumentAll(r.root, false)
	out := make([]Output, len(templates))
	for _, i := range turns {
		if t := templates[i]; strings.HasPrefix(path.Base(t.Name), "_") {
			out[i] = Output{Name: t.Name, Err: r.bad[t.Name]}
		} else {
			out[i] = r.render(t)
		}
	}
	for i := range out {
		out[i].ran = r.ran[out[i].Name]
	}
	return out
}

// HelmOrder compares the paths of templates by the order in which Helm parses and runs them: the
// deepest first, and those of a folder from the last name to the first (sortTemplates in Helm's
// pkg/engine). So the definitions of a chart override those of its dependencies, and a template
// sees what templates later in the alphabet set: Istio's charts have their profiles in
// zzz_profile.yaml.
func HelmOrder(a, b string) int {
	return cmp.Or(strings.Count(b, "/")-strings.Count(a, "/"), strings.Compare(b, a))
}

// renderer is the state that the templates of one chart share.
type renderer struct {
	meter *meter
	root  *template.Template
	bad   map[string]error
	// ran has the literal texts that were written, by file and offset; running has those that the
	// current file has written so far.
	ran     map[string]map[int]bool
	running map[part]bool
	// trace is that of the current file; nil within include and tpl.
	trace *trace
	depth int
	// drawn counts the blocks of pseudo-random bytes.
	drawn uint64
	// functionNames are the functions of templates, with those of text/template.
	functionNames map[string]any
	// programs has the compiled regular expressions by their text.
	programs map[string]*program
}

func newRenderer(m *meter) *renderer {
	return &renderer{meter: m, ran: map[string]map[int]bool{}, bad: map[string]error{}, programs: map[string]*program{}}
}

func (r *renderer) parse(t Template) error {
	if err := refuse(t.Text); err != nil {
		return fmt.Errorf("parse error in (%s): %w", t.Name, err)
	}
	if _, err := r.root.New(t.Name).Parse(t.Text); err != nil {
		return parseError(t.Name, err)
	}
	return nil
}

func (r *renderer) render(t Template) (out Output) {
	out = Output{Name: t.Name, text: t.Text}
	if out.Err = r.bad[t.Name]; out.Err != nil {
		return out
	}
	defer func() {
		// text/template makes errors of panics in functions, not of its own and those of methods.
		if p := recover(); p != nil {
			out.Err = fmt.Errorf("execution error in (%s): %v", t.Name, p)
			out.Data = nil
		}
	}()
	t.Scope["Template"] = map[string]any{"Name": t.Name, "BasePath": t.BasePath}
	w := &writer{meter: r.meter, limit: maxOutput}
	r.trace, r.depth, r.running = &trace{writer: w}, 0, map[part]bool{}
	if err := r.root.ExecuteTemplate(w, t.Name, t.Scope); err != nil {
		out.Err = executionError(t.Name, err)
		return out
	}
	out.Data, out.spans = w.data, r.trace.spans
	for p := range r.running {
		if r.ran[p.file] == nil {
			r.ran[p.file] = map[int]bool{}
		}
		r.ran[p.file][p.pos] = true
	}
	return out
}

// part is a literal text of a file.
type part struct {
	file string
	pos  int
}

// include returns the function include: it renders a definition and returns the text.
func (r *renderer) include(t *template.Template) func(string, any) (string, error) {
	return func(name string, data any) (string, error) {
		if t.Lookup(name) == nil {
			return "", fmt.Errorf("no template %q associated with template %q", name, t.Name())
		}
		return r.nested(t.Lookup(name), data)
	}
}

func (r *renderer) nested(t *template.Template, data any) (string, error) {
	w := &writer{meter: r.meter, limit: maxText}
	outer := r.trace
	r.trace = nil
	defer func() { r.trace = outer }()
	err := t.Execute(w, data)
	return string(w.data), err
}

// tpl returns the function tpl, which renders a text.
func (r *renderer) tpl(parent *template.Template) func(string, any) (string, error) {
	return func(text string, data any) (string, error) {
		if !strings.Contains(text, "{{") {
			return text, nil
		}
		if err := refuse(text); err != nil {
			return "", err
		}
		t, err := r.given(parent, text)
		if err != nil {
			return "", err
		}
		out, err := r.nested(t, data)
		if err != nil {
			return "", fmt.Errorf("error during tpl function execution for %q: %w", shorten(text), err)
		}
		return withoutNoValue(out), nil
	}
}

// given parses the text of tpl. Other templates must not see its definitions, so a text that has some
// is parsed in a copy of all templates. Others are not, because charts have thousands of them.
func (r *renderer) given(parent *template.Template, text string) (*template.Template, error) {
	trees, err := parse.Parse(parent.Name(), text, "", "", r.functionNames)
	if tree := trees[parent.Name()]; err == nil && len(trees) == 1 && tree != nil && !strings.Contains(text, parent.Name()) {
		t := parent.New(parent.Name())
		t.Tree = tree
		instrument(tree, true)
		return t, nil
	}
	t, err := parent.Clone()
	if err != nil {
		return nil, fmt.Errorf("cannot clone template: %w", err)
	}
	t.Option("missingkey=zero")
	t.Funcs(template.FuncMap{"include": r.guard(r.include(t), false, nil), "tpl": r.guard(r.tpl(t), false, nil)})
	if t, err = t.New(parent.Name()).Parse(text); err != nil {
		return nil, fmt.Errorf("cannot parse template %q: %w", shorten(text), err)
	}
	instrumentAll(t, true)
	return t, nil
}

func (r *renderer) bind(t *template.Template) {
	all := r.functions()
	all["include"] = r.guard(r.include(t), false, nil)
	all["tpl"] = r.guard(r.tpl(t), false, nil)
	all["required"] = r.guard(required, false, nil)
	all["fail"] = r.guard(func(message string) (string, error) { return "", said{message} }, false, nil)
	r.bindProbes(all)
	t.Funcs(all)
	for _, builtin := range strings.Fields("and call eq ge gt html index js le len lt ne not or print printf println slice urlquery") {
		if all[builtin] == nil {
			all[builtin] = true // only the name counts
		}
	}
	r.functionNames = all
}

// said is an error whose message is written in the chart (required, fail).
type said struct{ message string }

func (s said) Error() string { return s.message }

func required(message string, value any) (any, error) {
	if text, ok := value.(string); value == nil || ok && text == "" {
		return value, said{message}
	}
	return value, nil
}

// parseError formats a parse error as Helm does.
func parseError(name string, err error) error {
	tokens := strings.SplitN(err.Error(), ": ", 3)
	if len(tokens) < 3 {
		return fmt.Errorf("parse error in (%s): %w", name, err)
	}
	return fmt.Errorf("parse error at (%s): %s", tokens[1], tokens[2])
}

// executionError formats an error as Helm does, without the prefixes of text/template.
func executionError(name string, err error) error {
	if limit := (limitError{}); errors.As(err, &limit) {
		return fmt.Errorf("execution error in (%s): %w", name, limit)
	}
	tokens := strings.SplitN(err.Error(), ": ", 3)
	if own := (said{}); errors.As(err, &own) && len(tokens) == 3 {
		return fmt.Errorf("execution error at (%s): %s", tokens[1], own.message)
	}
	text := err.Error()
	if len(tokens) == 3 && tokens[0] == "template" {
		text = tokens[1] + ": " + tokens[2]
	}
	return errors.New(shorten(text))
}

// shorten limits the length of the text that an error quotes.
func shorten(text string) string { return phrase.Clip(text, 600) }

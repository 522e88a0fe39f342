package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/report/escape"
)

// Annotations are the remarks and texts of the author of a report, by pull request.
type Annotations struct {
	Entries []Annotated
}

// Annotated is an annotation and its place in the file.
type Annotated struct {
	Annotation
	PR int
	// Line is the line in the file, from 1.
	Line int
}

// ReadAnnotations reads a YAML file of annotations: a map from pull requests to remark and text, or
// a list of {pr, remark, text}.
func ReadAnnotations(data []byte) (Annotations, error) {
	var out Annotations
	var doc yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(string(data)))
	switch err := cause.Parser(func() error { return decoder.Decode(&doc) }); {
	case errors.Is(err, io.EOF):
		return out, nil
	case err != nil:
		return out, fmt.Errorf("the annotations are not YAML: %w", err)
	}
	var second yaml.Node
	if err := cause.Parser(func() error { return decoder.Decode(&second) }); !errors.Is(err, io.EOF) {
		return out, errors.New("the annotations must be one YAML document")
	}
	if len(doc.Content) != 1 {
		return out, nil
	}
	root := doc.Content[0]
	each := 1 // a list has a node for each annotation, a map also its key
	switch {
	case root.Kind == yaml.SequenceNode:
	case root.Kind == yaml.MappingNode:
		each = 2
	case root.Kind == yaml.ScalarNode && root.Tag == "!!null":
		return out, nil
	default:
		return out, fmt.Errorf("line %d: annotations are keyed by pull request: `108290: {remark: …}`", root.Line)
	}
	for nodes := range slices.Chunk(root.Content, each) {
		entry, err := readAnnotation(nodes)
		if err != nil {
			return out, err
		}
		if err := out.add(entry); err != nil {
			return out, err
		}
	}
	return out, nil
}

// readAnnotation reads an annotation with its key, or an element of a list.
func readAnnotation(nodes []*yaml.Node) (entry Annotated, err error) {
	value, list := nodes[len(nodes)-1], len(nodes) == 1
	entry.Line = nodes[0].Line
	if !list {
		if entry.PR, err = pullNumber(nodes[0]); err != nil {
			return entry, err
		}
		if value.Kind == yaml.ScalarNode && value.Tag != "!!null" {
			entry.Remark = value.Value // short form: `108290: a remark`
			return entry, nil
		}
	}
	if err := entry.read(value, list); err != nil {
		return entry, err
	}
	if entry.PR == 0 {
		return entry, fmt.Errorf("line %d: the annotation has no pr", value.Line)
	}
	return entry, nil
}

func (a *Annotations) add(entry Annotated) error {
	if entry.Remark == "" && entry.Text == "" {
		return fmt.Errorf("line %d: the annotation of #%d has neither remark nor text", entry.Line, entry.PR)
	}
	if i := slices.IndexFunc(a.Entries, func(other Annotated) bool { return other.PR == entry.PR }); i >= 0 {
		return fmt.Errorf("line %d: #%d has a second annotation; the first is on line %d", entry.Line, entry.PR, a.Entries[i].Line)
	}
	a.Entries = append(a.Entries, entry)
	return nil
}

// read reads the keys of an annotation. In a list, pr is one of them.
func (e *Annotated) read(node *yaml.Node, list bool) error {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	if node.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: an annotation is a map with remark and text", node.Line)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		switch {
		case key.Value == "pr" && list:
			pr, err := pullNumber(value)
			if err != nil {
				return err
			}
			e.PR = pr
		case key.Value != "remark" && key.Value != "text":
			known := "remark and text"
			if list {
				known = "pr, remark and text"
			}
			return fmt.Errorf("line %d: an annotation cannot contain %q, only %s", key.Line, escape.Plain(key.Value), known)
		case value.Kind != yaml.ScalarNode:
			return fmt.Errorf("line %d: %s must be a string", value.Line, key.Value)
		case key.Value == "remark":
			e.Remark = strings.TrimSpace(value.Value)
		default:
			e.Text = strings.TrimSpace(value.Value)
		}
	}
	return nil
}

// pullNumber reads "108290", "#108290", or the URL of a pull request.
func pullNumber(node *yaml.Node) (int, error) {
	text := node.Value[strings.LastIndexByte(node.Value, '/')+1:]
	n, err := strconv.Atoi(strings.TrimPrefix(text, "#"))
	if node.Kind != yaml.ScalarNode || err != nil || n <= 0 {
		return 0, fmt.Errorf("line %d: %q is not the number of a pull request", node.Line, escape.Plain(node.Value))
	}
	return n, nil
}

// Apply sets the annotations of the entries of the report, by any of the pull requests that an
// entry names. It returns the annotated pull requests without an entry, sorted.
func (r *Report) Apply(a Annotations) (unmatched []int) {
	for _, e := range a.Entries {
		found := false
		for i := range r.Notes {
			if n := &r.Notes[i]; n.PR == e.PR || slices.Contains(n.PRs, e.PR) {
				annotation := e.Annotation
				n.Annotation, found = &annotation, true
			}
		}
		if !found {
			unmatched = append(unmatched, e.PR)
		}
	}
	slices.Sort(unmatched)
	return unmatched
}

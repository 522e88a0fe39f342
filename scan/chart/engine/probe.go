package engine

import (
	"fmt"
	"strings"
	"text/template"
	"text/template/parse"
)

// The probes are calls that are inserted into parsed templates. A template that names one is
// refused, because it could undo what was counted.
const (
	probePrefix = "kubedelta_probe_"
	probeEnter  = probePrefix + "enter"
	probeLeave  = probePrefix + "leave"
	probeTick   = probePrefix + "tick"
	probePlace  = probePrefix + "place"
	probeOut    = probePrefix + "out"
)

// refuse returns an error if a text must not be parsed as a template.
func refuse(text string) error {
	if len(text) > maxTemplate {
		return fmt.Errorf("the template is %d bytes; at most %d are read", len(text), maxTemplate)
	}
	if strings.Contains(text, probePrefix) {
		return fmt.Errorf("the template uses a function %s…, which is not available in templates", probePrefix)
	}
	return nil
}

// trace records the sources of the parts of a rendered file.
type trace struct {
	writer *writer
	spans  []span
}

// span is a part of the output, from an offset. pos is the offset in the template of the literal
// text, or of the action that wrote the part.
type span struct {
	out, pos int
	file     string
	literal  bool
}

// maxSpans limits the spans of one file.
const maxSpans = 1 << 17

func (r *renderer) bindProbes(all template.FuncMap) {
	all[probeEnter] = func() (string, error) {
		r.meter.tick()
		if r.depth++; r.depth > maxDepth {
			return "", limitError{fmt.Sprintf("template calls are nested more than %d levels deep", maxDepth)}
		}
		return "", nil
	}
	all[probeLeave] = func() string { r.depth--; return "" }
	all[probeTick] = func() string { r.meter.tick(); return "" }
	all[probePlace] = func(file string, pos int, literal bool) string {
		if literal && file != "" {
			r.running[part{file, pos}] = true
		}
		if t := r.trace; t != nil && len(t.spans) < maxSpans {
			t.spans = append(t.spans, span{len(t.writer.data), pos, file, literal})
		}
		return ""
	}
	all[probeOut] = func(v any) any {
		r.meter.tick()
		text, is := v.(string)
		switch {
		case v == nil:
			text = noValue
		case !is:
			r.meter.weigh(v)
			return v
		}
		r.meter.weigh(text)
		if r.trace != nil {
			return withoutNoValue(text)
		}
		return text
	}
}

// noValue is what text/template writes for nil. Helm removes it from the output of a file and from
// the result of tpl, but not from the result of include.
const noValue = "<no value>"

func withoutNoValue(text string) string { return strings.ReplaceAll(text, noValue, "") }

// instrumentAll inserts the probes into the trees that do not have them. given says that they were
// parsed from a text that is not in a file.
func instrumentAll(t *template.Template, given bool) {
	for _, each := range t.Templates() {
		if each.Tree != nil && each.Root != nil && !instrumented(each.Root) {
			instrument(each.Tree, given)
		}
	}
}

func instrument(t *parse.Tree, given bool) {
	in := instrumenter{t, t.ParseName}
	if given {
		in.file = ""
	}
	in.list(t.Root)
	t.Root.Nodes = append(append([]parse.Node{in.call(probeEnter)}, t.Root.Nodes...), in.call(probeLeave))
}

func instrumented(list *parse.ListNode) bool {
	if len(list.Nodes) == 0 {
		return false
	}
	action, ok := list.Nodes[0].(*parse.ActionNode)
	if !ok || len(action.Pipe.Cmds) != 1 {
		return false
	}
	name, ok := action.Pipe.Cmds[0].Args[0].(*parse.IdentifierNode)
	return ok && name.Ident == probeEnter
}

type instrumenter struct {
	tree *parse.Tree
	// file is the name of the file that the tree was parsed from; "" if there is none.
	file string
}

func (in instrumenter) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	nodes := make([]parse.Node, 0, 2*len(l.Nodes))
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			nodes = append(nodes, in.place(n.Pos, true))
		case *parse.ActionNode:
			if len(n.Pipe.Decl) == 0 {
				nodes = append(nodes, in.place(n.Pos, false))
				n.Pipe.Cmds = append(n.Pipe.Cmds, in.command(probeOut))
			}
		case *parse.TemplateNode:
			nodes = append(nodes, in.place(n.Pos, false))
		case *parse.IfNode:
			in.branch(&n.BranchNode)
		case *parse.WithNode:
			in.branch(&n.BranchNode)
		case *parse.RangeNode:
			in.branch(&n.BranchNode)
			n.List.Nodes = append([]parse.Node{in.call(probeTick)}, n.List.Nodes...)
		}
		nodes = append(nodes, n)
	}
	l.Nodes = nodes
}

func (in instrumenter) branch(b *parse.BranchNode) {
	in.list(b.List)
	in.list(b.ElseList)
}

func (in instrumenter) place(pos parse.Pos, literal bool) parse.Node {
	return in.call(probePlace,
		&parse.StringNode{NodeType: parse.NodeString, Quoted: fmt.Sprintf("%q", in.file), Text: in.file},
		&parse.NumberNode{NodeType: parse.NodeNumber, IsInt: true, Int64: int64(pos), Text: fmt.Sprint(int(pos))},
		&parse.BoolNode{NodeType: parse.NodeBool, True: literal})
}

func (in instrumenter) call(name string, args ...parse.Node) parse.Node {
	return &parse.ActionNode{NodeType: parse.NodeAction, Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{in.command(name, args...)}}}
}

func (in instrumenter) command(name string, args ...parse.Node) *parse.CommandNode {
	return &parse.CommandNode{NodeType: parse.NodeCommand, Args: append([]parse.Node{parse.NewIdentifier(name).SetTree(in.tree)}, args...)}
}

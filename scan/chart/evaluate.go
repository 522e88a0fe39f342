package chart

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// maxText is the length from which a text is no part of an apiVersion or a kind.
const maxText = 1000

// evaluator resolves what of a template depends on the target alone.
type evaluator struct {
	*Texts
	// values are those of the chart; none in definitions that are read for themselves, which several charts include.
	values engine.Values
	vars   map[string]value
	// included is what the definitions give with these values, once they were asked for.
	included map[string]value
	// conditions counts those that could not be resolved.
	conditions int
	depth      int
	left       int
}

// value is what an expression gives: known, or one of some texts, or anything.
type value struct {
	known bool
	v     any // where known
	// texts are what it may be, where it is not known.
	texts []string
	// target: it comes of what the target is, unless somebody overrides that.
	target bool
	// missing: it comes of a definition that is not there, as where a dependency is
	// missing. What it decides is not looked at: it may well ask for the target.
	missing bool
}

func known(v any) value { return value{known: true, v: v} }

// candidates are the texts that the value may be, and whether it is the only one.
func (v value) candidates() ([]string, bool) {
	if v.known {
		return []string{fmt.Sprint(v.v)}, true
	}
	return v.texts, false
}

// truth is what an if makes of it.
func (v value) truth() (yes, sure bool) {
	if !v.known {
		return false, false
	}
	return template.IsTrue(v.v)
}

// step bounds the work: definitions may include each other without end.
func (ev *evaluator) step() bool {
	ev.left--
	return ev.left > 0 && ev.depth < 20
}

// pieces is what a list of nodes may write.
func (ev *evaluator) pieces(list *parse.ListNode, branch []choice) (out []piece) {
	if list == nil || !ev.step() {
		return nil
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TextNode:
			out = append(out, piece{text: string(n.Text), pos: int(n.Pos), node: int(n.Pos), branch: branch, sure: true})
		case *parse.ActionNode:
			v := ev.pipe(n.Pipe)
			ev.assign(n.Pipe, v)
			if len(n.Pipe.Decl) == 0 {
				values, sure := v.candidates()
				out = append(out, piece{action: true, lines: writesLines(n.Pipe), pos: int(n.Pos), values: values, sure: sure, branch: branch, target: v.target})
			}
		case *parse.TemplateNode:
			v := ev.include(n.Name)
			values, sure := v.candidates()
			out = append(out, piece{action: true, pos: int(n.Pos), values: values, sure: sure, branch: branch, target: v.target})
		case *parse.IfNode:
			out = append(out, ev.condition(&n.BranchNode, branch)...)
		case *parse.WithNode:
			out = append(out, ev.unresolved(&n.BranchNode, branch)...)
		case *parse.RangeNode:
			// What a loop writes is there if it runs at all.
			out = append(out, ev.unresolved(&n.BranchNode, branch)...)
		}
	}
	return out
}

// writesLines: what a pipeline writes may be lines with keys that stand nowhere else: those of
// definitions and in values are read where they stand.
func writesLines(p *parse.PipeNode) bool {
	text := p.String()
	return strings.Contains(text, "apiVersion") || strings.Contains(text, "kind") || !strings.Contains(text, "include ") && !strings.Contains(text, ".Values")
}

// condition resolves an if, or goes both ways.
func (ev *evaluator) condition(b *parse.BranchNode, branch []choice) []piece {
	v := ev.pipe(b.Pipe)
	ev.assign(b.Pipe, v)
	yes, sure := v.truth()
	switch {
	case v.missing:
		return nil
	case !sure:
		return ev.unresolved(b, branch)
	case yes:
		return ev.pieces(b.List, branch)
	default:
		return ev.pieces(b.ElseList, branch)
	}
}

func (ev *evaluator) unresolved(b *parse.BranchNode, branch []choice) []piece {
	ev.conditions++
	condition := ev.conditions
	way := func(n int) []choice { return append(slices.Clone(branch), choice{condition, n}) }
	if len(branch) > 50 {
		return nil
	}
	before := ev.vars
	ev.left -= len(before) // the copies are work, too
	ev.vars = maps.Clone(before)
	out := ev.pieces(b.List, way(0))
	taken := ev.vars
	ev.vars = maps.Clone(before)
	out = append(out, ev.pieces(b.ElseList, way(1))...)
	for name := range before {
		ev.vars[name] = oneOf(taken[name], ev.vars[name])
	}
	return out
}

// oneOf is what a variable may be behind a condition that was not resolved.
func oneOf(a, b value) value {
	if a.known && b.known && reflect.DeepEqual(a.v, b.v) {
		return a
	}
	for _, way := range [][2]value{{a, b}, {b, a}} {
		if way[0].known && way[0].target && !way[1].known && len(way[1].texts) == 0 {
			return way[0] // as where a default is given: see either
		}
	}
	texts, _ := a.candidates()
	others, _ := b.candidates()
	for _, text := range others {
		if !slices.Contains(texts, text) {
			texts = append(slices.Clip(texts), text)
		}
	}
	return value{texts: texts}
}

// assign keeps what a variable is known to be.
func (ev *evaluator) assign(p *parse.PipeNode, v value) {
	if p == nil || ev.vars == nil {
		return
	}
	for _, decl := range p.Decl {
		ev.vars[decl.Ident[0]] = v
	}
}

// include is what a definition gives: the text that it writes, where that is one.
// What it is called with is not known, so that it is the same wherever it is.
func (ev *evaluator) include(name string) value {
	if v, asked := ev.included[name]; asked {
		return v
	}
	t := ev.defines[name]
	if t == nil {
		return value{missing: true}
	}
	if t.Root == nil || !ev.step() {
		return value{}
	}
	ev.included[name] = value{} // a definition that includes itself
	in := &evaluator{Texts: ev.Texts, values: ev.values, included: ev.included, vars: map[string]value{}, depth: ev.depth + 1, left: ev.left}
	v := collapse(in.pieces(t.Root, nil))
	ev.left = in.left
	ev.included[name] = v
	return v
}

// collapse joins pieces to one value.
func collapse(pieces []piece) value {
	var texts []string
	var whole strings.Builder
	sure, target := true, false
	for _, p := range pieces {
		values := p.values
		if !p.action {
			values = []string{p.text}
		}
		sure = sure && len(p.branch) == 0 && len(values) == 1 && p.sure
		for _, v := range values {
			whole.WriteString(v)
			if v = strings.TrimSpace(v); v == "" {
				continue
			}
			target = p.target && (target || len(texts) == 0)
			if len(v) < maxText && len(texts) < 20 && !slices.Contains(texts, v) {
				texts = append(texts, v)
			}
		}
		if whole.Len() > 1<<16 {
			return value{}
		}
	}
	if sure {
		return value{known: true, v: strings.TrimSpace(whole.String()), target: target}
	}
	return value{texts: texts, target: target}
}

// pipe evaluates a pipeline: what a command gives is the last argument of the next.
func (ev *evaluator) pipe(p *parse.PipeNode) (v value) {
	if p == nil || !ev.step() {
		return value{}
	}
	for i, cmd := range p.Cmds {
		var piped []value
		if i > 0 {
			piped = []value{v}
		}
		v = ev.command(cmd, piped)
	}
	return v
}

func (ev *evaluator) command(cmd *parse.CommandNode, piped []value) value {
	if len(cmd.Args) == 0 {
		return value{}
	}
	args := make([]value, 0, len(cmd.Args))
	for _, a := range cmd.Args[1:] {
		args = append(args, ev.argument(a))
	}
	args = append(args, piped...)
	switch first := cmd.Args[0].(type) {
	case *parse.IdentifierNode:
		return ev.call(first.Ident, args)
	case *parse.FieldNode:
		return ev.field(first.Ident, args)
	case *parse.VariableNode:
		if first.Ident[0] == "$" {
			return ev.field(first.Ident[1:], args)
		}
		if len(first.Ident) == 1 {
			return ev.vars[first.Ident[0]]
		}
		return ev.field(first.Ident[1:], args)
	default:
		return ev.argument(first)
	}
}

func (ev *evaluator) argument(n parse.Node) value {
	switch n := n.(type) {
	case *parse.StringNode:
		return known(n.Text)
	case *parse.BoolNode:
		return known(n.True)
	case *parse.NumberNode:
		if n.IsInt {
			return known(n.Int64)
		}
		return value{}
	case *parse.PipeNode:
		if !ev.step() {
			return value{}
		}
		ev.depth++
		defer func() { ev.depth-- }()
		return ev.pipe(n)
	case *parse.ChainNode:
		of := ev.argument(n.Node)
		if !of.known {
			return value{}
		}
		v := ev.result(ev.calculator().Field(of.v, n.Field))
		v.target = of.target
		return v
	case *parse.FieldNode, *parse.VariableNode, *parse.IdentifierNode:
		return ev.command(&parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{n}}, nil)
	default:
		return value{}
	}
}

// field is what .Capabilities shows, by whatever way it is come by, and a text that the
// chart's values have and others may replace; nothing else of the dot is known.
func (ev *evaluator) field(path []string, args []value) value {
	if len(path) > 1 && path[0] == "Values" {
		given, _ := ev.values.PathValue(strings.Join(path[1:], "."))
		if text, _ := given.(string); text != "" && len(text) < maxText {
			return value{texts: []string{text}}
		}
	}
	at := slices.Index(path, "Capabilities")
	if at < 0 || at+1 >= len(path) || path[0] == "Values" || ev.target.Version == "" && path[at+1] == "KubeVersion" {
		return value{}
	}
	kube := ev.target.capabilities().KubeVersion
	of := func(v string) value { return value{known: true, v: v, target: true} }
	switch strings.Join(path[at+1:], ".") {
	case "APIVersions.Has":
		if len(args) == 1 && args[0].known && len(ev.target.APIs) > 0 && ev.target.tells(fmt.Sprint(args[0].v)) {
			return value{known: true, v: ev.target.has(fmt.Sprint(args[0].v)), target: true}
		}
	case "KubeVersion":
		return of(kube.String())
	case "KubeVersion.Version", "KubeVersion.GitVersion":
		return of(kube.Version)
	case "KubeVersion.Major":
		return of(kube.Major)
	case "KubeVersion.Minor":
		return of(kube.Minor)
	}
	return value{}
}

// call is a call of a function.
func (ev *evaluator) call(name string, args []value) value {
	switch name {
	case "not":
		if len(args) == 1 {
			if yes, sure := args[0].truth(); sure {
				return known(!yes)
			}
			return value{missing: args[0].missing}
		}
		return value{}
	case "and", "or":
		return junction(args, name == "or")
	case "include":
		if len(args) > 0 && args[0].known {
			return ev.include(fmt.Sprint(args[0].v))
		}
		return value{}
	case "default":
		if len(args) != 2 {
			return value{}
		}
		return either(args[1], args[0])
	case "coalesce":
		v := value{}
		for _, a := range slices.Backward(args) {
			v = either(a, v)
		}
		return v
	case "ternary":
		return choose(args)
	}
	return ev.overridden(name, args)
}

// either is the first of two values, or the second where that is empty. The
// version of the target is the second often, behind a value that overrides it:
// nobody is known to give that, so the target's holds.
func either(v, otherwise value) value {
	if v.known {
		if yes, sure := v.truth(); yes || !sure {
			return v
		}
		return otherwise
	}
	if otherwise.known && otherwise.target {
		return otherwise
	}
	texts, _ := otherwise.candidates()
	return value{texts: append(slices.Clone(texts), v.texts...), target: otherwise.target && (v.target || len(v.texts) == 0)}
}

// overridden calls a function some of whose arguments are what the target is unless
// somebody overrides that: with each of what they may be. What is the same for all
// of them is known.
func (ev *evaluator) overridden(name string, args []value) value {
	if !ev.step() {
		return value{}
	}
	unknown := slices.IndexFunc(args, func(v value) bool { return !v.known })
	if name == "dict" && unknown >= 0 {
		return typeLines(args)
	}
	if unknown < 0 {
		v := ev.calculate(name, args)
		v.target = slices.ContainsFunc(args, func(a value) bool { return a.target })
		return v
	}
	of := args[unknown]
	if missing(args) {
		return value{missing: true}
	}
	if !of.target || len(of.texts) == 0 {
		return passed(name, args)
	}
	var all value
	for i, text := range of.texts {
		each := slices.Clone(args)
		each[unknown] = value{known: true, v: text, target: true}
		v := ev.overridden(name, each)
		if i > 0 && !reflect.DeepEqual(v.v, all.v) || !v.known {
			return passed(name, args)
		}
		all = v
	}
	return all
}

func missing(args []value) bool {
	return slices.ContainsFunc(args, func(v value) bool { return v.missing })
}

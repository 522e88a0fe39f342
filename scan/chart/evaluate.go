package chart

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// maxText limits the length of texts that may be part of an apiVersion or a kind.
const maxText = 1000

// evaluator evaluates the expressions of a template that depend on the target only.
type evaluator struct {
	*Texts
	// values are those of the chart. They are nil in definitions, which several charts may include.
	values engine.Values
	vars   map[string]value
	// included has the results of the definitions that were evaluated with these values.
	included map[string]value
	// conditions counts the conditions that could not be resolved.
	conditions int
	depth      int
	left       int
	// cut says that a branch was left out because it is nested too deeply.
	cut bool
}

// value is the value of an expression: known, or one of several texts, or unknown.
type value struct {
	known bool
	v     any // if known
	// texts are the possible values, if it is not known.
	texts []string
	// target says that the value depends on the target, unless the user overrides it.
	target bool
	// missing says that the value depends on a definition that does not exist, as with a missing
	// dependency. Text under a condition with such a value is not read, because the condition may
	// depend on the target.
	missing bool
}

func known(v any) value { return value{known: true, v: v} }

// candidates returns the texts that the value may be, and whether it is known.
func (v value) candidates() ([]string, bool) {
	if v.known {
		return []string{fmt.Sprint(v.v)}, true
	}
	return v.texts, false
}

// truth returns the value as the condition of an if, and whether it is known.
func (v value) truth() (yes, sure bool) {
	if !v.known {
		return false, false
	}
	return template.IsTrue(v.v)
}

// step counts the work and reports whether some is left: definitions may include each other.
func (ev *evaluator) step() bool {
	ev.left--
	return ev.left > 0 && ev.depth < 20
}

// pieces returns what a list of nodes may write.
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
				out = append(out, v.piece(n.Pos, branch, writesLines(n.Pipe)))
			}
		case *parse.TemplateNode:
			out = append(out, ev.include(n.Name).piece(n.Pos, branch, false))
		case *parse.IfNode:
			out = append(out, ev.condition(&n.BranchNode, branch)...)
		case *parse.WithNode:
			out = append(out, ev.unresolved(&n.BranchNode, branch)...)
		case *parse.RangeNode:
			out = append(out, ev.unresolved(&n.BranchNode, branch)...)
		}
	}
	return out
}

// piece returns the piece that an action at pos writes.
func (v value) piece(pos parse.Pos, branch []choice, lines bool) piece {
	values, sure := v.candidates()
	return piece{action: true, lines: lines, pos: int(pos), values: values, sure: sure, branch: branch, target: v.target}
}

// writesLines reports whether a pipeline may write lines with keys that are not in the text of a
// definition or in the values, which are read there.
func writesLines(p *parse.PipeNode) bool {
	text := p.String()
	return strings.Contains(text, "apiVersion") || strings.Contains(text, "kind") || !strings.Contains(text, "include ") && !strings.Contains(text, ".Values")
}

// condition returns what an if may write: one branch if the condition is known, or both.
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
		ev.cut = true
		return nil
	}
	before := ev.vars
	ev.left -= len(before) // the copies count as work
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

// oneOf returns the value of a variable after a condition that was not resolved.
func oneOf(a, b value) value {
	if a.known && b.known && reflect.DeepEqual(a.v, b.v) {
		return a
	}
	for _, way := range [][2]value{{a, b}, {b, a}} {
		if way[0].known && way[0].target && !way[1].known && len(way[1].texts) == 0 {
			return way[0] // this is a default with an override: see either
		}
	}
	return value{texts: union(a, b)}
}

// union returns the texts that one of two values may be.
func union(a, b value) []string {
	texts, _ := a.candidates()
	others, _ := b.candidates()
	return slice.Add(slices.Clone(texts), others...)
}

func (ev *evaluator) assign(p *parse.PipeNode, v value) {
	if p == nil || ev.vars == nil {
		return
	}
	for _, decl := range p.Decl {
		ev.vars[decl.Ident[0]] = v
	}
}

// include returns the text that a definition writes, if that is known. The argument of the call is
// not evaluated, so that the result is the same for each call.
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
	ev.included[name] = value{} // the definition may include itself
	in := &evaluator{Texts: ev.Texts, values: ev.values, included: ev.included, vars: map[string]value{}, depth: ev.depth + 1, left: ev.left}
	v := collapse(in.pieces(t.Root, nil))
	ev.left, ev.cut = in.left, ev.cut || in.cut
	ev.included[name] = v
	return v
}

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

// pipe evaluates a pipeline: the result of a command is the last argument of the next.
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
	args := append(slice.Map(cmd.Args[1:], ev.argument), piped...)
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
		v, ok := ev.functions().Field(of.v, n.Field)
		return value{known: ok, v: v, target: of.target}
	case *parse.FieldNode, *parse.VariableNode, *parse.IdentifierNode:
		return ev.command(&parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{n}}, nil)
	default:
		return value{}
	}
}

// field evaluates a path of fields: .Capabilities, also below another field, and texts in the
// chart's values, which the user may override. All other paths are unknown.
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
			return value{known: true, v: ev.target.APIs.Has(fmt.Sprint(args[0].v)), target: true}
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

// either returns the first of two values, or the second if the first is empty. If the second is the
// version of the target, the first, a value that overrides it, is assumed to be empty.
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
	return value{texts: union(otherwise, v), target: otherwise.target && (v.target || len(v.texts) == 0)}
}

// overridden calls a function. If an argument depends on the target and has several possible
// values, it calls the function with each; the result is known if it is the same for all.
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

package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/kubedelta/kubedelta/scan/chart/version"
)

// evaluator resolves what of a template depends on the target alone.
type evaluator struct {
	target  Target
	defines map[string]*parse.Tree
	vars    map[string]value
	// conditions counts those that could not be resolved.
	conditions int
	depth      int
	left       int
}

// value is what an expression gives: known, or one of some texts, or anything.
type value struct {
	known bool
	v     any // string, bool, int64, where known
	// texts are what it may be, where it is not known.
	texts []string
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
	switch x := v.v.(type) {
	case bool:
		return x, true
	case string:
		return x != "", true
	case int64:
		return x != 0, true
	default:
		return false, false
	}
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
			out = append(out, piece{text: string(n.Text), pos: int(n.Pos), branch: branch, sure: true})
		case *parse.ActionNode:
			v := ev.pipe(n.Pipe)
			ev.assign(n.Pipe, v, branch)
			if len(n.Pipe.Decl) == 0 {
				values, sure := v.candidates()
				out = append(out, piece{action: true, pos: int(n.Pos), values: values, sure: sure, branch: branch})
			}
		case *parse.TemplateNode:
			values, sure := ev.include(n.Name).candidates()
			out = append(out, piece{action: true, pos: int(n.Pos), values: values, sure: sure, branch: branch})
		case *parse.IfNode:
			out = append(out, ev.either(&n.BranchNode, branch)...)
		case *parse.WithNode:
			out = append(out, ev.unresolved(&n.BranchNode, branch)...)
		case *parse.RangeNode:
			// What a loop writes is there if it runs at all.
			out = append(out, ev.unresolved(&n.BranchNode, branch)...)
		}
	}
	return out
}

// either resolves an if, or goes both ways.
func (ev *evaluator) either(b *parse.BranchNode, branch []choice) []piece {
	v := ev.pipe(b.Pipe)
	ev.assign(b.Pipe, v, branch)
	yes, sure := v.truth()
	switch {
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
	out := ev.pieces(b.List, way(0))
	return append(out, ev.pieces(b.ElseList, way(1))...)
}

// assign keeps what a variable is known to be. Within a branch that may not be
// taken it is only one of the things that it may be.
func (ev *evaluator) assign(p *parse.PipeNode, v value, branch []choice) {
	if p == nil || ev.vars == nil {
		return
	}
	for _, decl := range p.Decl {
		name := decl.Ident[0]
		if old, there := ev.vars[name]; there && p.IsAssign && len(branch) > 0 {
			a, _ := old.candidates()
			b, _ := v.candidates()
			ev.vars[name] = value{texts: append(slices.Clone(a), b...)}
			continue
		}
		ev.vars[name] = v
	}
}

// include is what a definition gives: the text that it writes, where that is one.
func (ev *evaluator) include(name string) value {
	t := ev.defines[name]
	if t == nil || t.Root == nil || !ev.step() {
		return value{}
	}
	ev.depth++
	outer := ev.vars
	ev.vars = map[string]value{}
	pieces := ev.pieces(t.Root, nil)
	ev.vars = outer
	ev.depth--
	return collapse(pieces)
}

// collapse joins pieces to one value.
func collapse(pieces []piece) value {
	var texts []string
	var whole strings.Builder
	sure := true
	for _, p := range pieces {
		values := p.values
		if !p.action {
			values = []string{p.text}
		}
		sure = sure && len(p.branch) == 0 && len(values) == 1 && p.sure
		for _, v := range values {
			whole.WriteString(v)
			if v = strings.TrimSpace(v); v != "" && len(v) < 1000 && len(texts) < 20 && !slices.Contains(texts, v) {
				texts = append(texts, v)
			}
		}
		if whole.Len() > 1<<16 {
			return value{}
		}
	}
	if sure {
		return known(strings.TrimSpace(whole.String()))
	}
	return value{texts: texts}
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
		return value{}
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
	case *parse.FieldNode, *parse.VariableNode, *parse.IdentifierNode:
		return ev.command(&parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{n}}, nil)
	default:
		return value{}
	}
}

// field is what .Capabilities shows; nothing else of the dot is known.
func (ev *evaluator) field(path []string, args []value) value {
	caps := ev.target.capabilities()
	if len(path) < 2 || path[0] != "Capabilities" || ev.target.Version == "" && path[1] == "KubeVersion" {
		return value{}
	}
	switch strings.Join(path[1:], ".") {
	case "APIVersions.Has":
		if len(args) == 1 && args[0].known && len(ev.target.APIs) > 0 {
			return known(ev.target.has(fmt.Sprint(args[0].v)))
		}
	case "KubeVersion":
		return known(caps.KubeVersion.String())
	case "KubeVersion.Version", "KubeVersion.GitVersion":
		return known(caps.KubeVersion.Version)
	case "KubeVersion.Major":
		return known(caps.KubeVersion.Major)
	case "KubeVersion.Minor":
		return known(caps.KubeVersion.Minor)
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
		// An override that nobody is known to give: the default holds.
		if len(args) == 2 && !args[1].known {
			return value{known: args[0].known, v: args[0].v, texts: append(slices.Clone(args[0].texts), args[1].texts...)}
		}
		if len(args) == 2 {
			if yes, _ := args[1].truth(); yes {
				return args[1]
			}
			return args[0]
		}
		return value{}
	case "ternary":
		return choose(args)
	}
	if slices.ContainsFunc(args, func(v value) bool { return !v.known }) {
		return passed(name, args)
	}
	return calculate(name, args)
}

// junction: and, or. One that decides is enough.
func junction(args []value, or bool) value {
	unknown := false
	for _, a := range args {
		yes, sure := a.truth()
		if sure && yes == or {
			return known(or)
		}
		unknown = unknown || !sure
	}
	if unknown || len(args) == 0 {
		return value{}
	}
	return known(!or)
}

func choose(args []value) value {
	if len(args) != 3 {
		return value{}
	}
	if yes, sure := args[2].truth(); sure {
		if yes {
			return args[0]
		}
		return args[1]
	}
	a, _ := args[0].candidates()
	b, _ := args[1].candidates()
	return value{texts: append(slices.Clone(a), b...)}
}

// passed: functions that leave a text as it is hand on what it may be.
func passed(name string, args []value) value {
	switch name {
	case "trim", "toString", "quote", "squote", "print", "printf", "tpl", "trimAll", "required", "coalesce":
		var texts []string
		for _, a := range args {
			texts = append(texts, a.texts...)
		}
		return value{texts: texts}
	default:
		return value{}
	}
}

// calculate calls a function whose arguments are known.
func calculate(name string, args []value) value {
	switch len(args) {
	case 0:
		return value{}
	case 1:
		return calculateOne(name, fmt.Sprint(args[0].v))
	case 2:
		if v := calculateTwo(name, args[0].v, args[1].v); v.known {
			return v
		}
	}
	switch name {
	case "eq":
		return known(slices.ContainsFunc(args[1:], func(v value) bool { return v.v == args[0].v }))
	case "print":
		var b strings.Builder
		for _, a := range args {
			fmt.Fprint(&b, a.v)
		}
		return known(b.String())
	case "printf":
		return formatted(args)
	}
	return value{}
}

func calculateOne(name, text string) value {
	switch name {
	case "int", "int64", "atoi":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return known(n)
		}
	case "trim", "toString", "quote", "squote", "print", "printf":
		return known(strings.TrimSpace(text))
	}
	return value{}
}

func calculateTwo(name string, a, b any) value {
	switch name {
	case "semverCompare":
		constraint, err1 := version.ParseConstraint(fmt.Sprint(a))
		v, err2 := version.Parse(fmt.Sprint(b))
		if err1 == nil && err2 == nil {
			return known(constraint.Check(v))
		}
	case "ne", "lt", "le", "gt", "ge":
		return compare(name, a, b)
	case "trimSuffix", "trimPrefix", "hasPrefix", "contains":
		return cut(name, fmt.Sprint(a), fmt.Sprint(b))
	}
	return value{}
}

// formatted is printf with %s alone.
func formatted(args []value) value {
	out := fmt.Sprint(args[0].v)
	if strings.Count(out, "%") != strings.Count(out, "%s") || strings.Count(out, "%s") != len(args)-1 || len(out) > 1000 {
		return value{}
	}
	for _, a := range args[1:] {
		s := fmt.Sprint(a.v)
		if len(s) > 1000 {
			return value{}
		}
		out = strings.Replace(out, "%s", strings.ReplaceAll(s, "%", ""), 1)
	}
	return known(out)
}

func cut(name, with, s string) value {
	switch name {
	case "trimSuffix":
		return known(strings.TrimSuffix(s, with))
	case "trimPrefix":
		return known(strings.TrimPrefix(s, with))
	case "hasPrefix":
		return known(strings.HasPrefix(s, with))
	default:
		return known(strings.Contains(s, with))
	}
}

func compare(name string, a, b any) value {
	var order int
	switch x := a.(type) {
	case int64:
		y, ok := b.(int64)
		if !ok {
			return value{}
		}
		order = cmp.Compare(x, y)
	case string:
		y, ok := b.(string)
		if !ok {
			return value{}
		}
		order = strings.Compare(x, y)
	default:
		return value{}
	}
	switch name {
	case "ne":
		return known(order != 0)
	case "lt":
		return known(order < 0)
	case "le":
		return known(order <= 0)
	case "gt":
		return known(order > 0)
	default:
		return known(order >= 0)
	}
}

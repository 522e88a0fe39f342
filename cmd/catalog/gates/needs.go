package gates

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// dependencies reads map[featuregate.Feature][]featuregate.Feature{…}: the gates that another gate
// needs. It ignores gates that the release does not have.
func (s constants) dependencies(file source.File, out map[string]gate.State) (err error) {
	ast.Inspect(file.File, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || err != nil || !isDependencies(literal.Type) {
			return err == nil
		}
		for _, element := range literal.Elts {
			if err = s.needsOf(element, out); err != nil {
				return false
			}
		}
		return false
	})
	return err
}

func isDependencies(kind ast.Expr) bool {
	m, ok := kind.(*ast.MapType)
	if !ok || source.Name(m.Key) != "Feature" {
		return false
	}
	list, ok := m.Value.(*ast.ArrayType)
	return ok && source.Name(list.Elt) == "Feature"
}

func (s constants) needsOf(element ast.Expr, out map[string]gate.State) error {
	pair, ok := element.(*ast.KeyValueExpr)
	if !ok {
		return fmt.Errorf("a row of dependencies is no pair: %T", element)
	}
	list, ok := pair.Value.(*ast.CompositeLit)
	if !ok {
		return fmt.Errorf("the dependencies of %s are %T", source.Name(pair.Key), pair.Value)
	}
	var names []string
	for _, e := range append([]ast.Expr{pair.Key}, list.Elts...) {
		if call, is := e.(*ast.CallExpr); is && source.Name(call.Fun) == "Feature" && len(call.Args) == 1 {
			e = call.Args[0]
		}
		name, known := s[source.Name(e)]
		if !known {
			return fmt.Errorf("the gate %s in dependencies is no constant that is known", source.Name(e))
		}
		names = append(names, name)
	}
	if state, has := out[names[0]]; has {
		needed := names[1:]
		slices.Sort(needed)
		state.Needs = strings.Join(slices.Compact(needed), ",")
		out[names[0]] = state
	}
	return nil
}

package gates

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"

	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// stateOf reads the entry of a gate: one FeatureSpec, or since 1.31 one for each version that
// changed it. The last one up to the release applies. has is false if the gate begins later.
func (s constants) stateOf(value ast.Expr, r discovery.Release) (state gate.State, has bool, err error) {
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		return state, false, errors.New("its value is not a literal")
	}
	if _, pair := first(literal).(*ast.KeyValueExpr); pair || len(literal.Elts) == 0 {
		_, state, err = s.specOf(literal)
		return state, err == nil, err
	}
	for _, element := range literal.Elts {
		one, ok := element.(*ast.CompositeLit)
		if !ok {
			return state, false, fmt.Errorf("a spec of it is %T", element)
		}
		from, then, err := s.specOf(one)
		if err != nil {
			return state, false, err
		}
		if from.AtOrBefore(r) {
			state, has = then, true
		}
	}
	return state, has, nil
}

func first(literal *ast.CompositeLit) ast.Expr {
	if len(literal.Elts) == 0 {
		return nil
	}
	return literal.Elts[0]
}

// specOf reads a FeatureSpec, or kubeadm's Feature that contains one.
func (s constants) specOf(literal *ast.CompositeLit) (from discovery.Release, state gate.State, err error) {
	state.Stage = gate.Stable // featuregate.GA is the empty string
	var compatible discovery.Release
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return from, state, errors.New("a field of its spec has no name")
		}
		switch source.Name(pair.Key) {
		case "FeatureSpec":
			inner, ok := pair.Value.(*ast.CompositeLit)
			if !ok {
				return from, state, errors.New("its FeatureSpec is not a literal")
			}
			return s.specOf(inner)
		case "Default":
			state.Default, err = s.boolean(pair.Value)
		case "LockToDefault":
			state.Locked, err = s.boolean(pair.Value)
		case "PreRelease":
			state.Stage, err = stage(pair.Value)
		case "Version":
			from, err = version(pair.Value)
		case "MinCompatibilityVersion":
			compatible, err = version(pair.Value)
		case "HiddenInHelpText", "DeprecationMessage", "MinimumVersion":
		default:
			err = fmt.Errorf("the field %s of its spec is not known", source.Name(pair.Key))
		}
		if err != nil {
			return from, state, err
		}
	}
	// A component is compatible with the release before its own by default
	// (k8s.io/component-base/version), so the spec applies one release later.
	if compatible.Known() && from.AtOrBefore(compatible) {
		from = discovery.Release{Major: 1, Minor: compatible.Minor + 1}
	}
	return from, state, nil
}

// boolean reads true, false, or a constant with one of these values.
func (s constants) boolean(e ast.Expr) (bool, error) {
	switch cmp.Or(s[source.Name(e)], source.Name(e)) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return false, errors.New("a value is neither true nor false")
	}
}

func stage(e ast.Expr) (gate.Stage, error) {
	switch source.Name(e) {
	case "Alpha":
		return gate.Alpha, nil
	case "Beta":
		return gate.Beta, nil
	case "GA":
		return gate.Stable, nil
	case "Deprecated":
		return gate.Deprecated, nil
	default:
		return "", fmt.Errorf("its stage %q is not known", source.Name(e))
	}
}

// version reads version.MustParse("1.24").
func version(e ast.Expr) (discovery.Release, error) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return discovery.Release{}, errors.New("its version is not parsed from a text")
	}
	text, ok := source.Text(call.Args[0])
	if !ok {
		return discovery.Release{}, errors.New("its version is no text")
	}
	return discovery.ParseRelease(text)
}

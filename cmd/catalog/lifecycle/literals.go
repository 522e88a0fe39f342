package lifecycle

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"

	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery"
)

// readRelease reads the values 1, 25 of a return statement.
func readRelease(results []ast.Expr) (discovery.Release, error) {
	if len(results) != 2 {
		return discovery.Release{}, fmt.Errorf("it returns %d values, not a major and a minor", len(results))
	}
	var number [2]int
	for i, result := range results {
		literal, ok := result.(*ast.BasicLit)
		if !ok || literal.Kind != token.INT {
			return discovery.Release{}, errors.New("it returns something else than two constants")
		}
		n, err := strconv.Atoi(literal.Value)
		if err != nil {
			return discovery.Release{}, err
		}
		number[i] = n
	}
	return discovery.Release{Major: number[0], Minor: number[1]}, nil
}

// readReplacement reads schema.GroupVersionKind{Group: "g", Version: "v", Kind: "k"}.
func readReplacement(results []ast.Expr) (*discovery.GroupVersionKind, error) {
	if len(results) != 1 {
		return nil, fmt.Errorf("it returns %d values, not a kind", len(results))
	}
	fields, err := keyed(results[0])
	if err != nil {
		return nil, err
	}
	var name [3]string
	for i, key := range []string{"Group", "Version", "Kind"} {
		if name[i], err = text(fields[key]); err != nil {
			return nil, fmt.Errorf("%s of the replacement: %w", key, err)
		}
	}
	return &discovery.GroupVersionKind{Group: name[0], Version: name[1], Kind: name[2]}, nil
}

// readGroupVersion reads the group-version for which a package registers its types. It cannot be
// derived from the folder: core/v1 has the group "", and rbac/v1 has rbac.authorization.k8s.io.
func readGroupVersion(path string) (gv discovery.GroupVersion, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return gv, err
	}
	if gv.Group, err = text(value(file, "GroupName")); err != nil {
		return gv, fmt.Errorf("GroupName in %s: %w", path, err)
	}
	fields, err := keyed(value(file, "SchemeGroupVersion"))
	if err != nil {
		return gv, fmt.Errorf("SchemeGroupVersion in %s: %w", path, err)
	}
	if name, ok := fields["Group"].(*ast.Ident); !ok || name.Name != "GroupName" {
		return gv, fmt.Errorf("SchemeGroupVersion in %s: its group is not GroupName", path)
	}
	if gv.Version, err = text(fields["Version"]); err != nil {
		return gv, fmt.Errorf("the version of SchemeGroupVersion in %s: %w", path, err)
	}
	return gv, nil
}

// value returns the value of a constant or variable in a file; nil if there is none.
func value(file *ast.File, name string) ast.Expr {
	for declared, expr := range source.Values(file) {
		if declared == name {
			return expr
		}
	}
	return nil
}

// keyed returns the fields of a composite literal.
func keyed(expr ast.Expr) (map[string]ast.Expr, error) {
	if _, ok := expr.(*ast.CompositeLit); !ok {
		return nil, errors.New("it is not a literal of a struct")
	}
	fields, ok := source.Fields(expr)
	if !ok {
		return nil, errors.New("its fields have no names")
	}
	return fields, nil
}

func text(expr ast.Expr) (string, error) {
	text, ok := source.Text(expr)
	if !ok {
		return "", errors.New("it is not set to a constant text")
	}
	return text, nil
}

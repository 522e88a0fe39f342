package lifecycle

import (
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery"
)

// readModule reads the plans of every package below a folder into the union, and replaces earlier
// plans of the same kinds. It reads all files: most methods are in a generated file, but those of
// core/v1 are in a handwritten one.
func readModule(dir string, union plans.Plans) error {
	files, err := source.Files(dir, "APILifecycle")
	if err != nil {
		return err
	}
	packages := map[string]map[string]discovery.Lifecycle{}
	for _, file := range files {
		pkg := filepath.Dir(file.Path)
		if packages[pkg] == nil {
			packages[pkg] = map[string]discovery.Lifecycle{}
		}
		if err := readFile(file, packages[pkg]); err != nil {
			return err
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		plans := packages[pkg]
		if len(plans) == 0 {
			continue
		}
		gv, err := readGroupVersion(filepath.Join(pkg, "register.go"))
		if err != nil {
			return err
		}
		for kind, plan := range plans {
			union[gv.WithKind(kind)] = plan
		}
	}
	return nil
}

// readFile reads the methods APILifecycleIntroduced, …Deprecated, …Removed and …Replacement of the
// types in a file.
func readFile(file source.File, plans map[string]discovery.Lifecycle) error {
	for _, decl := range file.Decls {
		method, ok := decl.(*ast.FuncDecl)
		if !ok || method.Recv == nil || !strings.HasPrefix(method.Name.Name, "APILifecycle") {
			continue
		}
		kind, err := receiver(method)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", file.Path, method.Name, err)
		}
		plan := plans[kind]
		if err := readMethod(method, &plan); err != nil {
			return fmt.Errorf("%s: %s.%s: %w", file.Path, kind, method.Name, err)
		}
		plans[kind] = plan
	}
	return nil
}

func receiver(method *ast.FuncDecl) (string, error) {
	if star, ok := method.Recv.List[0].Type.(*ast.StarExpr); ok {
		if name, ok := star.X.(*ast.Ident); ok {
			return name.Name, nil
		}
	}
	return "", errors.New("its receiver is not a pointer to a type")
}

func readMethod(method *ast.FuncDecl, plan *discovery.Lifecycle) (err error) {
	if len(method.Body.List) != 1 {
		return errors.New("its body is more than a return")
	}
	result, ok := method.Body.List[0].(*ast.ReturnStmt)
	if !ok {
		return errors.New("its body is not a return")
	}
	switch method.Name.Name {
	case "APILifecycleIntroduced":
		plan.Introduced, err = readRelease(result.Results)
	case "APILifecycleDeprecated":
		plan.Deprecated, err = readRelease(result.Results)
	case "APILifecycleRemoved":
		plan.Removed, err = readRelease(result.Results)
	case "APILifecycleReplacement":
		plan.Replacement, err = readReplacement(result.Results)
	default:
		err = errors.New("the method is not known; teach it to this program")
	}
	return err
}

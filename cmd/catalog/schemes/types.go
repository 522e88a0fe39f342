package schemes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// Types finds the Go types of packages of modules.
type Types struct {
	schemes  Schemes
	packages map[string]map[string]*Spec
}

// NewTypes reads modules of a release.
func NewTypes(dirs map[string]string) Types {
	return Types{New(dirs), map[string]map[string]*Spec{}}
}

// Spec is the declaration of a type.
type Spec struct {
	*ast.TypeSpec
	pkg     string
	imports map[string]string
}

// Find returns a type; nil if its package is in none of the modules.
func (t Types) Find(of Type) (*Spec, error) {
	if types, read := t.packages[of.Package]; read {
		return types[of.Name], nil
	}
	types := map[string]*Spec{}
	t.packages[of.Package] = types
	module := t.schemes.module(of.Package)
	if module == "" {
		return nil, nil
	}
	names, err := filepath.Glob(filepath.Join(t.schemes.Dirs[module], filepath.FromSlash(strings.TrimPrefix(of.Package, module+"/")), "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if base := filepath.Base(name); strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "zz_") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		names := imports(file)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, is := n.(*ast.TypeSpec); is {
				types[spec.Name.Name] = &Spec{spec, of.Package, names}
			}
			return true
		})
	}
	return types[of.Name], nil
}

// Named returns the type that a name in the declaration refers to.
func (s *Spec) Named(e ast.Expr) Type {
	switch e := e.(type) {
	case *ast.Ident:
		return Type{s.pkg, e.Name}
	case *ast.SelectorExpr:
		if pkg, is := e.X.(*ast.Ident); is {
			return Type{s.imports[pkg.Name], e.Sel.Name}
		}
	}
	return Type{}
}

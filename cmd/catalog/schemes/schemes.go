// Package schemes reads in the Go source of Kubernetes which kinds a package registers in a scheme.
// It must not guess or compile: source that it does not understand is an error.
package schemes

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery"
)

// Schemes reads packages of modules, by the folders of the modules.
type Schemes struct {
	Dirs  map[string]string
	Found map[discovery.GroupVersionKind]Type
}

// Type is a Go type that is registered as a kind: its package and its name.
type Type struct{ Package, Name string }

// New reads modules of a release.
func New(dirs map[string]string) Schemes {
	return Schemes{dirs, map[discovery.GroupVersionKind]Type{}}
}

// version matches the last part of the path of a package of an API version.
var version = regexp.MustCompile(`^v\d+((alpha|beta)\d+)?$`)

// Install reads a package that registers versions of a group, by its calls of AddToScheme of the
// versions' packages.
func (s Schemes) Install(pkg string) error {
	files, err := s.parse(pkg)
	if err != nil {
		return err
	}
	versions := 0
	for _, file := range files {
		names := imports(file)
		for call := range calls(file, "AddToScheme") {
			of, is := call.Fun.(*ast.SelectorExpr).X.(*ast.Ident)
			if !is || names[of.Name] == "" {
				return errors.New("it calls the AddToScheme of something that is no package")
			}
			if !version.MatchString(path.Base(names[of.Name])) {
				continue // the internal version
			}
			versions++
			if err := s.version(names[of.Name]); err != nil {
				return fmt.Errorf("%s: %w", names[of.Name], err)
			}
		}
	}
	if versions == 0 {
		return errors.New("it registers no version")
	}
	return nil
}

// version reads a package that registers a version: its own types, or those of the package whose
// SchemeBuilder it uses.
func (s Schemes) version(pkg string) error {
	files, err := s.parse(pkg)
	if err != nil {
		return err
	}
	found := kindsOf(pkg, files, groupVersions(files))
	for _, file := range files {
		if types := s.builder(file); types != "" {
			theirs, err := s.parse(types)
			if err != nil {
				return err
			}
			maps.Copy(found, kindsOf(types, theirs, groupVersions(slices.Concat(files, theirs))))
		}
	}
	if len(found) == 0 {
		return errors.New("it registers no kinds, or names no SchemeGroupVersion")
	}
	maps.Copy(s.Found, found)
	return nil
}

// module returns the module that contains a package; "" if it is not read.
func (s Schemes) module(pkg string) string {
	for module := range s.Dirs {
		if strings.HasPrefix(pkg, module+"/") {
			return module
		}
	}
	return ""
}

// parse reads the handwritten files of a package.
func (s Schemes) parse(pkg string) (files []*ast.File, err error) {
	var names []string
	if module := s.module(pkg); module != "" {
		names, err = filepath.Glob(filepath.Join(s.Dirs[module], filepath.FromSlash(strings.TrimPrefix(pkg, module+"/")), "*.go"))
	}
	for _, name := range names {
		if base := filepath.Base(name); strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "zz_") || strings.HasPrefix(base, "generated") || strings.HasPrefix(base, "types") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if err == nil && len(files) == 0 {
		err = errors.New("the package " + pkg + " has no files")
	}
	return files, err
}

// imports returns the packages that a file imports, by their local names.
func imports(file *ast.File) map[string]string {
	out := map[string]string{}
	for _, i := range file.Imports {
		pkg, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue // the parser accepts no such import
		}
		name := path.Base(pkg)
		if i.Name != nil && i.Name.Name != "_" {
			name = i.Name.Name
		} else if i.Name != nil {
			name = pkg
		}
		out[name] = pkg
	}
	return out
}

// calls ranges over the calls of a function or method of a package or value.
func calls(node ast.Node, name string) func(func(*ast.CallExpr) bool) {
	return func(yield func(*ast.CallExpr) bool) {
		more := true
		ast.Inspect(node, func(n ast.Node) bool {
			if call, is := n.(*ast.CallExpr); is && more {
				if f, of := call.Fun.(*ast.SelectorExpr); of && f.Sel.Name == name {
					more = yield(call)
				}
			}
			return more
		})
	}
}

// kindsOf returns the types in the calls of AddKnownTypes and AddKnownTypeWithName, without lists
// and options.
func kindsOf(pkg string, files []*ast.File, versions map[string]discovery.GroupVersion) map[discovery.GroupVersionKind]Type {
	kinds := map[discovery.GroupVersionKind]Type{}
	add := func(gv discovery.GroupVersion, kind string, of ast.Expr) {
		name := typeName(of)
		if kind == "" {
			kind = name
		}
		if gv.Version == "" || name == "" || strings.HasSuffix(kind, "List") || strings.HasSuffix(kind, "Options") {
			return
		}
		kinds[gv.WithKind(kind)] = Type{pkg, name}
	}
	for _, file := range files {
		for call := range calls(file, "AddKnownTypes") {
			gv, _ := named(call.Args[0], versions)
			for _, arg := range call.Args[1:] {
				add(gv, "", arg)
			}
		}
		for call := range calls(file, "AddKnownTypeWithName") {
			gv, kind := named(call.Args[0], versions)
			add(gv, kind, call.Args[1])
		}
	}
	return kinds
}

// named reads SchemeGroupVersion, SchemeGroupVersion.WithKind("…"), and literals of
// schema.GroupVersion and GroupVersionKind.
func named(e ast.Expr, versions map[string]discovery.GroupVersion) (gv discovery.GroupVersion, kind string) {
	if name := source.Name(e); name != "" {
		return versions[name], ""
	}
	if call, is := e.(*ast.CallExpr); is && len(call.Args) == 1 {
		kind, _ = source.Text(call.Args[0])
		if with, is := call.Fun.(*ast.SelectorExpr); is && with.Sel.Name == "WithKind" {
			return versions[source.Name(with.X)], kind
		}
		return gv, kind
	}
	fields, _ := source.Fields(e)
	gv.Group, _ = source.Text(fields["Group"])
	gv.Version, _ = source.Text(fields["Version"])
	kind, _ = source.Text(fields["Kind"])
	return gv, kind
}

// typeName returns "T" for &T{}; "" for other expressions.
func typeName(e ast.Expr) string {
	of, is := e.(*ast.UnaryExpr)
	if !is {
		return ""
	}
	literal, is := of.X.(*ast.CompositeLit)
	if !is {
		return ""
	}
	t, is := literal.Type.(*ast.Ident)
	if !is {
		return ""
	}
	return t.Name
}

// builder returns the package whose types a package uses: "&storagev1.SchemeBuilder".
func (s Schemes) builder(file *ast.File) (pkg string) {
	names := imports(file)
	ast.Inspect(file, func(n ast.Node) bool {
		of, is := n.(*ast.SelectorExpr)
		if !is || of.Sel.Name != "SchemeBuilder" {
			return true
		}
		if name, is := of.X.(*ast.Ident); is && s.module(names[name.Name]) != "" {
			pkg = names[name.Name]
		}
		return true
	})
	return pkg
}

// groupVersions returns the variables with a schema.GroupVersion, by name.
func groupVersions(files []*ast.File) map[string]discovery.GroupVersion {
	texts, versions := map[string]string{}, map[string]discovery.GroupVersion{}
	literals := map[string]map[string]ast.Expr{}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, is := n.(*ast.ValueSpec)
			if !is || len(spec.Values) != 1 {
				return true
			}
			name := spec.Names[0].Name
			if text, is := source.Text(spec.Values[0]); is {
				texts[name] = text
			} else if fields, is := source.Fields(spec.Values[0]); is && fields["Version"] != nil {
				literals[name] = fields
			}
			return true
		})
	}
	for name, fields := range literals {
		gv := discovery.GroupVersion{Group: texts[source.Name(fields["Group"])]}
		if text, is := source.Text(fields["Group"]); is {
			gv.Group = text
		}
		gv.Version, _ = source.Text(fields["Version"])
		versions[name] = gv
	}
	return versions
}

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/source/modules"
)

// read finds the gates of a release in the folders of its modules. Those of
// client-go are the components' only since these take them over (1.30).
func read(dirs map[string]string, r discovery.Release) (map[gate.Set]map[string]gate.State, error) {
	kube := filepath.Join(dirs[modules.Kubernetes], "pkg", "features")
	folders := []string{
		kube, filepath.Join(dirs["k8s.io/apiserver"], "pkg", "features"), filepath.Join(dirs["k8s.io/apiextensions-apiserver"], "pkg", "features"), dirs["k8s.io/component-base"],
	}
	if dir := dirs["k8s.io/controller-manager"]; dir != "" {
		folders = append(folders, filepath.Join(dir, "pkg", "features"))
	}
	names := source{}
	if _, err := os.Stat(filepath.Join(kube, "client_adapter.go")); err == nil {
		folders = append(folders, filepath.Join(dirs["k8s.io/client-go"], "features"))
	}
	components, err := names.gates(folders, r)
	if err != nil {
		return nil, err
	}
	kubeadm, err := source{}.gates([]string{filepath.Join(dirs[modules.Kubernetes], "cmd", "kubeadm", "app", "features")}, r)
	return map[gate.Set]map[string]gate.State{gate.Components: components, gate.Kubeadm: kubeadm}, err
}

// source are the constants of packages: the names of gates by those of constants.
type source map[string]string

// gates reads the tables of gates of all packages below the folders.
func (s source) gates(folders []string, r discovery.Release) (map[string]gate.State, error) {
	var files []*ast.File
	for _, folder := range folders {
		some, err := parse(folder)
		if err != nil {
			return nil, err
		}
		files = append(files, some...)
	}
	for _, file := range files {
		if err := s.constants(file); err != nil {
			return nil, err
		}
	}
	out := map[string]gate.State{}
	for _, file := range files {
		if err := s.tables(file, r, out); err != nil {
			return nil, err
		}
	}
	for _, file := range files {
		if err := s.dependencies(file, out); err != nil {
			return nil, err
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no gates are in %v", folders)
	}
	return out, nil
}

// parse reads the Go files below a folder that speak of gates.
func parse(folder string) (files []*ast.File, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("Feature")) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		files = append(files, file)
		return err
	})
	return files, err
}

// constants takes the constants of text: Name featuregate.Feature = "Name", and the
// defaults that have a name.
func (s source) constants(file *ast.File) error {
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.CONST {
			continue
		}
		for _, spec := range general.Specs {
			v, ok := spec.(*ast.ValueSpec)
			if !ok || len(v.Values) != len(v.Names) {
				continue
			}
			for i, name := range v.Names {
				text := constantOf(v.Values[i])
				if text == "" {
					continue
				}
				if was, has := s[name.Name]; has && was != text {
					return fmt.Errorf("the constant %s is %q and %q", name.Name, was, text)
				}
				s[name.Name] = text
			}
		}
	}
	return nil
}

// tables reads map[featuregate.Feature]featuregate.FeatureSpec{…}, the same of
// VersionedSpecs, and kubeadm's FeatureList{…}.
func (s source) tables(file *ast.File, r discovery.Release, out map[string]gate.State) (err error) {
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || err != nil || !isTable(literal.Type) {
			return err == nil
		}
		for _, element := range literal.Elts {
			if err = s.row(element, r, out); err != nil {
				return false
			}
		}
		return false
	})
	return err
}

func isTable(kind ast.Expr) bool {
	if m, ok := kind.(*ast.MapType); ok {
		return slices.Contains([]string{"FeatureSpec", "VersionedSpecs"}, lastName(m.Value)) && lastName(m.Key) == "Feature"
	}
	return lastName(kind) == "FeatureList"
}

func (s source) row(element ast.Expr, r discovery.Release, out map[string]gate.State) error {
	pair, ok := element.(*ast.KeyValueExpr)
	if !ok {
		return fmt.Errorf("a row of a table of gates is no pair: %T", element)
	}
	name, known := s[lastName(pair.Key)]
	if !known {
		return fmt.Errorf("the gate %s is no constant that is known: %v", lastName(pair.Key), slices.Sorted(maps.Keys(s)))
	}
	if name == "AllAlpha" || name == "AllBeta" { // every release has these
		return nil
	}
	state, has, err := s.stateOf(pair.Value, r)
	if err != nil || !has {
		return wrap(name, err)
	}
	if was, twice := out[name]; twice && was != state {
		return fmt.Errorf("the gate %s is %v and %v", name, was, state)
	}
	out[name] = state
	return nil
}

func wrap(gate string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the gate %s: %w", gate, err)
}

// constantOf is the text of "A", of featuregate.Feature("A"), and of true and false;
// "" of all else.
func constantOf(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok && lastName(call.Fun) == "Feature" && len(call.Args) == 1 {
		e = call.Args[0]
	}
	if name := lastName(e); name == "true" || name == "false" {
		return name
	}
	text, _ := stringOf(e)
	return text
}

// lastName is "B" of a.B and of B.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	default:
		return ""
	}
}

func stringOf(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

package gates

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// read returns the gates of a release in the folders of its modules. The gates of client-go apply
// to the components only since they use them (1.30).
func read(dirs map[string]string, r discovery.Release) (map[gate.Set]map[string]gate.State, error) {
	kube := filepath.Join(dirs[modules.Kubernetes], "pkg", "features")
	folders := []string{
		kube, filepath.Join(dirs["k8s.io/apiserver"], "pkg", "features"), filepath.Join(dirs["k8s.io/apiextensions-apiserver"], "pkg", "features"), dirs["k8s.io/component-base"],
	}
	if dir := dirs["k8s.io/controller-manager"]; dir != "" {
		folders = append(folders, filepath.Join(dir, "pkg", "features"))
	}
	names := constants{}
	if _, err := os.Stat(filepath.Join(kube, "client_adapter.go")); err == nil {
		folders = append(folders, filepath.Join(dirs["k8s.io/client-go"], "features"))
	}
	components, err := names.gates(folders, r)
	if err != nil {
		return nil, err
	}
	kubeadm, err := constants{}.gates([]string{filepath.Join(dirs[modules.Kubernetes], "cmd", "kubeadm", "app", "features")}, r)
	return map[gate.Set]map[string]gate.State{gate.Components: components, gate.Kubeadm: kubeadm}, err
}

// constants maps the constants of packages to the names of gates.
type constants map[string]string

// gates reads the tables of gates in all packages below the folders.
func (s constants) gates(folders []string, r discovery.Release) (map[string]gate.State, error) {
	var files []source.File
	for _, folder := range folders {
		some, err := source.Files(folder, "Feature")
		if err != nil {
			return nil, err
		}
		files = append(files, some...)
	}
	for _, file := range files {
		if err := s.take(file); err != nil {
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

// take reads the string constants, such as Name featuregate.Feature = "Name", and the named
// defaults.
func (s constants) take(file source.File) error {
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

// tables reads map[featuregate.Feature]featuregate.FeatureSpec{…}, the same with VersionedSpecs,
// and kubeadm's FeatureList{…}.
func (s constants) tables(file source.File, r discovery.Release, out map[string]gate.State) (err error) {
	ast.Inspect(file.File, func(n ast.Node) bool {
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
		return slices.Contains([]string{"FeatureSpec", "VersionedSpecs"}, source.Name(m.Value)) && source.Name(m.Key) == "Feature"
	}
	return source.Name(kind) == "FeatureList"
}

func (s constants) row(element ast.Expr, r discovery.Release, out map[string]gate.State) error {
	pair, ok := element.(*ast.KeyValueExpr)
	if !ok {
		return fmt.Errorf("a row of a table of gates is no pair: %T", element)
	}
	name, known := s[source.Name(pair.Key)]
	if !known {
		return fmt.Errorf("the gate %s is no constant that is known: %v", source.Name(pair.Key), slices.Sorted(maps.Keys(s)))
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

// constantOf returns the text of "A", of featuregate.Feature("A"), and of true and false; "" for
// other expressions.
func constantOf(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok && source.Name(call.Fun) == "Feature" && len(call.Args) == 1 {
		e = call.Args[0]
	}
	if name := source.Name(e); name == "true" || name == "false" {
		return name
	}
	text, _ := source.Text(e)
	return text
}

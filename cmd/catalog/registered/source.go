package registered

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/source"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/discovery"
)

// read finds what is registered in the schemes of a release's API server. The rest
// of it imports the packages "install" of Kubernetes' own groups; the two servers
// behind it have one each.
func read(dirs map[string]string) (map[discovery.GroupVersionKind]bool, error) {
	s := schemes{dirs, map[discovery.GroupVersionKind]bool{}}
	installs := []string{apiextensions + "/pkg/apis/apiextensions/install", aggregator + "/pkg/apis/apiregistration/install"}
	own, err := s.knownVersions()
	if err != nil {
		return nil, err
	}
	for _, pkg := range append(own, installs...) {
		if err := s.install(pkg); err != nil {
			return nil, fmt.Errorf("%s: %w", pkg, err)
		}
	}
	return s.found, nil
}

// schemes reads packages of modules.
type schemes struct {
	dirs  map[string]string
	found map[discovery.GroupVersionKind]bool
}

// knownVersions are the packages that register Kubernetes' own groups.
func (s schemes) knownVersions() (pkgs []string, err error) {
	for _, dir := range []string{"controlplane", "master"} { // its name up to 1.20
		name := filepath.Join(s.dirs[modules.Kubernetes], "pkg", dir, "import_known_versions.go")
		if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, pkg := range imports(file) {
			if path.Base(pkg) == "install" {
				pkgs = append(pkgs, pkg)
			}
		}
		return pkgs, nil
	}
	return nil, errors.New("there is no import_known_versions.go")
}

// version is the last part of the path of a package of an API version.
var version = regexp.MustCompile(`^v\d+((alpha|beta)\d+)?$`)

// install reads a package that registers a group: each call of AddToScheme of a
// package of a version.
func (s schemes) install(pkg string) error {
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

// version reads a package that registers a version: its own types, or those of the
// package of k8s.io/api whose SchemeBuilder it takes.
func (s schemes) version(pkg string) error {
	files, err := s.parse(pkg)
	if err != nil {
		return err
	}
	gv := groupVersion(files)
	if gv.Version == "" {
		return errors.New("it names no SchemeGroupVersion")
	}
	kinds := kindsOf(files)
	for _, file := range files {
		if types := builder(file); types != "" {
			theirs, err := s.parse(types)
			if err != nil {
				return err
			}
			kinds = append(kinds, kindsOf(theirs)...)
		}
	}
	if len(kinds) == 0 {
		return errors.New("it registers no kinds")
	}
	for _, kind := range append(kinds, "") {
		s.found[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: kind}] = true
	}
	return nil
}

// parse reads the files of a package that are written by hand.
func (s schemes) parse(pkg string) (files []*ast.File, err error) {
	var names []string
	for module, dir := range s.dirs {
		if rest, in := strings.CutPrefix(pkg, module+"/"); in {
			names, err = filepath.Glob(filepath.Join(dir, filepath.FromSlash(rest), "*.go"))
		}
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

// imports are the packages that a file imports, by the names that it uses.
func imports(file *ast.File) map[string]string {
	out := map[string]string{}
	for _, i := range file.Imports {
		pkg, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue // the parser takes none such
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

// calls are those of a function or method of a package or value.
func calls(node ast.Node, name string) func(func(*ast.CallExpr) bool) {
	return func(yield func(*ast.CallExpr) bool) {
		ast.Inspect(node, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is {
				return true
			}
			if f, of := call.Fun.(*ast.SelectorExpr); of && f.Sel.Name == name {
				return yield(call)
			}
			return true
		})
	}
}

// kindsOf are the types of the calls of AddKnownTypes, without lists and options.
func kindsOf(files []*ast.File) (kinds []string) {
	for _, file := range files {
		for call := range calls(file, "AddKnownTypes") {
			for _, arg := range call.Args[1:] {
				of, is := arg.(*ast.UnaryExpr)
				if !is {
					continue
				}
				literal, is := of.X.(*ast.CompositeLit)
				if !is {
					continue
				}
				if t, is := literal.Type.(*ast.Ident); is && !strings.HasSuffix(t.Name, "List") && !strings.HasSuffix(t.Name, "Options") {
					kinds = append(kinds, t.Name)
				}
			}
		}
	}
	return kinds
}

// builder is the package whose types a package takes: "&storagev1.SchemeBuilder".
func builder(file *ast.File) (pkg string) {
	names := imports(file)
	ast.Inspect(file, func(n ast.Node) bool {
		of, is := n.(*ast.SelectorExpr)
		if !is || of.Sel.Name != "SchemeBuilder" {
			return true
		}
		if name, is := of.X.(*ast.Ident); is && strings.HasPrefix(names[name.Name], api+"/") {
			pkg = names[name.Name]
		}
		return true
	})
	return pkg
}

// groupVersion reads the constant GroupName and the version of SchemeGroupVersion.
func groupVersion(files []*ast.File) (gv discovery.GroupVersion) {
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, is := n.(*ast.ValueSpec)
			if !is || len(spec.Values) != 1 {
				return true
			}
			switch spec.Names[0].Name {
			case "GroupName":
				gv.Group, _ = source.Text(spec.Values[0])
			case "SchemeGroupVersion":
				fields, _ := source.Fields(spec.Values[0])
				gv.Version, _ = source.Text(fields["Version"])
			}
			return true
		})
	}
	return gv
}

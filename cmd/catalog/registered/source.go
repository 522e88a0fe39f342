package registered

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/schemes"
	"github.com/kubedelta/kubedelta/discovery"
)

// read returns the kinds that are registered in the schemes of a release's API server. The server
// imports the packages "install" of Kubernetes' own groups. The two servers behind it have one such
// package each.
func read(dirs map[string]string) (map[discovery.GroupVersionKind]bool, error) {
	s := schemes.New(dirs)
	installs := []string{apiextensions + "/pkg/apis/apiextensions/install", aggregator + "/pkg/apis/apiregistration/install"}
	own, err := knownVersions(dirs)
	if err != nil {
		return nil, err
	}
	for _, pkg := range append(own, installs...) {
		if err := s.Install(pkg); err != nil {
			return nil, fmt.Errorf("%s: %w", pkg, err)
		}
	}
	found := map[discovery.GroupVersionKind]bool{}
	for key := range s.Found {
		found[key], found[discovery.GroupVersionKind{Group: key.Group, Version: key.Version}] = true, true
	}
	return found, nil
}

// knownVersions returns the packages that register Kubernetes' own groups.
func knownVersions(dirs map[string]string) (pkgs []string, err error) {
	for _, dir := range []string{"controlplane", "master"} { // the name up to 1.20
		name := filepath.Join(dirs[modules.Kubernetes], "pkg", dir, "import_known_versions.go")
		if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range file.Imports {
			if pkg, err := strconv.Unquote(spec.Path.Value); err == nil && path.Base(pkg) == "install" {
				pkgs = append(pkgs, pkg)
			}
		}
		return pkgs, nil
	}
	return nil, errors.New("there is no import_known_versions.go")
}

// Command reader writes what the published Go modules of one release of
// Kubernetes say of its API, as one JSON document on standard output.
//
// It is compiled against those very modules, which is why it is a module of its
// own with one module file for each release:
//
//	go run -modfile=release-1.37.mod .
//
// A release is added by copying a module file, setting the five versions in it
// and running go mod tidy -modfile=release-1.38.mod. All five are one version;
// which patch of a minor makes no difference to the API (measured: v0.36.0 and
// v0.36.6, v0.37.0 and v0.37.2 give the same document).
//
// Resources, scopes, verbs and subresources are what the typed clients request
// (see [readResources]); schemas are what OpenAPI generation would write of the
// Go types, as far as the types themselves tell it (see [schemas]). It reads no
// network and no file, and must not import the main module: its output is the
// only link between the two.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "reader:", err)
		os.Exit(1)
	}
}

func run(w io.Writer) error {
	release, modules, err := builtAgainst()
	if err != nil {
		return err
	}
	served, err := readResources(release)
	if err != nil {
		return err
	}
	schemas, err := readSchemas(served.types)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(bundle{
		Release:   release.String(),
		Version:   release.version,
		Modules:   modules,
		Resources: served.resources,
		OpenAPI:   openAPI{Components: components{Schemas: schemas}},
	})
}

// Package modules fetches the Go modules that Kubernetes publishes of each release,
// for the generators of tables. It reads no source, and nothing of it is in the
// product.
package modules

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Oldest is the first minor release that the generators read.
const Oldest = 19

// Kubernetes is the module with the tag of the release itself, v1.N.P. All others
// are published beside it, as v0.N.P.
const Kubernetes = "k8s.io/kubernetes"

// Fetch downloads modules of a minor release into the module cache through the go
// command, which checks them against the checksum database, and returns their
// folders there, by module. Of each module the first patch is read: it exists as soon
// as the minor does and never changes, and patches neither bring nor take APIs. A few
// first patches cannot be had with a checksum; the one behind it says the same.
func Fetch(ctx context.Context, minor int, modules ...string) (map[string]string, error) {
	return fetch(ctx, minor, []int{0, 1, 2, 3}, modules)
}

// FetchPatch downloads modules of a patch release likewise, each from the patch or
// from the newest one before it that has the module.
func FetchPatch(ctx context.Context, minor, patch int, modules ...string) (map[string]string, error) {
	var patches []int
	for ; patch >= 0; patch-- {
		patches = append(patches, patch)
	}
	return fetch(ctx, minor, patches, modules)
}

// fetch takes each module from the first of some patches that has it.
func fetch(ctx context.Context, minor int, patches []int, modules []string) (map[string]string, error) {
	dirs := map[string]string{}
	var err error
	for _, patch := range patches {
		if len(dirs) < len(modules) {
			err = download(ctx, minor, patch, modules, dirs)
		}
	}
	if len(dirs) < len(modules) {
		return nil, fmt.Errorf("the modules of Kubernetes 1.%d could not be downloaded; is the Go module proxy reachable? %w", minor, err)
	}
	return dirs, nil
}

// download fetches a patch of those that have no folder yet. One that is missing
// does not keep the others back.
func download(ctx context.Context, minor, patch int, modules []string, dirs map[string]string) error {
	args := []string{"mod", "download", "-json"}
	for _, module := range modules {
		if _, has := dirs[module]; !has {
			args = append(args, fmt.Sprintf("%s@v%d.%d.%d", module, major(module), minor, patch))
		}
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = os.TempDir() // outside any module: nothing is added to go.sum
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	readErr := read(out, dirs)
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return errors.Join(readErr, err)
}

func major(module string) int {
	if module == Kubernetes {
		return 1
	}
	return 0
}

// read reads what go mod download -json tells of each module.
func read(out []byte, dirs map[string]string) (err error) {
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var module struct{ Path, Version, Error, Dir string }
		switch end := decoder.Decode(&module); {
		case errors.Is(end, io.EOF):
			return err
		case end != nil:
			return fmt.Errorf("the answer of go mod download is not JSON: %w", end)
		case module.Error != "":
			err = errors.Join(err, fmt.Errorf("%s@%s: %s", module.Path, module.Version, module.Error))
		case module.Dir == "":
			err = errors.Join(err, fmt.Errorf("%s@%s: go mod download names no folder", module.Path, module.Version))
		default:
			dirs[module.Path] = module.Dir
		}
	}
}

// Package modules downloads the Go modules that Kubernetes publishes for each release. It must not
// read source.
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

	"github.com/kubedelta/kubedelta/discovery"
)

// oldest is the first minor release that is read.
const oldest = 19

// Oldest is the first release that is read; the newest is [discovery.Newest].
func Oldest() discovery.Release { return discovery.Release{Major: 1, Minor: oldest} }

// Kubernetes is the module with the tag of the release itself, v1.N.P. Other modules have the
// version v0.N.P.
const Kubernetes = "k8s.io/kubernetes"

// Each calls read with the folders of modules for each release, from the oldest to the newest.
func Each(ctx context.Context, wanted func(minor int) []string, read func(discovery.Release, map[string]string) error) error {
	for minor := oldest; minor <= discovery.NewestMinor; minor++ {
		dirs, err := First(ctx, minor, wanted(minor))
		if err != nil {
			return err
		}
		if err := read(discovery.Release{Major: 1, Minor: minor}, dirs); err != nil {
			return fmt.Errorf("the modules of Kubernetes 1.%d: %w", minor, err)
		}
	}
	return nil
}

// First returns the folders of modules of a release. It uses the first patch of each module,
// because it exists as soon as the minor release and never changes, and patches neither add nor
// remove APIs. A few first patches have no checksum; the next patch has the same content.
func First(ctx context.Context, minor int, wanted []string) (map[string]string, error) {
	return fetch(ctx, minor, []int{0, 1, 2, 3}, wanted)
}

// Patch returns the folders of modules of a patch release, each from that patch or the newest
// earlier one that has the module.
func Patch(ctx context.Context, minor, patch int, wanted []string) (map[string]string, error) {
	var patches []int
	for ; patch >= 0; patch-- {
		patches = append(patches, patch)
	}
	return fetch(ctx, minor, patches, wanted)
}

// fetch downloads modules of a minor release into the module cache with the go command, which
// verifies them with the checksum database. It returns their folders by module, each from the first
// patch that has it.
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

// download downloads a patch of the modules that have no folder yet. A missing module does not
// affect the others.
func download(ctx context.Context, minor, patch int, modules []string, dirs map[string]string) error {
	args := []string{"mod", "download", "-json"}
	for _, module := range modules {
		if _, has := dirs[module]; !has {
			args = append(args, fmt.Sprintf("%s@v%d.%d.%d", module, major(module), minor, patch))
		}
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = os.TempDir() // outside any module, so that go.sum does not change
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	readErr := folders(out, dirs)
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

// folders reads the output of go mod download -json.
func folders(out []byte, dirs map[string]string) (err error) {
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

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// oldest is the first minor whose types have lifecycle methods. Of each minor the
// first patch is read: it exists as soon as the minor does and never changes, so
// neither does the table, and patches do not change APIs.
const oldest = 19

// modules hold the kinds of every API server of a control plane.
//
//nolint:gochecknoglobals // a constant list; Go has no constant slices.
var modules = []string{"k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/kube-aggregator"}

// download fetches the modules of one release into the module cache and returns
// their folders there.
func download(ctx context.Context, release string) ([]string, error) {
	args := []string{"mod", "download", "-json"}
	for _, module := range modules {
		args = append(args, module+"@"+release)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = os.TempDir() // outside any module: nothing is to be added to go.sum
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, runErr := cmd.Output()
	dirs, err := readDownloads(out)
	if err = errors.Join(err, runErr); err != nil {
		return nil, fmt.Errorf("the modules %v of %s could not be downloaded; is the Go module proxy reachable? %w\n%s", modules, release, err, stderr.Bytes())
	}
	return dirs, nil
}

// readDownloads reads what go mod download -json tells of each module.
func readDownloads(out []byte) (dirs []string, err error) {
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var module struct{ Path, Version, Error, Dir string }
		switch err := decoder.Decode(&module); {
		case errors.Is(err, io.EOF):
			return dirs, nil
		case err != nil:
			return nil, fmt.Errorf("the answer of go mod download is not JSON: %w", err)
		case module.Error != "":
			return nil, fmt.Errorf("%s@%s: %s", module.Path, module.Version, module.Error)
		}
		dirs = append(dirs, module.Dir)
	}
}

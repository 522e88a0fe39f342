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

// firstMinor is the first release that is read. Of each it is the first patch: it
// never changes, and patches neither bring versions nor take them.
const firstMinor = 19

const (
	kubernetes    = "k8s.io/kubernetes"
	api           = "k8s.io/api"
	apiextensions = "k8s.io/apiextensions-apiserver"
	aggregator    = "k8s.io/kube-aggregator"
)

// download fetches the modules of one release into the module cache and returns
// their folders there, by module.
func download(ctx context.Context, minor int) (map[string]string, error) {
	args := []string{"mod", "download", "-json", fmt.Sprintf("%s@v1.%d.0", kubernetes, minor)}
	for _, staging := range []string{api, apiextensions, aggregator} {
		args = append(args, fmt.Sprintf("%s@v0.%d.0", staging, minor))
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = os.TempDir() // outside any module: nothing is to be added to go.sum
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, runErr := cmd.Output()
	dirs, err := readDownloads(out)
	if err = errors.Join(err, runErr); err != nil {
		return nil, fmt.Errorf("the modules of Kubernetes 1.%d could not be downloaded; is the Go module proxy reachable? %w\n%s", minor, err, stderr.Bytes())
	}
	return dirs, nil
}

// readDownloads reads what go mod download -json tells of each module.
func readDownloads(out []byte) (map[string]string, error) {
	dirs := map[string]string{}
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
		dirs[module.Path] = module.Dir
	}
}

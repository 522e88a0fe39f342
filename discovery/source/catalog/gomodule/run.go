package gomodule

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// readerFolder is the reader's module in a checkout of kubedelta.
const readerFolder = "discovery/source/catalog/gomodule/reader"

// Run compiles the reader in a checkout of kubedelta against the modules of a
// release, downloading them where needed, and returns the document it writes:
// the same bytes for the same modules, to be read by [Decode].
func Run(ctx context.Context, checkout string, release discovery.Release) ([]byte, error) {
	return goCommand(ctx, checkout, release, "run")
}

// goCommand runs a subcommand of go on the reader and returns its output.
func goCommand(ctx context.Context, checkout string, release discovery.Release, subcommand string) ([]byte, error) {
	dir := filepath.Join(checkout, filepath.FromSlash(readerFolder))
	modfile := "release-" + release.String() + ".mod"
	if _, err := os.Stat(filepath.Join(dir, modfile)); err != nil {
		return nil, fmt.Errorf("there is no module file for Kubernetes %s; copy one of %s, set its versions and run go mod tidy -modfile=%s there: %w", release, dir, modfile, err)
	}
	cmd := exec.CommandContext(ctx, "go", subcommand, "-modfile="+modfile, ".") //nolint:gosec // a release of ours, no input of a user
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off") // a workspace would choose the modules
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("the reader of Kubernetes %s failed on go %s in %s: %w\n%s%s", release, subcommand, dir, err, tail(&stdout), tail(&stderr))
	}
	return stdout.Bytes(), nil
}

// tail keeps the end of an output, which is where the reason stands.
func tail(out *bytes.Buffer) string {
	const enough = 4000
	text := out.String()
	if len(text) > enough {
		text = "…" + strings.ToValidUTF8(text[len(text)-enough:], "")
	}
	return text
}

package local

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Assets are the programs of a server.
type Assets struct {
	// APIServer and Etcd are paths.
	APIServer, Etcd string
	// From is the place where they were found: "--assets", "$KUBEBUILDER_ASSETS", "$PATH".
	From string
}

// Place is a place where programs are searched.
type Place struct{ Name, Dir string }

const (
	apiServer = "kube-apiserver"
	etcd      = "etcd"
)

// MissingError reports that no program of a release was found, and how to get one.
type MissingError struct {
	Release discovery.Release
	// Found is what was found instead.
	Found []string
	// Elsewhere: the command has neither --assets nor --download.
	Elsewhere bool
}

func (e *MissingError) Error() string {
	places, use := "--assets, $KUBEBUILDER_ASSETS", "use --download"
	if e.Elsewhere {
		places, use = "$KUBEBUILDER_ASSETS, earlier downloads", "run kubedelta rehearse with --download once"
	}
	text := fmt.Sprintf("no kube-apiserver of %s was found in %s or $PATH: %s, or run setup-envtest use %s and set KUBEBUILDER_ASSETS to the folder that it prints", e.Release, places, use, e.Release)
	if len(e.Found) > 0 {
		text += " (found: " + strings.Join(e.Found, "; ") + ")"
	}
	return text
}

// Find searches the programs of a release in places, in their order, and in $PATH.
func Find(ctx context.Context, r discovery.Release, places ...Place) (Assets, error) {
	missing := &MissingError{Release: r}
	places = append(places, Place{Name: "$PATH"})
	for _, p := range places {
		path := lookIn(p.Dir, apiServer)
		if path == "" {
			continue
		}
		version, err := versionOf(ctx, path)
		switch {
		case err != nil:
			missing.Found = append(missing.Found, fmt.Sprintf("the kube-apiserver in %s does not report its version: %s", p.Name, err))
		case version.Major != r.Major || version.Minor != r.Minor:
			missing.Found = append(missing.Found, fmt.Sprintf("the kube-apiserver in %s is version %s", p.Name, version))
		default:
			a := Assets{APIServer: path, Etcd: lookIn(p.Dir, etcd), From: p.Name}
			if a.Etcd == "" {
				a.Etcd = lookIn("", etcd)
			}
			if a.Etcd == "" {
				return a, fmt.Errorf("no etcd was found in %s or $PATH, which kube-apiserver needs: use --download, or run setup-envtest use %s and set KUBEBUILDER_ASSETS to the folder that it prints", p.Name, r)
			}
			return a, nil
		}
	}
	return Assets{}, missing
}

// lookIn finds a program in a folder, or in $PATH if dir is "".
func lookIn(dir, name string) string {
	if dir != "" {
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		name = filepath.Join(dir, name)
		if info, err := os.Stat(name); err != nil || info.IsDir() {
			return ""
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	if path, err = filepath.Abs(path); err != nil {
		return ""
	}
	return path
}

// versionOf runs a kube-apiserver with --version, which prints "Kubernetes v1.36.0".
func versionOf(ctx context.Context, path string) (discovery.Release, error) {
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return discovery.Release{}, err
	}
	_, version, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return discovery.ParseRelease(version)
}

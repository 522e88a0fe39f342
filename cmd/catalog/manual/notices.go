package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// platforms are the platforms of the releases. The linked modules differ between them.
//
//nolint:gochecknoglobals // a constant table
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// module is a module that the binary links.
type module struct{ Path, Version, Dir string }

// notices returns the licences and notices of all linked modules, which must be distributed with
// the binary: BSD-3-Clause 2, MIT, Apache-2.0 4(d).
func notices(ctx context.Context) ([]byte, error) {
	modules, err := linked(ctx)
	if err != nil {
		return nil, err
	}
	var order []string // each text once, for its first module
	of := map[string][]string{}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		m := modules[path]
		texts, err := licences(m.Dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			return nil, fmt.Errorf("%s %s has no licence file: each linked module must have one", m.Path, m.Version)
		}
		for _, text := range texts {
			if of[text] == nil {
				order = append(order, text)
			}
			of[text] = append(of[text], strings.TrimSpace(m.Path+" "+m.Version))
		}
	}
	out := bytes.NewBufferString(builtIn + "The modules that kubedelta contains, with their licences.\n")
	for _, text := range order {
		fmt.Fprintf(out, "\n%s\n%s\n%s\n\n%s\n", rule, strings.Join(of[text], "\n"), rule, text)
	}
	return out.Bytes(), nil
}

// builtIn names the data of other projects in the binary. The text of their licence is in the file
// for the modules of Kubernetes.
const builtIn = `kubedelta has the release notes of Kubernetes built in. Copyright The Kubernetes
Authors, https://github.com/kubernetes/kubernetes and
https://github.com/kubernetes/sig-release, licensed under the Apache License,
Version 2.0. They were parsed and put together by kubedelta.

`

const rule = "========================================================================"

// linked asks the go command for each platform.
func linked(ctx context.Context) (map[string]module, error) {
	all := map[string]module{}
	for _, platform := range platforms {
		goos, goarch, _ := strings.Cut(platform, "/")
		cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Standard,Module", "./cmd/kubedelta")
		cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w; run this in the checkout's root", platform, err)
		}
		if err := addModules(all, out); err != nil {
			return nil, err
		}
	}
	standard, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	all["std"] = module{Path: "Go's standard library", Dir: strings.TrimSpace(string(standard))}
	return all, nil
}

func addModules(all map[string]module, list []byte) error {
	dec := json.NewDecoder(bytes.NewReader(list))
	for {
		var p struct {
			Standard bool
			Module   *struct {
				module
				Main bool
			}
		}
		switch err := dec.Decode(&p); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case p.Standard || p.Module == nil || p.Module.Main:
		default:
			all[p.Module.Path] = p.Module.module
		}
	}
}

// licences returns the licence texts in a module's root, and in folders with code of other
// projects.
func licences(dir string) (texts []string, err error) {
	root := os.DirFS(dir)
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		name := strings.ToUpper(d.Name())
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if path != "." && (name == "TESTDATA" || strings.HasPrefix(name, ".") || isGo(root)) {
				return fs.SkipDir
			}
			return nil
		case !isLicence(name):
			return nil
		}
		text, err := fs.ReadFile(root, path)
		shown := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		if err == nil && !slices.Contains(texts, shown) {
			texts = append(texts, shown)
		}
		return err
	})
	return texts, err
}

// isGo reports whether a folder is the Go distribution, whose licence is in its root.
func isGo(root fs.FS) bool {
	_, err := fs.Stat(root, "src/runtime")
	return err == nil
}

func isLicence(upper string) bool {
	if strings.HasSuffix(upper, ".GO") { // code about licences
		return false
	}
	for _, word := range []string{"LICENSE", "LICENCE", "NOTICE", "COPYING", "PATENTS"} {
		if strings.HasPrefix(upper, word) {
			return true
		}
	}
	return false
}

package kustomize

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync"

	"gopkg.in/yaml.v3"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// Built is one object of a built kustomization.
type Built struct {
	// Data is the object as YAML.
	Data []byte
	// Place is that of the apiVersion in the resource file, of which only the file may be known. For
	// generated objects it is the kustomization file that has the generator, and for objects that are
	// not found in any file that of the build.
	Place
	// Generated says that a generator made the object.
	Generated bool
	// Name and Namespace are those in File, before the kustomization changes them.
	Name, Namespace string

	// kind is that in File, and own what File has of the object; nil if the place is not known.
	// built is the name of the built object.
	kind, built string
	own         *yaml.Node
	file        string
	patches     *patches
}

// Names returns the names of kustomization files, in the order in which kustomize looks for them.
func Names() []string { return []string{"kustomization.yaml", "kustomization.yml", "Kustomization"} }

// Is reports whether a folder is a kustomization.
func Is(dir string) bool {
	_, ok := fileOf(dir)
	return ok
}

// fileOf finds the kustomization file of a folder.
func fileOf(dir string) (string, bool) {
	for _, name := range Names() {
		file := filepath.Join(dir, name)
		if exists(file) {
			return file, true
		}
	}
	return "", false
}

func exists(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// library serialises the builds: kustomize's library has the OpenAPI schema of the current build
// in a global variable.
//
//nolint:gochecknoglobals // guards a global of the library
var library sync.Mutex

// BuildAs builds the kustomization in a folder; the paths in the result begin with shown. The error
// is a [RefusedError] if the build would access the network, run a program, or exceed a limit of
// files. A kustomization that takes more than [MaxWork] is not built.
func BuildAs(ctx context.Context, dir, shown string) ([]Built, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, fmt.Errorf("the kustomization cannot be read: %w", err)
	}
	all := weigh(ctx, root)
	if all.work > MaxWork {
		return nil, errTooMuch
	}
	g := &guard{FileSystem: filesys.MakeFsOnDisk(), ctx: ctx, root: root, traced: all.traceable(), places: map[string][]place{}}
	type answer struct {
		built []Built
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		// Kustomize takes no context. When the context is done, the guard refuses all reads,
		// which ends the build.
		built, err := g.build(shown)
		done <- answer{built, err}
	}()
	select {
	case a := <-done:
		return a.built, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var errTooMuch = errors.New("it has too many objects in too many kustomizations to be built: build it with kustomize and scan the result")

func (g *guard) build(dir string) (built []Built, err error) {
	library.Lock()
	defer library.Unlock()
	defer func() {
		if p := recover(); p != nil {
			built, err = nil, fmt.Errorf("kustomize failed on the kustomization: %v", p)
		}
	}()
	defer silence()()
	objects, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(g, g.root)
	if g.refused != nil {
		return nil, g.refused
	}
	if err != nil {
		return nil, errors.New(g.plain(err.Error()))
	}
	if objects.Size() > maxObjects {
		return nil, fmt.Errorf("the kustomization generates more than %d objects", maxObjects)
	}
	return g.describe(dir, objects)
}

// silence suppresses what the library writes to standard error, such as warnings about deprecated
// fields. No other code here writes there through these globals.
//
//nolint:forbidigo // nothing is written to the log: the library's lines are kept out
func silence() (restore func()) {
	nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return func() {}
	}
	out, logged := os.Stderr, log.Writer()
	os.Stderr = nowhere
	log.SetOutput(nowhere)
	return func() {
		os.Stderr = out
		log.SetOutput(logged)
		_ = nowhere.Close()
	}
}

// maxObjects limits the number of objects of a build.
const maxObjects = 50_000

func (g *guard) describe(dir string, objects resmap.ResMap) (out []Built, err error) {
	g.patches = &patches{root: g.root, shown: dir, seen: map[string]bool{}, lines: map[string][]string{}, copies: map[*yaml.Node]int{}, turns: map[*yaml.Node]map[string]int{}}
	for _, r := range objects.Resources() {
		b, err := g.describeOne(dir, r)
		if err != nil {
			return nil, err
		}
		if b.own != nil {
			g.patches.copies[b.own]++
		}
		out = append(out, b)
	}
	return out, nil
}

func (g *guard) describeOne(dir string, r *resource.Resource) (b Built, err error) {
	origin, err := r.GetOrigin()
	if err != nil {
		return b, fmt.Errorf("the origin of %s cannot be read: %w", r.CurId(), err)
	}
	if err := r.SetOrigin(nil); err != nil {
		return b, err
	}
	annotations := r.GetAnnotations()
	delete(annotations, originAnnotation)
	if err := r.SetAnnotations(annotations); err != nil {
		return b, err
	}
	if b.Data, err = r.AsYAML(); err != nil {
		return b, err
	}
	b.Name, b.Namespace = r.GetName(), r.GetNamespace()
	b.kind, b.built, b.patches = r.GetKind(), b.Name, g.patches
	if origin == nil {
		if !g.search(&b, r) {
			file, _ := fileOf(g.root)
			b.File, b.Generated = filepath.ToSlash(filepath.Join(dir, filepath.Base(file))), !g.traced && generated(b.kind)
		}
		return b, nil
	}
	switch {
	case origin.Path != "":
		b.Place = g.patches.place(filepath.Join(g.root, origin.Path), 0, 0, 0)
		g.locate(&b, filepath.Join(g.root, origin.Path), r, true)
	case g.search(&b, r):
		// A patch that replaces the annotations removes the origin.
	case origin.ConfiguredIn != "":
		// No generator that is run makes other kinds: such an object is one of a file that is not known.
		b.File, b.Generated = filepath.ToSlash(filepath.Join(dir, origin.ConfiguredIn)), generated(b.kind)
	}
	return b, nil
}

// generated reports whether a generator of kustomize may have made an object of a kind.
func generated(kind string) bool { return kind == "ConfigMap" || kind == "Secret" }

// search looks for an object in all files that the build read. If origins are recorded, an object
// without one that a generator can make is not looked for.
func (g *guard) search(b *Built, r *resource.Resource) bool {
	if g.traced && generated(r.GetKind()) {
		return false
	}
	found, longest := *b, 0
	for _, file := range g.resources {
		one := *b
		g.locate(&one, file, r, false)
		if length := len(one.Name); one.Line > 0 && (length > longest || length == longest && one.Namespace == b.Namespace) { // as in nearest
			found, longest = one, length
		}
	}
	*b = found
	return longest > 0
}

const originAnnotation = "config.kubernetes.io/origin"

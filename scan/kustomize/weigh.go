package kustomize

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Work is the work of building a kustomization, in steps of about a microsecond. It is computed
// from the files before the build, so that slow and fast machines build the same. In each
// kustomization, the library compares each object with each other, for its name and its name
// references, applies each transformation to each object, and copies all objects.
type Work int64

// MaxWork is the limit of one build: 5,000 objects without a base.
const MaxWork Work = 25_000_000

// bytesAStep is how many bytes of objects are copied in one step.
const bytesAStep = 4

// Take subtracts work from what is left, and reports whether that was enough.
func (left *Work) Take(work Work) bool {
	if work > *left {
		return false
	}
	*left -= work
	return true
}

// WorkOf returns the work of a build. It stops counting above MaxWork.
func WorkOf(ctx context.Context, dir string) Work { return weigh(ctx, dir).work }

func weigh(ctx context.Context, dir string) weight {
	w := weigher{ctx: ctx, folders: map[string]weight{}, files: map[string]weight{}}
	return w.folder(Real(dir))
}

// weight is the size of a file or a folder, and the work of building it. turns is how many
// transformations an object passes through.
type weight struct {
	objects, bytes, lines, turns int
	work                         Work
}

// traceable reports whether kustomize can record the source of each object in less than a second. For
// each transformation of each object, it also reads and writes the list of all earlier ones
// (AddTransformation in kustomize's api/resource): 200 patches of 200 objects take more than a minute.
func (a *weight) traceable() bool {
	const most = 30_000
	return Work(a.objects)*Work(a.turns)*Work(a.turns) <= most
}

// turnsOf is the number of transformations of a kustomization, without its components.
func turnsOf(k *types.Kustomization) int {
	return len(k.Patches) + len(k.PatchesStrategicMerge) + len(k.PatchesJson6902) + //nolint:staticcheck // deprecated and still in use
		len(k.Replacements) + len(k.Images) + len(k.Replicas) + len(k.Labels) + len(k.Transformers)
}

type weigher struct {
	ctx            context.Context
	folders, files map[string]weight
	reader         reader.Reader
}

// endless returns the weight of a build that exceeds the limits.
func endless() weight { return weight{objects: maxObjects, bytes: maxRead, work: MaxWork + 1} }

func (w *weigher) folder(dir string) weight {
	if known, is := w.folders[dir]; is {
		return known // zero for a folder that contains itself, which cannot be built
	}
	file, found := fileOf(dir)
	if !found || dir == "" || w.ctx.Err() != nil {
		return weight{}
	}
	if len(w.folders) > maxKustomizations {
		return endless()
	}
	w.folders[dir] = weight{}
	own := w.file(file)
	k, read := kustomizationIn(bounded(file))
	if own.bytes == 0 || !read {
		return weight{} // the build reports the error
	}
	all, turns := weight{objects: len(k.ConfigMapGenerator) + len(k.SecretGenerator)}, turnsOf(&k)
	for _, entry := range k.Resources {
		all.add(w.entry(dir, entry))
	}
	for _, entry := range k.Components {
		component := w.entry(dir, entry)
		all.add(component)
		turns += component.turns
	}
	all.turns += turns
	// A component transforms the objects of all entries before it.
	passes := 1 + len(k.Components)
	// The remaining paths are those of transformations: patches, replacements and others.
	k.Resources, k.Components, k.Crds, k.OpenAPI, k.ConfigMapGenerator, k.SecretGenerator = nil, nil, nil, nil, nil, nil
	asked := own.lines
	for _, entry := range paths(&k) {
		asked += w.within(dir, entry).lines
	}
	for range passes {
		all.pass(asked)
	}
	w.folders[dir] = all
	return all
}

func (w *weigher) entry(dir, entry string) weight {
	if folder := Real(filepath.Join(dir, filepath.FromSlash(entry))); folder != "" {
		return w.folder(folder)
	}
	return w.within(dir, entry)
}

// within weighs a file of the folder. A build reads no files outside its folder.
func (w *weigher) within(dir, entry string) weight {
	if entry == "" || strings.Contains(entry, "\n") {
		return weight{}
	}
	file, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(entry)))
	if err != nil {
		return weight{}
	}
	if below, err := filepath.Rel(dir, file); err != nil || !filepath.IsLocal(below) {
		return weight{}
	}
	return w.file(file)
}

func (w *weigher) file(name string) weight {
	if known, is := w.files[name]; is {
		return known
	}
	if w.ctx.Err() != nil {
		return weight{}
	}
	if len(w.files) > maxReads {
		return endless()
	}
	data := bounded(name)
	if data == nil {
		return weight{}
	}
	count := w.reader.Read("", data, func(*tree.Object) {})
	all := weight{objects: count.Objects, bytes: len(data), lines: 1 + bytes.Count(data, []byte("\n"))}
	w.files[name] = all
	return all
}

func (a *weight) add(part weight) {
	a.objects = min(a.objects+part.objects, maxObjects)
	a.bytes = min(a.bytes+part.bytes, maxRead)
	a.turns = max(a.turns, part.turns)
	a.work = min(a.work+part.work, MaxWork+1)
}

// pass adds the work of one kustomization, with transformations of so many lines, on all objects.
func (a *weight) pass(asked int) {
	step := Work(a.objects)*Work(a.objects) + Work(a.objects)*Work(asked) + Work(a.bytes/bytesAStep)
	a.work = min(a.work+step, MaxWork+1)
}

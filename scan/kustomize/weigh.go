package kustomize

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Work is what building a kustomization takes, in steps of about a microsecond. It is
// counted before the build, from the files, so that a slow machine builds what a fast one
// builds. In each kustomization on the way up, the library holds each object against each
// other, for its name and for the names that it refers to, does each thing that the
// kustomization asks for to each object, and copies them all.
type Work int64

// MaxWork bounds one build: 5,000 objects without a base.
const MaxWork Work = 25_000_000

// bytesAStep is how many bytes of objects are copied in a step.
const bytesAStep = 4

// Take takes work from what is left, and reports whether there is as much.
func (left *Work) Take(work Work) bool {
	if work > *left {
		return false
	}
	*left -= work
	return true
}

// WorkOf counts the work of a build. What is more than MaxWork is not counted to the end.
func WorkOf(ctx context.Context, dir string) Work {
	w := weigher{ctx: ctx, folders: map[string]weight{}, files: map[string]weight{}}
	return w.folder(Real(dir)).work
}

// weight is what a file or a folder brings into a build.
type weight struct {
	objects, bytes, lines int
	work                  Work
}

// weigher weighs each folder and each file once, however many name it.
type weigher struct {
	ctx            context.Context
	folders, files map[string]weight
	reader         reader.Reader
}

// endless is the weight of what is not weighed to the end.
func endless() weight { return weight{objects: maxObjects, bytes: maxRead, work: MaxWork + 1} }

func (w *weigher) folder(dir string) weight {
	if known, is := w.folders[dir]; is {
		return known // nothing yet for one that contains itself, which no build takes
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
	var k types.Kustomization
	if data, err := os.ReadFile(file); own.bytes == 0 || err != nil || checkAliases(data) != nil || k.Unmarshal(data) != nil {
		return weight{} // the build says what is wrong
	}
	k.FixKustomization()
	all := weight{objects: len(k.ConfigMapGenerator) + len(k.SecretGenerator)}
	for _, entry := range slices.Concat(k.Resources, k.Components) {
		all.add(w.entry(dir, entry))
	}
	// A component works on the objects of all before it.
	passes := 1 + len(k.Components)
	// What is left names patches, replacements and the like: files of things to do.
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

// entry weighs a resource or a component.
func (w *weigher) entry(dir, entry string) weight {
	if folder := Real(filepath.Join(dir, filepath.FromSlash(entry))); folder != "" {
		return w.folder(folder)
	}
	return w.within(dir, entry)
}

// within weighs a file of the folder: no build reads others.
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

// file weighs a regular file.
func (w *weigher) file(name string) weight {
	if known, is := w.files[name]; is {
		return known
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile || w.ctx.Err() != nil {
		return weight{}
	}
	if len(w.files) > maxReads {
		return endless()
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return weight{}
	}
	count := w.reader.Read("", data, func(*tree.Object) {})
	all := weight{objects: count.Objects, bytes: len(data), lines: 1 + bytes.Count(data, []byte("\n"))}
	w.files[name] = all
	return all
}

// add adds what a part brings.
func (a *weight) add(part weight) {
	a.objects = min(a.objects+part.objects, maxObjects)
	a.bytes = min(a.bytes+part.bytes, maxRead)
	a.work = min(a.work+part.work, MaxWork+1)
}

// pass adds the work of one kustomization on all of its objects.
func (a *weight) pass(asked int) {
	step := Work(a.objects)*Work(a.objects) + Work(a.objects)*Work(asked) + Work(a.bytes/bytesAStep)
	a.work = min(a.work+step, MaxWork+1)
}

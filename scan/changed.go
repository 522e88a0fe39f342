package scan

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// Changes are the files that changed.
type Changes struct {
	// Reason is why other files are left out: "not changed since main".
	Reason string
	// Paths are absolute and without links. They are files that exist or were removed, and folders
	// that changed completely.
	Paths []string
	// Charts: something changed that affects all charts.
	Charts bool
	// Before has the former texts of the changed files that [NamesOthers] reports, by their paths.
	Before map[string][]byte
}

// NamesOthers reports whether a file has the name of a kustomization, of a test of Chainsaw or kuttl, or
// of a helmfile, which say what other files are for.
func NamesOthers(file string) bool {
	name := filepath.Base(file)
	return slices.Contains(kustomize.Names(), name) || stepNumber(name) >= 0 ||
		strings.Contains(name, "chainsaw") || strings.HasPrefix(name, "helmfile") || filepath.Base(filepath.Dir(file)) == "helmfile.d"
}

// changed decides what is read if only changes are.
type changed struct {
	*Changes
	paths map[string]bool
	// uses tells for each kustomization whether it uses a changed file. read are the files that the
	// kustomizations that do use, by their real paths.
	uses, read map[string]bool
}

// onlyChanged finds what uses a changed file, and sets what is left out; nil if all is read.
func (e *Examination) onlyChanged(ctx context.Context, paths []string) (*changed, error) {
	if e.Changes == nil {
		return nil, nil
	}
	c := &changed{Changes: e.Changes, paths: map[string]bool{}, uses: map[string]bool{}, read: map[string]bool{}}
	for _, p := range c.Paths {
		c.paths[p] = true
		if slices.Contains(append(kustomize.Names(), "Chart.yaml"), filepath.Base(p)) && !exists(p) {
			c.paths[filepath.Dir(p)] = true // the other files are no longer parts of a chart or kustomization
		}
	}
	seen := overlays{named: map[string]bool{}}
	o := e.Files
	o.Seen, o.Workers, o.ByFile = seen.seen, 1, false
	if _, err := files.Walk(ctx, paths, o, func(*files.File) struct{} { return struct{}{} }, func(struct{}) {}); err != nil {
		return nil, err
	}
	for _, p := range paths {
		if dir := files.Opened(o, p); p != "-" && kustomize.Is(dir) {
			seen.add(dir, p)
		}
	}
	c.released(seen.found)
	for _, x := range seen.found {
		if c.kustomization(x.real) {
			c.reads(x.real, map[string]bool{})
		}
	}
	e.Files.Skip = func(f *files.File) string { return c.skip(ctx, f) }
	return c, nil
}

// released marks as changed what a changed kustomization referred to before, and none refers to now: a
// base is built alone, and a patch is a manifest. It marks what a changed test or helmfile named, too; if
// another one names it, that is read with it.
func (c *changed) released(found []overlay) {
	used := map[string]bool{}
	for _, x := range found {
		for _, p := range kustomize.References(x.real) {
			if real, err := filepath.EvalSymlinks(p); err == nil {
				used[real] = true
			}
		}
	}
	for file, text := range c.Before {
		for _, pattern := range testFiles(file, text) {
			for _, p := range matching(pattern) {
				c.paths[p] = true
			}
		}
		for _, later := range laterSteps(file, text) {
			c.paths[later] = true
		}
		if !slices.Contains(kustomize.Names(), filepath.Base(file)) {
			continue
		}
		for _, p := range kustomize.ReferencesIn(filepath.Dir(file), text) {
			real, err := filepath.EvalSymlinks(p)
			if err != nil || used[real] {
				continue
			}
			if kustomize.Real(real) != "" {
				real = filepath.Join(real, kustomize.Names()[0])
			}
			c.paths[real] = true
		}
	}
}

// matching returns the files with a name or pattern. Only its last part is a pattern if its folder exists,
// because the name of a folder can have brackets.
func matching(pattern string) (files []string) {
	folder, name := filepath.Split(pattern)
	entries, err := os.ReadDir(folder)
	if err != nil {
		files, _ = filepath.Glob(pattern) // a pattern that is not valid names nothing
		return files
	}
	for _, e := range entries {
		if (Expected{name}).matches(e.Name()) {
			files = append(files, filepath.Join(folder, e.Name()))
		}
	}
	return files
}

// laterSteps returns the later steps of a kuttl test that have an object of a step with this text: without
// that step, they create the object.
func laterSteps(file string, text []byte) (files []string) {
	own := stepNumber(filepath.Base(file))
	if own < 0 {
		return nil
	}
	had := objectsOf(file, text)
	return slices.DeleteFunc(matching(filepath.Join(filepath.Dir(file), "[0-9]*")), func(other string) bool {
		return stepNumber(filepath.Base(other)) <= own || !slices.ContainsFunc(objectsIn(other), func(o checker.Applied) bool { return o.Name != "" && slices.Contains(had, o) })
	})
}

// kustomization reports whether a kustomization, or one that it includes, uses a changed file.
func (c *changed) kustomization(dir string) bool {
	if uses, known := c.uses[dir]; known {
		return uses
	}
	c.uses[dir] = false // in case it refers to itself
	for _, name := range kustomize.Names() {
		if c.is(filepath.Join(dir, name)) {
			c.uses[dir] = true
		}
	}
	for _, p := range kustomize.References(dir) {
		folder := kustomize.Real(p)
		switch {
		case folder == dir:
		case folder != "" && kustomize.Is(folder):
			c.uses[dir] = c.kustomization(folder) || c.uses[dir]
		case slices.ContainsFunc(places(p), func(at string) bool {
			around := strings.HasPrefix(dir+string(filepath.Separator), at+string(filepath.Separator))
			return !around && (c.is(at) || c.below(at))
		}):
			c.uses[dir] = true
		}
	}
	return c.uses[dir]
}

// reads records the files that a kustomization names. They are read too, because a build drops the
// comments that waive findings.
func (c *changed) reads(dir string, done map[string]bool) {
	if done[dir] {
		return
	}
	done[dir] = true
	for _, p := range kustomize.References(dir) {
		if folder := kustomize.Real(p); folder != "" {
			c.reads(folder, done)
			continue
		}
		if file, err := filepath.EvalSymlinks(p); err == nil {
			c.read[file] = true
		}
	}
}

// skip is why a file is not read; "" if it is.
func (c *changed) skip(ctx context.Context, f *files.File) string {
	abs, err := filepath.Abs(f.Name)
	if err != nil {
		return ""
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "" // the reader reports what is wrong with it
	}
	switch {
	case slices.ContainsFunc(places(abs), c.is), c.read[real]:
		return ""
	case f.Opaque && (c.Charts || f.Folder && (c.below(real) || slices.ContainsFunc(chart.LocalFiles(ctx, abs, namedFolder(f)), func(name string) bool { return c.is(name) || c.below(name) }))):
		return ""
	case !f.Opaque && (c.helper(filepath.Dir(real)) || c.test(filepath.Dir(real)) || c.tested(real)):
		return ""
	}
	return c.Reason
}

// places returns an absolute path, the path without links in its folder, and the path without links.
// Of a link, git lists the second if the link changed, and the third if its target changed.
func places(p string) []string {
	list := []string{p}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(p)); err == nil {
		list = append(list, filepath.Join(folder, filepath.Base(p)))
	}
	if real, err := filepath.EvalSymlinks(p); err == nil {
		list = append(list, real)
	}
	return list
}

// is reports whether a file changed, or all of a folder around it.
func (c *changed) is(file string) bool {
	for at := file; ; at = filepath.Dir(at) {
		if c.paths[at] && (at == file || kustomize.Real(at) != "") {
			return true
		}
		if filepath.Dir(at) == at {
			return false
		}
	}
}

// below reports whether any file in a folder changed.
func (c *changed) below(folder string) bool {
	return slices.ContainsFunc(c.Paths, func(p string) bool { return strings.HasPrefix(p, folder+string(filepath.Separator)) })
}

// helper reports whether a definition changed that the templates of a folder include: a file such
// as _helpers.tpl. The folder is in no chart.
func (c *changed) helper(folder string) bool {
	return slices.ContainsFunc(c.Paths, func(p string) bool {
		return filepath.Dir(p) == folder && strings.HasPrefix(filepath.Base(p), "_") && path.Ext(p) == ".tpl"
	})
}

// test reports whether a file changed in the folder of a test of Chainsaw, which says what its files are
// for: a file that it compares is incomplete.
func (c *changed) test(folder string) bool {
	return c.below(folder) && (exists(filepath.Join(folder, "chainsaw-test.yaml")) || exists(filepath.Join(folder, "chainsaw-test.yml")))
}

// tested reports whether a file has a test of Chainsaw or kuttl, or is a helmfile, that names a changed
// file. The folder of that file may be another one.
func (c *changed) tested(file string) bool {
	return slices.ContainsFunc(testFiles(file, stepText(file)), func(p string) bool {
		if slices.ContainsFunc(places(p), c.is) {
			return true
		}
		for changed := range c.paths {
			if (Expected{p}).matches(changed) {
				return true
			}
		}
		return false
	})
}

// testFiles returns the files, or patterns of them, that a text names as a test of Chainsaw or kuttl, or
// as a helmfile. file is the path of the text.
func testFiles(file string, text []byte) (names []string) {
	if !slices.ContainsFunc([]string{chainsawGroup, kuttlGroup, helmfilePatches}, func(word string) bool { return bytes.Contains(text, []byte(word)) }) {
		return nil
	}
	r := reader.Reader{Others: func(o *tree.Object) { names = append(names, patchesIn(o)...) }}
	r.Read(file, text, func(o *tree.Object) {
		for node := o.Root; ofTest(o) && node < int(o.Tree.Nodes[o.Root].After); node++ {
			names = append(names, namedFiles(o, node)...)
		}
	})
	return names
}

// Package scanning reads manifests and the objects of clusters, and checks them against targets,
// for the commands scan, rehearse, usage and preflight. It writes no report and changes no file.
package scanning

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// Run checks files and clusters against targets.
type Run struct {
	Options *Options
	Session *sources.Session
	Paths   []string
	Stdin   io.Reader
	// Changes, if not nil, limits what is read.
	Changes *scan.Changes
	// Checker is the checker of the last target. Left are temporary files of interrupted runs of
	// --fix.
	Checker  *checker.Checker
	Left     []string
	Warnings []finding.Warning
	// WorkTree is where the files are in the git work tree. All sets it.
	WorkTree finding.WorkTree
	// Each, if not nil, is called for every object that is checked, from several goroutines.
	// cluster is the name of the object's cluster. For clusters, it is also called for objects that
	// the filters leave out, with picked false.
	Each func(o *tree.Object, cluster string, picked bool)
}

// All checks everything against each target. Charts are rendered for each target.
func (run *Run) All(ctx context.Context, t Targets) (scan.Result, error) {
	o := run.Options
	if err := o.Filter.compile(t, t.Checked[0].Lifecycles); err != nil {
		return scan.Result{}, err
	}
	clusters, named := Parted(run.Paths)
	run.WorkTree = files.WorkTree(files.Options{}, named)
	if o.Validate && len(clusters) > 0 {
		run.Warnings = append(run.Warnings, finding.Warning{Text: "not validated: objects of clusters, which the API server validated when they were written"})
	}
	var text []byte
	if len(t.Checked) > 1 && slices.Contains(run.Paths, "-") {
		var err error
		if text, err = io.ReadAll(run.Stdin); err != nil {
			return scan.Result{}, fmt.Errorf("standard input cannot be read: %w", err)
		}
	}
	var results []scan.Result
	for _, target := range t.Checked {
		if text != nil {
			run.Stdin = bytes.NewReader(text)
		}
		result, err := run.One(ctx, target)
		if err != nil {
			return result, err
		}
		results = append(results, result)
	}
	if err := o.Filter.checkUsed(); err != nil {
		return scan.Result{}, err
	}
	return scan.Merge(t.Names, results), nil
}

// One checks everything against one target.
func (run *Run) One(ctx context.Context, target checker.Target) (result scan.Result, err error) {
	o := run.Options
	if run.Checker, err = checker.New(target); err != nil {
		return result, err
	}
	e := scan.Examination{
		Files:   files.Options{Include: o.include, Exclude: o.exclude, NoIgnore: o.NoIgnore, ByFile: o.Stats, Stdin: run.Stdin},
		Checker: run.Checker, Known: ruleset.Known, Looks: func(rule string) bool { return o.From == "" && o.looksFor(rule) }, Filter: o.Filter.objects, Changes: run.Changes,
	}
	if err := o.withCharts(&e, target); err != nil {
		return result, err
	}
	if o.Validate {
		v := validate.New(target.To, validate.Options{Elsewhere: o.Strict})
		e.Also = v.Object
		for _, text := range v.Limits() {
			run.Warnings = slice.Add(run.Warnings, finding.Warning{Text: "not validated: " + text})
		}
	}
	if run.Each != nil {
		e.Each = func(o *tree.Object) { run.Each(o, "", true) }
	}
	clusters, files := Parted(run.Paths)
	result = scan.Result{Account: finding.NewAccount()}
	if len(files) > 0 {
		if result, err = run.files(ctx, &e, files); err != nil {
			return result, err
		}
	}
	for _, name := range clusters {
		ref := source.Reference{Text: name, Scheme: source.SchemeContext, Value: strings.TrimPrefix(name, sources.CurrentContext)}
		more, err := run.objects(ctx, ref, target)
		more.Read = scan.Read{Files: map[string]bool{o.Sources.Cluster.InContext(ref).Display(): true}}
		result.Add(more)
		if err != nil {
			return result, err
		}
	}
	return result, nil
}

// files checks files. It counts them for the progress, and collects temporary files of interrupted
// runs.
func (run *Run) files(ctx context.Context, e *scan.Examination, paths []string) (scan.Result, error) {
	reading := run.Session.Progress.Begin("files")
	defer reading.End()
	claims := e.Files.Opaque
	var builds sync.Once
	e.Files.Opaque = func(path string, folder bool) bool {
		if !folder {
			reading.Next()
			if slices.Contains(kustomize.Names(), filepath.Base(path)) {
				builds.Do(heap.Garbage)
			}
			if beside.Temporary(filepath.Base(path)) {
				run.Left = append(run.Left, path)
			}
		}
		return claims(path, folder)
	}
	result, err := e.Examine(ctx, paths)
	run.Anchor(result.Findings)
	for i := range result.Waived {
		run.WorkTree.Anchor(&result.Waived[i].Finding)
	}
	return result, err
}

// Anchor replaces the paths in the fingerprints by those in the git work tree.
func (run *Run) Anchor(list []finding.Finding) {
	for i := range list {
		run.WorkTree.Anchor(&list[i])
	}
}

// withCharts has charts among the paths rendered.
func (o *Options) withCharts(e *scan.Examination, target checker.Target) error {
	charts := &scan.Charts{ByFile: o.Stats, Target: chart.TargetOf(target.To), Values: chart.Values{Set: o.set, SetString: o.setString}}
	if from := target.To.Source; from != discovery.SourceCluster && from != discovery.SourceSnapshot {
		charts.Target.Own = target.Groups
	}
	for _, name := range o.Values {
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("--values: %w", cause.Reading(name, err))
		}
		charts.Values.Files = append(charts.Values.Files, chart.ValuesFile{Name: name, Data: data})
	}
	if err := charts.Values.Check(); err != nil {
		return terminal.Usage(err)
	}
	e.Files.Opaque, e.Files.Part = chart.IsSource, chart.Part
	e.Opaque, e.Template, e.Files.Templates = charts.Read, charts.Template, true
	return nil
}

// RemoveLeft removes the temporary files, each through its folder, so that no link is followed.
func (run *Run) RemoveLeft() {
	for _, path := range run.Left {
		if root, err := os.OpenRoot(filepath.Dir(path)); err == nil {
			beside.Remove(root, filepath.Base(path))
			_ = root.Close()
		}
	}
}

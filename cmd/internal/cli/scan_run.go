package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/judge"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// scanRun holds files against targets.
type scanRun struct {
	options *scanOptions
	session *session
	paths   []string
	stdin   io.Reader
	// changes, where they are given, are all that is read.
	changes *scan.Changes
	// judge is that of the last target. left are the files of killed runs.
	judge    *judge.Judge
	left     debris
	warnings []finding.Warning
	// each, where it is not nil, is shown every object that is looked at, from several
	// goroutines; cluster is what is written for the place of one of a cluster. Of a cluster
	// it is shown those that the filters leave out, too.
	each func(o *tree.Object, cluster string, picked bool)
}

// all holds the files against each target. Charts are rendered for each.
func (run *scanRun) all(ctx context.Context, t scanTargets) (scan.Result, error) {
	o := run.options
	if err := o.filter.compile(t, t.judged[0].Lives); err != nil {
		return scan.Result{}, err
	}
	if clusters, _ := parted(run.paths); o.validate && len(clusters) > 0 {
		run.warnings = append(run.warnings, finding.Warning{Text: "not validated: objects of clusters, which the API server validated when they were written"})
	}
	var text []byte
	if len(t.judged) > 1 && slices.Contains(run.paths, "-") {
		var err error
		if text, err = io.ReadAll(run.stdin); err != nil {
			return scan.Result{}, fmt.Errorf("standard input cannot be read: %w", err)
		}
	}
	var results []scan.Result
	for _, target := range t.judged {
		if text != nil {
			run.stdin = bytes.NewReader(text)
		}
		result, err := run.one(ctx, target)
		if err != nil {
			return result, err
		}
		results = append(results, result)
	}
	if err := o.filter.checkUsed(); err != nil {
		return scan.Result{}, err
	}
	for _, note := range t.Notes {
		run.warnings = append(run.warnings, finding.Warning{Text: note})
	}
	return scan.Merge(t.Names, results), nil
}

func (run *scanRun) one(ctx context.Context, target judge.Target) (result scan.Result, err error) {
	o := run.options
	if run.judge, err = judge.New(target); err != nil {
		return result, err
	}
	e := scan.Examination{
		Files: files.Options{Include: o.include, Exclude: o.exclude, NoIgnore: o.noIgnore, ByFile: o.stats, Stdin: run.stdin},
		Judge: run.judge, Known: knownRule, Filter: o.filter.objects, Changes: run.changes,
	}
	if err := o.withCharts(&e, target.To); err != nil {
		return result, err
	}
	if o.validate {
		v := validate.New(target.To, validate.Options{Elsewhere: o.strict})
		e.Also, e.Carried = v.Object, v.Carried
		for _, text := range v.Limits() {
			if w := (finding.Warning{Text: "not validated: " + text}); !slices.Contains(run.warnings, w) {
				run.warnings = append(run.warnings, w)
			}
		}
	}
	if also := e.Also; run.each != nil {
		e.Also = func(o *tree.Object, emit func(finding.Finding)) (left string) {
			run.each(o, "", true)
			if also != nil {
				left = also(o, emit)
			}
			return left
		}
	}
	clusters, files := parted(run.paths)
	result = scan.Result{Account: finding.NewAccount()}
	if len(files) > 0 {
		reading := run.session.progress.begin("files")
		e.Files.Opaque = counted(e.Files.Opaque, reading, &run.left)
		result, err = e.Examine(ctx, files)
		reading.end()
	}
	for _, name := range clusters {
		if err != nil {
			break
		}
		var more scan.Result
		more, err = run.cluster(ctx, name, target)
		result.Add(more)
	}
	return result, err
}

// withCharts has the charts among the paths rendered.
func (o *scanOptions) withCharts(e *scan.Examination, to *discovery.Surface) error {
	charts := &scan.Charts{ByFile: o.stats, Target: chart.TargetOf(to), Values: chart.Values{Set: o.set, SetString: o.setString}}
	for _, name := range o.values {
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("--values: %w", err)
		}
		charts.Values.Files = append(charts.Values.Files, chart.ValuesFile{Name: name, Data: data})
	}
	if err := charts.Values.Check(); err != nil {
		return asUsage(err)
	}
	e.Files.Opaque, e.Files.Part = charts.Claims, chart.Part
	e.Opaque, e.Template = charts.Read, charts.Template
	return nil
}

// counted tells a task of every file that a scan comes by, and notes what killed runs
// left.
func counted(claims func(path string, folder bool) bool, reading *task, left *debris) func(path string, folder bool) bool {
	return func(path string, folder bool) bool {
		if !folder {
			reading.next()
			left.note(path)
		}
		return claims(path, folder)
	}
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/live"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// isCluster reports whether a path names the objects of a cluster, context:NAME.
func isCluster(path string) bool {
	if !strings.HasPrefix(path, currentContext) {
		return false
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// parted are the clusters and the files among paths.
func parted(paths []string) (clusters, files []string) {
	for _, path := range paths {
		if isCluster(path) {
			clusters = append(clusters, path)
		} else {
			files = append(files, path)
		}
	}
	return clusters, files
}

// cluster holds the objects of a cluster against a target.
func (run *scanRun) cluster(ctx context.Context, text string, target judge.Target) (scan.Result, error) {
	ref := source.Reference{Text: text, Scheme: source.SchemeContext, Value: strings.TrimPrefix(text, currentContext)}
	return run.objects(ctx, run.options.sources.cluster.inContext(ref), target)
}

// whole holds the objects of one cluster against the first target.
func (run *scanRun) whole(ctx context.Context, ref source.Reference, t scanTargets) (result scan.Result, err error) {
	if err := run.options.filter.compile(t, t.judged[0].Lives); err != nil {
		return result, err
	}
	if run.judge, err = judge.New(t.judged[0]); err != nil {
		return result, err
	}
	return run.objects(ctx, ref, t.judged[0])
}

// objects holds the objects of a cluster that a reference names against a target.
func (run *scanRun) objects(ctx context.Context, ref source.Reference, target judge.Target) (scan.Result, error) {
	s, flags := run.session, run.options.sources.cluster
	surface, err := source.Open(ref, s.environment(flags)).Load(ctx)
	if err != nil {
		return scan.Result{}, err
	}
	client, err := cluster.New(s.clusterOptions(ref, flags))
	if err != nil {
		return scan.Result{}, fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	filter := &liveFilter{filter: run.options.filter.objects, namespace: run.options.filter.scope().Namespace, left: map[string]bool{}}
	notJudged, fieldless := run.judge.NotJudged(), run.judge.FieldsNotChecked()
	fields := collect.FieldRules(surface, target.To)
	if run.each != nil {
		fields = creatable(surface) // all of every object
	}
	reading := s.progress.begin("objects of " + ref.Display())
	e, err := collect.Collect(ctx, client, surface, collect.Options{
		Name: ref.Display(), At: now(), From: surface.Release, To: target.To.Release, Lives: target.Lives,
		Judge: func(o *tree.Object) (list []finding.Finding) {
			picked := filter.picks(o)
			if run.each != nil {
				run.each(o, ref.Display(), picked)
			}
			if picked {
				run.judge.Object(o, func(f finding.Finding) { list = append(list, f) })
			}
			return list
		},
		Fields: fields, Old: goneVersions(target.To),
		ObjectsOnly: true, Scope: run.options.filter.scope().Scope, Progress: reading.at,
	})
	reading.end()
	if err != nil {
		return scan.Result{}, err
	}
	if err := withoutNamespace(e); err != nil {
		return scan.Result{}, fmt.Errorf("%s: %w", ref.Display(), err)
	}
	check.Doubt(e)
	r := live.Result(live.In{Evidence: e, Name: ref.Display(), Judge: run.judge, Picks: filter.picked})
	r.Account.Filtered = filter.count
	r.Account.NotJudged = since(notJudged, run.judge.NotJudged())
	r.Account.FieldsNotChecked = since(fieldless, run.judge.FieldsNotChecked())
	return r, nil
}

// since is what was counted between two times.
func since(before, after map[string]int) map[string]int {
	maps.DeleteFunc(after, func(what string, n int) bool {
		after[what] = n - before[what]
		return n == before[what]
	})
	return after
}

// creatable tells the kinds whose objects somebody can create. What a server makes up when
// it is asked, such as the metrics of nodes, is no object that it is asked to take.
func creatable(s *discovery.Surface) func(discovery.GroupVersionKind) bool {
	return func(gvk discovery.GroupVersionKind) bool {
		v := s.GroupVersion(gvk.GroupVersion())
		return v == nil || slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool {
			return r.Kind == gvk.Kind && (r.Custom != nil || len(r.Verbs) == 0 || slices.Contains(r.Verbs, "create"))
		})
	}
}

// goneVersions are the versions of custom resources that a target tells of and does not
// serve, though it serves others.
func goneVersions(to *discovery.Surface) func(discovery.GroupVersionKind) bool {
	kinds, served := map[[2]string]string{}, map[discovery.GroupVersionKind]bool{}
	for gv, r := range to.EachResource() {
		kinds[[2]string{gv.Group, r.Kind}] = r.Name
		served[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: r.Kind}] = true
	}
	return func(gvk discovery.GroupVersionKind) bool {
		resource, known := kinds[[2]string{gvk.Group, gvk.Kind}]
		return known && !served[gvk] && to.Speaks(gvk.GroupVersion(), resource)
	}
}

// liveFilter picks objects of a cluster, of which labels are known only while they are
// read.
type liveFilter struct {
	filter    *scan.Filter
	namespace string
	mu        sync.Mutex
	count     int
	// left are the objects that were not picked.
	left map[string]bool
}

func (l *liveFilter) picks(o *tree.Object) bool {
	if l.filter.Picks(o) {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	l.left[strings.Join([]string{discovery.ParseGroupVersion(o.APIVersion).Group, o.Kind, o.Namespace, o.Name}, "\x00")] = true
	return false
}

// picked is the same for an object that was read before.
func (l *liveFilter) picked(o evidence.ObjectName) bool {
	return !l.left[strings.Join([]string{o.Group, o.Kind, o.Namespace, o.Name}, "\x00")] &&
		(l.namespace == "" || o.Namespace == "" || o.Namespace == l.namespace)
}

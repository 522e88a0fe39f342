package scanning

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

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/live"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// IsCluster reports whether a path names the objects of a cluster, context:NAME.
func IsCluster(path string) bool {
	if !strings.HasPrefix(path, sources.CurrentContext) {
		return false
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// Parted splits paths into clusters and files.
func Parted(paths []string) (clusters, files []string) {
	for _, path := range paths {
		if IsCluster(path) {
			clusters = append(clusters, path)
		} else {
			files = append(files, path)
		}
	}
	return clusters, files
}

// Whole checks the objects of one cluster against the first target.
func (run *Run) Whole(ctx context.Context, ref source.Reference, t Targets) (result scan.Result, err error) {
	if err := run.Options.Filter.compile(t, t.Checked[0].Lifecycles); err != nil {
		return result, err
	}
	if run.Checker, err = checker.New(t.Checked[0]); err != nil {
		return result, err
	}
	return run.objects(ctx, ref, t.Checked[0])
}

func (run *Run) objects(ctx context.Context, ref source.Reference, target checker.Target) (scan.Result, error) {
	s, flags := run.Session, run.Options.Sources.Cluster
	given := ref.Display()
	if ref = flags.InContext(ref); flags.Context != "" {
		given = ref.Display()
	}
	shown := ref.Display()
	surface, err := source.Load(ctx, ref, s.Environment(flags))
	if err != nil {
		return scan.Result{}, err
	}
	client, err := cluster.New(s.ClusterOptions(ref, flags))
	if err != nil {
		return scan.Result{}, fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	filter := &liveFilter{filter: run.Options.Filter.objects, namespace: run.Options.Filter.Scope().Namespace, left: map[string]bool{}}
	notChecked, fieldless := run.Checker.NotChecked(), run.Checker.FieldsNotChecked()
	fields := collect.FieldRules(surface, target.To)
	if run.Each != nil {
		fields = creatable(surface) // read complete objects
	}
	reading := s.Progress.Begin("objects of " + shown)
	e, err := collect.Collect(ctx, client, surface, collect.Options{
		Name: shown, At: option.Now(), From: surface.Release, To: target.To.Release, Lifecycles: target.Lifecycles,
		Check: func(o *tree.Object) (list []finding.Finding) {
			picked := filter.picks(o)
			if run.Each != nil {
				run.Each(o, shown, picked)
			}
			if picked {
				run.Checker.Object(o, func(f finding.Finding) { list = append(list, f) })
			}
			return list
		},
		Fields: fields, Old: goneVersions(target.To),
		ObjectsOnly: true, Scope: run.Options.Filter.Scope(), Progress: reading.At,
	})
	reading.End()
	if err != nil {
		return scan.Result{}, err
	}
	if err := option.WithoutNamespace(e); err != nil {
		return scan.Result{}, fmt.Errorf("%s: %w", shown, err)
	}
	check.Doubt(e)
	r := live.Result(live.In{Evidence: e, Name: shown, Given: given, Checker: run.Checker, Picks: filter.picked})
	r.Account.Filtered = filter.count
	r.Account.NotChecked = since(notChecked, run.Checker.NotChecked())
	r.Account.FieldsNotChecked = since(fieldless, run.Checker.FieldsNotChecked())
	return r, nil
}

// since returns what was counted between two points in time.
func since(before, after map[string]int) map[string]int {
	maps.DeleteFunc(after, func(what string, n int) bool {
		after[what] = n - before[what]
		return n == before[what]
	})
	return after
}

// creatable returns a function that reports whether objects of a kind can be created. Objects that
// a server generates on request, such as the metrics of nodes, cannot be sent to another server.
func creatable(s *discovery.Surface) func(discovery.GroupVersionKind) bool {
	return func(gvk discovery.GroupVersionKind) bool {
		v := s.GroupVersion(gvk.GroupVersion())
		return v == nil || slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool {
			return r.Kind == gvk.Kind && (r.Custom != nil || len(r.Verbs) == 0 || slices.Contains(r.Verbs, "create"))
		})
	}
}

// goneVersions returns a function that reports whether the target defines a custom resource but
// does not serve this version of it.
func goneVersions(to *discovery.Surface) func(discovery.GroupVersionKind) bool {
	kinds, served := map[[2]string]string{}, map[discovery.GroupVersionKind]bool{}
	for gv, r := range to.EachResource() {
		kinds[[2]string{gv.Group, r.Kind}] = r.Name
		served[gv.WithKind(r.Kind)] = true
	}
	return func(gvk discovery.GroupVersionKind) bool {
		resource, known := kinds[[2]string{gvk.Group, gvk.Kind}]
		return known && !served[gvk] && to.Speaks(gvk.GroupVersion(), resource)
	}
}

// liveFilter selects objects of a cluster. Their labels are known only while they are read.
type liveFilter struct {
	filter    *scan.Filter
	namespace string
	mu        sync.Mutex
	count     int
	// left are the objects that were not selected.
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

// picked is picks for an object that was read before.
func (l *liveFilter) picked(o evidence.ObjectName) bool {
	return !l.left[strings.Join([]string{o.Group, o.Kind, o.Namespace, o.Name}, "\x00")] &&
		(l.namespace == "" || o.Namespace == "" || o.Namespace == l.namespace)
}

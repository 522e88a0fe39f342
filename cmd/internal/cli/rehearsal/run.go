// Package rehearsal sends the objects that scanning reads to an API server, for the commands
// rehearse, scan and preflight. It writes no report.
package rehearsal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/rehearse/ask"
	"github.com/kubedelta/kubedelta/rehearse/local"
	"github.com/kubedelta/kubedelta/report/envelope"
	report "github.com/kubedelta/kubedelta/report/rehearse"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// Run sends the objects that are read to one server.
type Run struct {
	Options   Options
	Session   *sources.Session
	questions *questions
	target    checker.Target
	Counts    *report.Counts
	Server    report.Server

	client *cluster.Client
	Named  *ask.Named
	assets local.Assets
	local  *local.Server
	own    map[string]bool
	// namespace is that of the context that was named; "" if it has none.
	namespace string
	// definitions are the CRDs of --crds.
	definitions []rehearse.Question
	undo        []func()
}

// New returns a rehearsal that has not started. The caller must close it.
func New(o Options, s *sources.Session) *Run {
	return &Run{Options: o, Session: s, Counts: report.NewCounts()}
}

// Take handles an object as it is read.
func (r *Run) Take(o *tree.Object, cluster string, picked bool) {
	r.questions.take(o, cluster, picked)
}

// Close stops the local server and removes temporary files.
func (r *Run) Close() {
	for _, do := range slices.Backward(r.undo) {
		do()
	}
}

// later calls do when the run is closed, or at once if a signal ends it.
func (r *Run) later(do func()) {
	forget := r.Session.Streams.Ending.First(do)
	r.undo = append(r.undo, func() {
		do()
		forget()
	})
}

// Open finds the server, or its programs, before any object is read, and loads the target that
// objects are checked against.
func (r *Run) Open(ctx context.Context, reading *scanning.Options, paths []string) (t scanning.Targets, err error) {
	ref, err := r.Options.target(r.Session, reading.Sources.Cluster)
	if err != nil {
		return t, err
	}
	if t, err = reading.Load(ctx, r.Session, append(paths, r.Options.On)); err != nil {
		return t, err
	}
	r.target = t.Checked[0]
	r.own = slice.Set(slice.Map(r.target.Groups, func(of discovery.Extent) string { return of.Group }))
	if r.Options.Named() {
		err = r.look(ctx, ref, reading.Sources.Cluster)
	} else {
		err = r.find(ctx, t.Checked[0].To.Release)
	}
	if err != nil {
		return t, err
	}
	dir, err := os.MkdirTemp("", "kubedelta-objects-")
	if err != nil {
		return t, err
	}
	r.later(func() { _ = os.RemoveAll(dir) })
	sending := rehearse.Sending{OwnNetwork: !r.Options.Named(), Secrets: r.Options.secrets}
	if r.questions, err = newQuestions(dir, t.Checked[0], sending); err != nil {
		return t, err
	}
	r.later(func() { _ = r.questions.file.Close() })
	return t, r.define(ctx, t.Checked[0])
}

// look reads what must be known of a named server. It warns about webhooks that the server does not
// call in dry runs.
func (r *Run) look(ctx context.Context, ref source.Reference, flags sources.ClusterFlags) (err error) {
	options := r.Session.ClusterOptions(ref, flags)
	if r.client, err = cluster.New(options); err != nil {
		return fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	r.namespace = options.Namespace()
	if r.Named, err = ask.Look(ctx, r.client, r.isOwn); err != nil {
		return fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	r.Server = report.Server{Version: r.Named.Version, Webhooks: r.Named.Webhooks}
	for _, w := range r.Named.Webhooks {
		r.Session.Warn.Warn("the webhook " + w + " has side effects, so objects that it matches are not sent")
	}
	if r.Named.Lenient {
		r.Session.Warn.Warn("the server is " + r.Named.Version + ": before 1.25, a server does not report unknown fields")
	}
	return nil
}

func (r *Run) isOwn(group string) bool { return r.own[group] }

func (r *Run) find(ctx context.Context, release discovery.Release) (err error) {
	o := r.Options
	var places []local.Place
	if o.assets != "" {
		info, err := os.Stat(o.assets)
		if err != nil {
			return fmt.Errorf("--assets: %w", cause.Reading(o.assets, err))
		}
		if !info.IsDir() {
			return fmt.Errorf("--assets %s is not a folder", o.assets)
		}
		places = append(places, local.Place{Name: "--assets", Dir: o.assets})
	}
	if dir := os.Getenv("KUBEBUILDER_ASSETS"); dir != "" {
		places = append(places, local.Place{Name: "$KUBEBUILDER_ASSETS", Dir: dir})
	}
	downloads := local.Downloads{Index: o.index, Client: &http.Client{Transport: r.Session.Traced("download")(http.DefaultTransport)}}
	if cache := r.Session.Options.Cache(); cache != "" {
		downloads.Dir = filepath.Join(cache, "envtest")
		places = append(places, downloads.Kept(release)...)
	}
	r.assets, err = local.Find(ctx, release, places...)
	missing, is := errors.AsType[*local.MissingError](err)
	if is {
		missing.Elsewhere = o.elsewhere
	}
	if !is || !o.download {
		return err
	}
	switch {
	case r.Session.Options.Offline:
		return terminal.Usagef("--download and --offline cannot be combined")
	case downloads.Dir == "":
		return errors.New("--download: there is no cache folder to keep the programs in; specify one with --cache-dir")
	}
	downloading := r.Session.Progress.Begin("kube-apiserver " + release.String())
	place, err := downloads.Get(ctx, release)
	downloading.End()
	if err != nil {
		return err
	}
	r.assets, err = local.Find(ctx, release, place)
	return err
}

func (r *Run) define(ctx context.Context, target checker.Target) error {
	if len(r.Options.CRDs) == 0 {
		return nil
	}
	more := scanning.Run{Options: &scanning.Options{}, Session: r.Session, Paths: r.Options.CRDs, Each: func(object *tree.Object, _ string, _ bool) {
		if object.Kind != "CustomResourceDefinition" {
			return
		}
		if q, ok := creation(object, ""); ok {
			r.questions.mu.Lock()
			defer r.questions.mu.Unlock()
			r.definitions = append(r.definitions, q)
		}
	}}
	read, err := more.One(ctx, target)
	if err == nil && len(read.Account.Unreadable) > 0 {
		u := read.Account.Unreadable[0]
		err = fmt.Errorf("--crds: %s could not be read: %s", u.File, u.Reason)
	}
	order.By(r.definitions, func(a, b rehearse.Question) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(string(a.Body), string(b.Body)))
	})
	return err
}

// startTimeout is the time limit for the start of a local server. It takes two seconds on an idle
// machine.
const startTimeout = 3 * time.Minute

func (r *Run) start(ctx context.Context) (err error) {
	starting := r.Session.Progress.Begin("kube-apiserver, which starts")
	defer starting.End()
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if r.local, err = local.Start(limited, os.TempDir(), r.assets, r.later); err != nil {
		return err
	}
	options := cluster.Options{Kubeconfig: r.local.Kubeconfig, Context: local.Name, UserAgent: "kubedelta/" + buildinfo.Version(), RequestTimeout: r.Session.Options.RequestTimeout, TimeLimit: r.Session.Options.Timeout}
	if r.client, err = cluster.New(options); err != nil {
		return err
	}
	if r.Named, err = ask.Look(ctx, r.client, r.isOwn); err != nil {
		return err
	}
	r.Server = report.Server{Version: r.Named.Version, Local: true, Assets: r.assets.From}
	return nil
}

// Ask sends everything that was read. A local server first gets the objects that others need.
func (r *Run) Ask(ctx context.Context) error {
	if r.questions.n == 0 {
		r.Server.Version = cmp.Or(r.Server.Version, r.Options.On)
		return nil
	}
	a := &ask.Asker{Own: r.isOwn, Namespace: r.namespace}
	all := func(*rehearse.Question) bool { return true }
	if !r.Options.Named() {
		if err := r.start(ctx); err != nil {
			return err
		}
		a.Ended = r.local.Ended
	}
	a.Server, a.Unasked, a.Lenient = r.client, r.Named.Unasked, r.Named.Lenient
	asking := r.Session.Progress.Begin("the answers of " + r.Server.Version)
	defer asking.End()
	limited, cancel := r.client.TimeLimit(ctx)
	defer cancel()
	done := 0
	answered := func(result rehearse.Result) {
		done++
		asking.At(done, max(done, r.questions.n))
		r.Counts.Add(result)
	}
	if !r.Options.Named() {
		if err := r.fill(limited, a, answered); err != nil {
			return err
		}
		all = func(q *rehearse.Question) bool { return !local.Needed(q.GroupVersion(), q.Kind) }
	}
	err := a.All(limited, r.Options.parallel, r.questions.pass(all), r.Options.changes, answered)
	r.Server.Stopped = a.Gone()
	return err
}

// fill asks about the objects that others need, and creates those that the server accepts.
func (r *Run) fill(ctx context.Context, a *ask.Asker, answered func(rehearse.Result)) error {
	needed := r.questions.pass(func(q *rehearse.Question) bool { return local.Needed(q.GroupVersion(), q.Kind) })
	filling := local.Filling{Objects: slices.Concat(r.definitions, r.questions.needed), Namespaces: slices.Sorted(maps.Keys(r.questions.namespaces))}
	asked := func(yield func(*rehearse.Question, error) bool) {
		for q, err := range needed {
			if err == nil && q.Unfit == "" && !q.Foreign {
				filling.Objects = append(filling.Objects, *q)
			}
			if !yield(q, err) {
				return
			}
		}
	}
	if err := a.All(ctx, r.Options.parallel, asked, r.Options.changes, answered); err != nil {
		return err
	}
	if a.Gone() != "" {
		return nil // the other objects get this reason
	}
	var err error
	if filling.Params, err = r.questions.all(local.ParamKinds(filling.Objects)); err != nil {
		return err
	}
	filled, err := r.local.Fill(ctx, filling)
	if err != nil {
		if ctx.Err() == nil && r.local.Ended() != "" || ask.OutOfTime(ctx) {
			return nil // as above
		}
		return err
	}
	r.Server.Made, r.Server.Left = filled.Made, filled.Left
	if err := r.questions.defined(r.target, filled.Definitions); err != nil {
		return err
	}
	for _, gv := range filled.Served {
		a.Forget(gv)
	}
	a.Undefined = func(gv discovery.GroupVersion, kind string) string {
		return cmp.Or(filled.Undefined[gv.Group+"/"+kind], "there is no definition of it among the objects or in --crds")
	}
	return nil
}

// Side describes the server in the report.
func (r *Run) Side(t scanning.Targets) envelope.Side {
	side := envelope.SideOf(t.Checked[0].To)
	side.Name, side.Source, side.Version = r.Options.On, discovery.SourceCluster, r.Server.Version
	return side
}

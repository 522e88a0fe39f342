package cli

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

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/rehearse/ask"
	"github.com/kubedelta/kubedelta/rehearse/local"
	"github.com/kubedelta/kubedelta/report/envelope"
	report "github.com/kubedelta/kubedelta/report/rehearse"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// rehearsal asks one server about the objects that are read.
type rehearsal struct {
	options   rehearsalOptions
	session   *session
	questions *questions
	target    judge.Target
	tally     *report.Tally
	server    report.Server

	client *cluster.Client
	named  *ask.Named
	assets local.Assets
	local  *local.Server
	own    map[string]bool
	// definitions are those of --crds.
	definitions []rehearse.Question
	undo        []func()
}

// newRehearsal is a rehearsal that has not begun. It must be closed.
func newRehearsal(o rehearsalOptions, s *session) *rehearsal {
	return &rehearsal{options: o, session: s, tally: report.NewTally()}
}

// take is [scanRun.each].
func (r *rehearsal) take(o *tree.Object, cluster string, picked bool) {
	r.questions.take(o, cluster, picked)
}

// close stops what was started and removes what was written.
func (r *rehearsal) close() {
	for _, do := range slices.Backward(r.undo) {
		do()
	}
}

// later has something done at the end, and at once where a signal ends the run.
func (r *rehearsal) later(do func()) {
	forget := r.session.streams.ending.first(do)
	r.undo = append(r.undo, func() {
		do()
		forget()
	})
}

// open finds the server, or its programs, before anything is read, and loads what scan
// holds the objects against.
func (r *rehearsal) open(ctx context.Context, reading *scanOptions, paths []string) (t scanTargets, err error) {
	ref, err := r.options.target(r.session, reading.sources.cluster)
	if err != nil {
		return t, err
	}
	if t, err = reading.load(ctx, r.session, append(paths, r.options.on)); err != nil {
		return t, err
	}
	r.target, r.own = t.judged[0], map[string]bool{}
	for _, g := range t.judged[0].Groups {
		r.own[g.Group] = true
	}
	if r.options.named() {
		err = r.look(ctx, ref, reading.sources.cluster)
	} else {
		err = r.find(ctx, t.judged[0].To.Release)
	}
	if err != nil {
		return t, err
	}
	dir, err := os.MkdirTemp("", "kubedelta-objects-")
	if err != nil {
		return t, err
	}
	r.later(func() { _ = os.RemoveAll(dir) })
	sending := rehearse.Sending{OwnNetwork: !r.options.named(), Secrets: r.options.secrets}
	if r.questions, err = newQuestions(dir, t.judged[0], sending); err != nil {
		return t, err
	}
	r.later(r.questions.close)
	return t, r.define(ctx, t.judged[0])
}

// look reads what must be known of a named server, and names the webhooks that it does not
// call in dry runs.
func (r *rehearsal) look(ctx context.Context, ref source.Reference, flags clusterFlags) (err error) {
	if r.client, err = cluster.New(r.session.clusterOptions(ref, flags)); err != nil {
		return fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	if r.named, err = ask.Look(ctx, r.client, r.isOwn); err != nil {
		return fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	r.server = report.Server{Version: r.named.Version, Webhooks: r.named.Webhooks}
	for _, w := range r.named.Webhooks {
		r.session.warn.warn("the webhook " + w + " has side effects, so objects that it matches are not sent")
	}
	if r.named.Lenient {
		r.session.warn.warn("the server is " + r.named.Version + ": before 1.25, a server does not report unknown fields")
	}
	return nil
}

func (r *rehearsal) isOwn(group string) bool { return r.own[group] }

// find finds the programs of a release.
func (r *rehearsal) find(ctx context.Context, release discovery.Release) (err error) {
	o := r.options
	var places []local.Place
	if o.assets != "" {
		if info, err := os.Stat(o.assets); err != nil || !info.IsDir() {
			return fmt.Errorf("--assets %s is not a folder", o.assets)
		}
		places = append(places, local.Place{Name: "--assets", Dir: o.assets})
	}
	if dir := os.Getenv("KUBEBUILDER_ASSETS"); dir != "" {
		places = append(places, local.Place{Name: "$KUBEBUILDER_ASSETS", Dir: dir})
	}
	downloads := local.Downloads{Index: o.index, Client: &http.Client{Transport: r.session.traced("download")(http.DefaultTransport)}}
	if cache := r.session.options.cache(); cache != "" {
		downloads.Dir = filepath.Join(cache, "envtest")
		places = append(places, downloads.Kept(release)...)
	}
	r.assets, err = local.Find(ctx, release, places...)
	var missing *local.MissingError
	if errors.As(err, &missing) {
		missing.Elsewhere = o.elsewhere
	}
	if missing == nil || !o.download {
		return err
	}
	switch {
	case r.session.options.offline:
		return usagef("--download and --offline cannot be combined")
	case downloads.Dir == "":
		return errors.New("--download: there is no cache folder to keep the programs in; name one with --cache-dir")
	}
	downloading := r.session.progress.begin("kube-apiserver " + release.String())
	place, err := downloads.Get(ctx, release)
	downloading.end()
	if err != nil {
		return err
	}
	r.assets, err = local.Find(ctx, release, place)
	return err
}

// define reads the definitions of --crds.
func (r *rehearsal) define(ctx context.Context, target judge.Target) error {
	if len(r.options.crds) == 0 {
		return nil
	}
	more := scanRun{options: &scanOptions{}, session: r.session, paths: r.options.crds, each: func(object *tree.Object, _ string, _ bool) {
		if object.Kind != "CustomResourceDefinition" {
			return
		}
		body, err := rehearse.Body(object, rehearse.Sending{})
		if err != nil {
			return
		}
		q := rehearse.Question{APIVersion: object.APIVersion, Kind: object.Kind, Name: nameIn(body, object.Name), Body: body}
		r.questions.mu.Lock()
		defer r.questions.mu.Unlock()
		r.definitions = append(r.definitions, cloned(q))
	}}
	read, err := more.one(ctx, target)
	if err == nil && len(read.Account.Unreadable) > 0 {
		u := read.Account.Unreadable[0]
		err = fmt.Errorf("--crds: %s could not be read: %s", u.File, u.Reason)
	}
	order.By(r.definitions, func(a, b rehearse.Question) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(string(a.Body), string(b.Body)))
	})
	return err
}

// startPatience is how long a local server gets to start. It takes two seconds on an idle
// machine.
const startPatience = 3 * time.Minute

// start starts the local server.
func (r *rehearsal) start(ctx context.Context) (err error) {
	starting := r.session.progress.begin("kube-apiserver, which starts")
	defer starting.end()
	limited, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	if r.local, err = local.Start(limited, os.TempDir(), r.assets, r.later); err != nil {
		return err
	}
	options := cluster.Options{Kubeconfig: r.local.Kubeconfig, Context: local.Name, UserAgent: "kubedelta/" + version(), RequestTimeout: r.session.options.requestTimeout, TimeLimit: r.session.options.timeout}
	if r.client, err = cluster.New(options); err != nil {
		return err
	}
	if r.named, err = ask.Look(ctx, r.client, r.isOwn); err != nil {
		return err
	}
	r.server = report.Server{Version: r.named.Version, Local: true, Assets: r.assets.From}
	return nil
}

// ask asks about everything that was read. A local server is asked first about what it is
// then filled with.
func (r *rehearsal) ask(ctx context.Context) error {
	if r.questions.n == 0 {
		r.server.Version = cmp.Or(r.server.Version, r.options.on)
		return nil
	}
	a := &ask.Asker{Own: r.isOwn}
	all := func(*rehearse.Question) bool { return true }
	if !r.options.named() {
		if err := r.start(ctx); err != nil {
			return err
		}
		a.Ended = r.local.Ended
	}
	a.Server, a.Unasked = r.client, r.named.Unasked
	asking := r.session.progress.begin("the answers of " + r.server.Version)
	defer asking.end()
	limited, cancel := r.client.TimeLimit(ctx)
	defer cancel()
	done := 0
	answered := func(result rehearse.Result) {
		done++
		asking.at(done, max(done, r.questions.n))
		r.tally.Add(result)
	}
	if !r.options.named() {
		if err := r.fill(limited, a, answered); err != nil {
			return err
		}
		all = func(q *rehearse.Question) bool { return !local.Needed(q.GroupVersion(), q.Kind) }
	}
	next, err := r.questions.pass(all)
	if err != nil {
		return err
	}
	err = a.All(limited, r.options.parallel, next, r.options.changes, answered)
	r.server.Stopped = a.Gone()
	return err
}

// fill asks about the objects that others need, and makes those that the server takes.
func (r *rehearsal) fill(ctx context.Context, a *ask.Asker, answered func(rehearse.Result)) error {
	next, err := r.questions.pass(func(q *rehearse.Question) bool { return local.Needed(q.GroupVersion(), q.Kind) })
	if err != nil {
		return err
	}
	filling := local.Filling{Objects: slices.Concat(r.definitions, r.questions.needed), Namespaces: slices.Sorted(maps.Keys(r.questions.namespaces))}
	asked := func() (*rehearse.Question, bool, error) {
		q, more, err := next()
		if more && q.Unfit == "" && !q.Foreign {
			filling.Objects = append(filling.Objects, *q)
		}
		return q, more, err
	}
	if err := a.All(ctx, r.options.parallel, asked, r.options.changes, answered); err != nil {
		return err
	}
	if a.Gone() != "" {
		return nil // the others are told why
	}
	if filling.Params, err = r.questions.all(local.ParamKinds(filling.Objects)); err != nil {
		return err
	}
	filled, err := r.local.Fill(ctx, filling)
	if err != nil {
		if ctx.Err() == nil && r.local.Ended() != "" || ask.OutOfTime(ctx) {
			return nil // the same
		}
		return err
	}
	r.server.Made, r.server.Left = filled.Made, filled.Left
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

// side is the server in the report.
func (r *rehearsal) side(t scanTargets) envelope.Side {
	side := envelope.SideOf(t.judged[0].To)
	side.Name, side.Source, side.Version = r.options.on, discovery.SourceCluster, r.server.Version
	return side
}

// cloned is a question that outlives the object that it was made of.
func cloned(q rehearse.Question) rehearse.Question {
	q.APIVersion, q.Kind, q.Name = string([]byte(q.APIVersion)), string([]byte(q.Kind)), string([]byte(q.Name))
	return q
}

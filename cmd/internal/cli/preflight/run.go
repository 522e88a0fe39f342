package preflight

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/files"
	"github.com/kubedelta/kubedelta/changelog/gather"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/notes"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/preflight/schedule"
	report "github.com/kubedelta/kubedelta/report/preflight"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	logs "github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
)

// clusters returns the references to the clusters that the flags name, sorted.
func (o *options) clusters() ([]source.Reference, error) {
	if o.server != "" {
		ref, err := source.Parse(o.server, func(string) bool { return false })
		if err != nil || ref.Scheme != source.SchemeServer {
			return nil, terminal.Usagef("--server %s is not the URL of an API server, such as https://host:6443", o.server)
		}
		return []source.Reference{ref}, nil
	}
	known, err := cluster.Contexts(o.sources.Cluster.Kubeconfig)
	var names []string
	switch {
	case err != nil && (o.all || len(o.contexts) > 0):
		return nil, err
	case o.all && len(known) == 0:
		return nil, errors.New("the kubeconfig has no contexts")
	case o.all:
		names = known
	case len(o.contexts) == 0:
		names = []string{cluster.Current(o.sources.Cluster.Kubeconfig)}
	}
	for _, pattern := range o.contexts {
		matched, err := matching(pattern, known)
		if err != nil {
			return nil, err
		}
		names = append(names, matched...)
	}
	slices.Sort(names)
	var refs []source.Reference
	for _, name := range slices.Compact(names) {
		text := "context:" + name
		if name == "" {
			text = "the current context"
		}
		refs = append(refs, source.Reference{Text: text, Scheme: source.SchemeContext, Value: name})
	}
	return refs, nil
}

// matching returns the contexts that a name or glob matches. A slash in the name of a context, as
// in those of EKS and OpenShift, is an ordinary character.
func matching(pattern string, known []string) (names []string, err error) {
	if slices.Contains(known, pattern) {
		return []string{pattern}, nil
	}
	flat := strings.NewReplacer("/", "\x00")
	for _, name := range known {
		ok, err := path.Match(flat.Replace(pattern), flat.Replace(name))
		if err != nil {
			return nil, terminal.Usagef("--context %s is not a valid glob", pattern)
		}
		if ok {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, terminal.Usagef("--context %s: the kubeconfig has no such context%s", pattern, option.DidYouMean(pattern, known))
	}
	return names, nil
}

// checkedCluster is the report of a cluster. evidence is set only for --redact, and only if the
// cluster was read: the evidence of hundreds of clusters does not fit into memory.
type checkedCluster struct {
	report   *report.Report
	evidence *evidence.Evidence
	// why is the reason a cluster could not be checked, with its address, which reports leave out.
	why error
}

// clusterRun checks clusters. What it prepares is shared by all of them.
type clusterRun struct {
	session *sources.Session
	options *options
	to      discovery.Release
	// patch is the target patch release, "v1.31.9"; "" for a minor release.
	patch string

	given      []files.File
	lifecycles []discovery.ResourceLifecycle
	// customs are the lifecycles of the custom resources of well-known projects.
	customs []discovery.CustomLifecycle
	// target is the API of the target release, or of the newest known release.
	target *discovery.Surface
	// checker checks live objects and Helm releases against target.
	checker *checker.Checker
	// audit is the content of the logs of --audit.
	audit *evidence.AuditLog
	mu    sync.Mutex
}

// all checks the clusters, several at a time. The results have the order of refs.
func (p *clusterRun) all(ctx context.Context, refs []source.Reference) ([]checkedCluster, error) {
	checked, errs := make([]checkedCluster, len(refs)), make([]error, len(refs))
	next := func() {}
	if len(refs) > 1 {
		all := p.session.Progress.Begin("clusters")
		all.At(0, len(refs))
		defer all.End()
		next = all.Next
	}
	slots := make(chan struct{}, p.options.parallel)
	var group sync.WaitGroup
	for i, ref := range refs {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			checked[i], errs[i] = p.one(ctx, ref)
			next()
		})
	}
	group.Wait()
	return checked, errors.Join(errs...)
}

func (p *clusterRun) prepare(ctx context.Context) (err error) {
	heap.Steady()
	for _, path := range p.options.notesFrom {
		read, err := files.Read(path)
		if err != nil {
			return fmt.Errorf("--notes-from: %w", err)
		}
		p.given = append(p.given, read...)
	}
	cat := p.session.Env.Catalog
	if p.lifecycles, err = cat.Lifecycles(); err != nil {
		return err
	}
	if p.customs, err = p.session.Env.Projects.Lifecycles(); err != nil {
		return err
	}
	known := p.to
	if !slices.Contains(cat.Releases(), known) {
		known = cat.Newest()
	}
	if p.target, err = cat.Load(ctx, known); err != nil {
		return err
	}
	groups, err := cat.Groups()
	if err != nil {
		return err
	}
	p.checker, err = checker.New(checker.Target{
		Objects: true,
		To:      p.target, Lifecycles: p.lifecycles, Groups: groups,
		Past: func(r discovery.Release) (*discovery.Surface, error) { return cat.Load(ctx, r) },
	})
	return err
}

func (p *clusterRun) readAudit(ctx context.Context) error {
	if len(p.options.audit) == 0 {
		return nil
	}
	groups, err := p.session.Env.Catalog.Groups()
	if err != nil {
		return err
	}
	table, err := api.New(checker.Target{To: p.target, Lifecycles: p.lifecycles, Groups: groups})
	if err != nil {
		return err
	}
	reading := p.session.Progress.Begin("audit logs")
	defer reading.End()
	result, err := logs.Examine(ctx, p.options.audit, table, p.to, logs.Options{Begun: reading.Next})
	if err != nil {
		return err
	}
	p.audit = result.Evidence()
	return nil
}

// one checks a cluster. A cluster that cannot be reached, or from whose release the target cannot
// be reached, is not an error: its report says so.
func (p *clusterRun) one(ctx context.Context, ref source.Reference) (checkedCluster, error) {
	server := evidence.Server{Name: nameOf(ref)}
	failed := func(err error) (checkedCluster, error) {
		if ctx.Err() != nil {
			return checkedCluster{}, ctx.Err()
		}
		server.Address = p.address(ref)
		return checkedCluster{report: report.Unreached(buildinfo.Tool(), server, p.to, p.data(), err.Error()), why: err}, nil
	}
	asking, err := p.rehearsal(ctx, ref)
	if err != nil {
		return checkedCluster{}, err
	}
	if asking != nil {
		defer asking.Close()
	}
	flags := p.options.sources.Cluster
	env := p.session.Environment(flags)
	env.Decoder = p.session.Env.Decoder.Beside() // clusters are read concurrently
	surface, err := source.Load(ctx, ref, env)
	if err != nil {
		return failed(err)
	}
	server.Version, server.Release = surface.Version, surface.Release
	e, err := p.collect(ctx, ref, surface)
	if err != nil {
		return failed(err)
	}
	if err := option.Empty(e); err != nil {
		return failed(err)
	}
	e.Audit = p.audit
	check.Narrow(e)
	check.Doubt(e)
	if asking != nil {
		if e.Rehearsal, err = asking.evidence(ctx, ref, e, p.to); err != nil {
			return checkedCluster{}, err
		}
	}
	made, err := plan.Make(plan.In{
		Evidence: e, To: p.to, Version: p.patch, Checks: p.options.checks(), Phase: preflight.Phase(p.options.phase), Accept: p.options.accept,
		Latest: func(r discovery.Release) string { return check.Latest(e, r) },
		Facts: func(from, to discovery.Release) (preflight.Input, error) {
			return p.facts(ctx, p.way(plan.OldestServer(e).Version, from, to))
		},
	})
	if err != nil {
		return failed(err)
	}
	checked := checkedCluster{report: report.New(buildinfo.Tool(), e, made, p.data())}
	if p.options.redact {
		checked.evidence, e.Surface = e, nil
	}
	return checked, nil
}

func nameOf(ref source.Reference) string {
	u, err := url.Parse(ref.Value)
	switch {
	case ref.Scheme == source.SchemeServer && err == nil && u.Host != "":
		return u.Scheme + "://" + u.Host // the path can contain private names
	case ref.Scheme != source.SchemeContext:
		return ref.Display()
	case ref.Value == "":
		return "current context"
	default:
		return ref.Value
	}
}

func (p *clusterRun) data() report.Data {
	data := p.session.Data()
	data.Date = schedule.AsOf().Format(time.DateOnly)
	return data
}

// maxNodes is how many nodes are asked for their kubelet configuration: the most that Kubernetes
// supports in a cluster.
const maxNodes = 5000

func (p *clusterRun) client(ref source.Reference) (*cluster.Client, error) {
	return cluster.New(p.session.ClusterOptions(ref, p.options.sources.Cluster))
}

// address returns the address of the server, so that reports can leave it out; "" if it is not
// known.
func (p *clusterRun) address(ref source.Reference) string {
	client, err := p.client(ref)
	if err != nil {
		return ""
	}
	return client.Address()
}

func (p *clusterRun) collect(ctx context.Context, ref source.Reference, surface *discovery.Surface) (*evidence.Evidence, error) {
	client, err := p.client(ref)
	if err != nil {
		return nil, err
	}
	reading := p.session.Progress.Begin("objects of " + ref.Display())
	defer reading.End()
	return collect.Collect(ctx, client, surface, collect.Options{
		Name: nameOf(ref), Address: client.Address(), At: option.Now(), From: surface.Release, To: p.to, Lifecycles: p.lifecycles,
		Check: func(o *tree.Object) (list []finding.Finding) {
			p.checker.Object(o, func(f finding.Finding) { list = append(list, f) })
			return list
		},
		Fields:   collect.FieldRules(surface, p.target),
		Kubelets: maxNodes, Scope: p.options.Scope(),
		Progress: reading.At,
	})
}

// way is one step of the upgrade, in versions.
type way struct{ from, to changelog.Version }

// way returns the step between two minor releases, or between the cluster's patch release and
// another one of the same minor.
func (p *clusterRun) way(runs string, from, to discovery.Release) way {
	w := way{changelog.Version{Release: from}, changelog.Version{Release: to}}
	if from != to || p.patch == "" {
		return w
	}
	now, err := changelog.ParseVersion(runs)
	then, err2 := changelog.ParseVersion(p.patch)
	if err != nil || err2 != nil || now.Compare(then) >= 0 {
		return w
	}
	return way{now, then}
}

// facts returns what both releases of a step serve, and the release notes between them.
func (p *clusterRun) facts(ctx context.Context, w way) (in preflight.Input, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	cat := p.session.Env.Catalog
	for _, side := range []struct {
		r discovery.Release
		s **discovery.Surface
	}{{w.to.Release, &in.New}, {w.from.Release, &in.Old}} { // a step is named by the release that it leads to
		if *side.s, err = cat.Load(ctx, side.r); err != nil {
			if _, missing := errors.AsType[*catalog.MissingError](err); missing {
				return p.unknownHop(ctx, side.r)
			}
			return in, err
		}
	}
	in.Lifecycles, in.Customs = p.lifecycles, p.customs
	o := gather.Options{Files: p.given}
	if len(p.given) > 0 {
		if o.Draw, err = notes.Drawer(in.Old, in.New); err != nil {
			return in, err
		}
	}
	g, err := gather.Gather(ctx, w.from, w.to, o)
	if err != nil {
		return in, err
	}
	span := g.Library.Between(w.from, w.to)
	if w.from.Release == w.to.Release && w.from != w.to {
		in.Patch = w.to
	}
	for _, form := range []changelog.Form{changelog.FormMarkdown, changelog.FormDraft} {
		if _, given := g.Library.Form(w.to, form); given {
			in.Forms = append(in.Forms, form)
		}
	}
	if d, built := g.Library.Form(w.to, changelog.FormFacts); built && len(in.Forms) == 0 && d.Texts != "" {
		in.Forms = append(in.Forms, d.Texts)
	}
	in.Notes, in.Prose, in.Advisories = span.Notes, notes.ProseOf(span), notes.AdvisoriesOf(span)
	return in, nil
}

// unknownHop returns the input for a step to or from an unknown release, with the data of the
// newest known release, and an error that says so.
func (p *clusterRun) unknownHop(ctx context.Context, r discovery.Release) (in preflight.Input, err error) {
	cat := p.session.Env.Catalog
	if in.Old, err = cat.Load(ctx, cat.Newest()); err != nil {
		return in, err
	}
	in.New, in.Lifecycles, in.Customs = in.Old, p.lifecycles, p.customs
	return in, fmt.Errorf("this version of kubedelta has data about releases up to %s, but not about %s", cat.Newest(), r)
}

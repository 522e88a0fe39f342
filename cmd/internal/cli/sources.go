package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/discovery/source/github"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/chart"
)

// sourceOptions are the flags that say how sources are reached.
type sourceOptions struct {
	cacheDir                string
	noCache                 bool
	offline                 bool
	githubURL               string
	requestTimeout, timeout time.Duration
	cluster                 clusterFlags
}

// What flags of several commands do.
const (
	cacheDirUsage = "`folder` for downloaded documents (default: kubedelta in the user's cache folder)"
	offlineUsage  = "do not read from GitHub; use the cache only"
)

func (o *sourceOptions) bind(flags *pflag.FlagSet) {
	group(flags, downloadFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&o.cacheDir, "cache-dir", "", cacheDirUsage)
		flags.BoolVar(&o.noCache, "no-cache", false, "do not cache downloaded documents")
		flags.BoolVar(&o.offline, "offline", false, offlineUsage)
		flags.StringVar(&o.githubURL, "github-url", "", "`URL` of the API of GitHub Enterprise; the token is read from GITHUB_TOKEN or GH_TOKEN")
	})
	group(flags, connectionFlags, func(flags *pflag.FlagSet) {
		flags.DurationVar(&o.requestTimeout, "request-timeout", 30*time.Second, "`time` limit of one request")
		flags.DurationVar(&o.timeout, "timeout", 2*time.Minute, "`time` limit of all requests to one server")
		o.cluster.bind(flags, "", "")
	})
}

// session is what the sources of one run share.
type session struct {
	options *sourceOptions
	streams Streams
	store   *cluster.Store
	// kubeconfigs are those that were read.
	kubeconfigs cluster.Kubeconfigs
	// progress and warn share standard error.
	progress *progress
	warn     *warner
	env      source.Environment
}

func (o *sourceOptions) session(streams Streams) *session {
	s := &session{options: o, streams: streams, store: cluster.NewStore(), progress: newProgress(streams)}
	s.warn = s.progress.warner(streams.display.quiet)
	s.env = source.Environment{Catalog: cmp.Or(streams.catalog, catalog.New()), Projects: project.New(), Decoder: openapi.NewDecoder()}
	s.env.Chart = s.chart
	if dir := o.cache(); dir != "" {
		s.env.UserCatalog = filepath.Join(dir, "catalog")
	}
	return s
}

// chart reads the definitions of a chart, rendered for the newest release.
func (s *session) chart(ctx context.Context, path string) (crd.Manifests, string, bool, error) {
	info, err := os.Stat(path)
	if err != nil || !chart.IsSource(path, info.IsDir()) || !info.IsDir() && !chart.Inside(path) {
		return crd.Manifests{}, "", false, nil //nolint:nilerr // who reads the path says what is wrong with it
	}
	target, err := s.env.Catalog.Load(ctx, s.env.Catalog.Newest())
	if err != nil {
		return crd.Manifests{}, "", true, err
	}
	src, err := chart.Open(ctx, path, info.IsDir())
	if err != nil {
		return crd.Manifests{}, "", true, fmt.Errorf("%s: %w", path, err)
	}
	if info.IsDir() {
		if err := src.AddLocal(ctx, path, path); err != nil {
			return crd.Manifests{}, "", true, err
		}
	}
	found, err := src.Definitions(ctx, chart.TargetOf(target))
	return found.Manifests, found.Said, true, err
}

// data is what reports of this session are judged by.
func (s *session) data() envelope.Data {
	d := envelope.Data{Newest: s.env.Catalog.Newest()}
	if set, builtIn := dataset.Current(); !builtIn {
		d.Set = string(set.Version)
	}
	return d
}

// cache is the folder for what is kept between runs; "" where the user has none.
func (o *sourceOptions) cache() string {
	if o.cacheDir != "" {
		return o.cacheDir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "kubedelta")
}

// parse reads a reference and says what a bare word could have meant.
func (s *session) parse(text string, flags clusterFlags) (source.Reference, error) {
	if err := ambiguous(text); err != nil {
		return source.Reference{}, err
	}
	ref, err := source.Parse(released(text), func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
	if unknown, ok := errors.AsType[*source.UnknownError](err); ok {
		unknown.Near = s.near(text, flags)
	}
	if err == nil && ref.Scheme == source.SchemeProject {
		_, _, err = s.env.Projects.Find(ref.Value)
	}
	if err != nil {
		return ref, asUsage(err)
	}
	return flags.inContext(ref), nil
}

// near is what a bare word could have meant: a context of that name, else the
// nearest release, file of this folder, or context.
func (s *session) near(word string, flags clusterFlags) string {
	contexts := cluster.Contexts(flags.kubeconfig)
	all := slice.Map(s.env.Catalog.Releases(), func(r discovery.Release) string { return r.String() })
	projects, err := s.env.Projects.Projects()
	for _, p := range projects {
		if p.Name == strings.TrimSuffix(word, ":") && err == nil {
			return p.Name + ":" + p.Newest().Minor.String()
		}
	}
	if entries, err := os.ReadDir("."); err == nil {
		for _, e := range entries {
			all = append(all, e.Name())
		}
	}
	hit := nearest.Word(word, append(contexts, all...))
	for _, c := range contexts {
		if c == hit {
			return "context:" + c
		}
	}
	if _, err := os.Stat(hit); err == nil && hit != "" {
		return "./" + hit
	}
	return hit
}

// environment is the session's, with the recorders of one side.
func (s *session) environment(flags clusterFlags) source.Environment {
	env := s.env
	live := func(ctx context.Context, ref source.Reference) (*documents.Set, snapshot.Manifest, error) {
		return s.recordCluster(ctx, ref, flags)
	}
	env.Recorders = map[source.Scheme]source.Recorder{
		source.SchemeContext: live,
		source.SchemeServer:  live,
		source.SchemeGitHub:  s.recordTag,
	}
	return env
}

// clusterOptions are how a live server is reached.
func (s *session) clusterOptions(ref source.Reference, flags clusterFlags) cluster.Options {
	o := flags.options(s.options.requestTimeout, s.options.timeout)
	if ref.Scheme == source.SchemeServer {
		o.Server = ref.Value
	} else {
		o.Context = ref.Value
	}
	o.Kubeconfigs, o.Wrap = &s.kubeconfigs, s.traced(ref.Display())
	return o
}

// recordCluster reads a live server.
func (s *session) recordCluster(ctx context.Context, ref source.Reference, flags clusterFlags) (*documents.Set, snapshot.Manifest, error) {
	if err := flags.check(); err != nil {
		return nil, snapshot.Manifest{}, err
	}
	o := s.clusterOptions(ref, flags)
	o.Store = s.store
	if dir := s.options.cache(); dir != "" && !s.options.noCache {
		o.CacheDir = filepath.Join(dir, "openapi")
	}
	reading := s.progress.begin(ref.Display())
	defer reading.end()
	o.Progress = reading.at
	o.Warnf = func(format string, args ...any) { s.warn.warn(ref.Display() + ": " + fmt.Sprintf(format, args...)) }
	client, err := cluster.New(o)
	if err != nil {
		return nil, snapshot.Manifest{}, fmt.Errorf("%s: %w", ref.Spoken(), err)
	}
	set, err := client.Record(ctx)
	if err != nil {
		return nil, snapshot.Manifest{}, err // it names the server
	}
	return set, snapshot.Manifest{Source: ref.Display(), SourceKind: discovery.SourceCluster}, nil
}

// recordTag reads a tag of kubernetes/kubernetes.
func (s *session) recordTag(ctx context.Context, ref source.Reference) (*documents.Set, snapshot.Manifest, error) {
	o := github.Options{
		Token: cmp.Or(os.Getenv("GITHUB_TOKEN"), os.Getenv("GH_TOKEN")), BaseURL: s.options.githubURL,
		Offline: s.options.offline, Timeout: s.options.timeout, Transport: s.traced("github")(http.DefaultTransport),
	}
	if dir := s.options.cache(); dir != "" && !s.options.noCache {
		o.CacheDir = filepath.Join(dir, "github")
	}
	reading := s.progress.begin("github:" + ref.Value)
	defer reading.end()
	o.Progress = reading.at
	set, manifest, err := github.Read(ctx, ref.Value, o)
	if err != nil {
		return nil, snapshot.Manifest{}, err
	}
	manifest.SourceKind = discovery.SourceGitHub
	return set, manifest, nil
}

// load reads one source.
func (s *session) load(ctx context.Context, text string, flags clusterFlags) (*discovery.Surface, error) {
	ref, err := s.parse(text, flags)
	if err != nil {
		return nil, err
	}
	return source.Open(ref, s.environment(flags)).Load(ctx)
}

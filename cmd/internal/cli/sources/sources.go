// Package sources has the flags of sources and clusters, and loads sources. It compares and reports
// nothing.
package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
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
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/chart"
)

// Options are the flags that define how sources are read.
type Options struct {
	CacheDir                string
	NoCache                 bool
	Offline                 bool
	GitHubURL               string
	RequestTimeout, Timeout time.Duration
	Cluster                 ClusterFlags
}

// Usages of flags that several commands have.
const (
	CacheDirUsage = "`folder` for downloaded documents (default: kubedelta in the user's cache folder)"
	OfflineUsage  = "do not read from GitHub; use the cache only"
)

// Bind adds the flags.
func (o *Options) Bind(flags *pflag.FlagSet) {
	option.Group(flags, option.DownloadFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&o.CacheDir, "cache-dir", "", CacheDirUsage)
		flags.BoolVar(&o.NoCache, "no-cache", false, "do not cache downloaded documents")
		flags.BoolVar(&o.Offline, "offline", false, OfflineUsage)
		flags.StringVar(&o.GitHubURL, "github-url", "", "`URL` of the GitHub Enterprise API; the token is read from GITHUB_TOKEN or GH_TOKEN")
	})
	option.Group(flags, option.ConnectionFlags, func(flags *pflag.FlagSet) {
		flags.DurationVar(&o.RequestTimeout, "request-timeout", 30*time.Second, "`time` limit of one request")
		flags.DurationVar(&o.Timeout, "timeout", 2*time.Minute, "`time` limit of all requests to one server")
		o.Cluster.bind(flags, "", "")
	})
}

// Session has what the sources of one run share.
type Session struct {
	Options *Options
	Streams terminal.Streams
	store   *cluster.Store
	// kubeconfigs are the kubeconfigs that were read.
	kubeconfigs cluster.Kubeconfigs
	// Progress and Warn both write to standard error.
	Progress *terminal.Progress
	Warn     *terminal.Warner
	Env      source.Environment
}

// NewSession makes the session of a run.
func (o *Options) NewSession(streams terminal.Streams) *Session {
	s := &Session{Options: o, Streams: streams, store: cluster.NewStore(), Progress: terminal.NewProgress(streams)}
	s.Warn = s.Progress.Warner(streams.Display.Quiet)
	s.Env = source.Environment{Catalog: cmp.Or(streams.Catalog, catalog.New()), Projects: project.New(), Decoder: openapi.NewDecoder()}
	s.Env.Chart = s.chart
	if dir := o.Cache(); dir != "" {
		s.Env.UserCatalog = filepath.Join(dir, "catalog")
	}
	return s
}

// chart reads the definitions of a chart, rendered for the newest release.
func (s *Session) chart(ctx context.Context, path string) (crd.Manifests, string, bool, error) {
	info, err := os.Stat(path)
	if err != nil || !chart.IsSource(path, info.IsDir()) || !info.IsDir() && !chart.Inside(path) {
		return crd.Manifests{}, "", false, nil //nolint:nilerr // the reader of the path reports what is wrong with it
	}
	target, err := s.Env.Catalog.Load(ctx, s.Env.Catalog.Newest())
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

// Data describes the data set that reports of this session are based on.
func (s *Session) Data() envelope.Data {
	d := envelope.Data{Newest: s.Env.Catalog.Newest()}
	if set, builtIn := dataset.Current(); !builtIn {
		d.Set = string(set.Version)
	}
	return d
}

// Cache returns kubedelta's cache folder, or "" if the user has none.
func (o *Options) Cache() string {
	if o.CacheDir != "" {
		return o.CacheDir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "kubedelta")
}

// Cached returns a folder of the cache for downloaded documents, or "" if they are not cached.
func (o *Options) Cached(name string) string {
	if dir := o.Cache(); dir != "" && !o.NoCache {
		return filepath.Join(dir, name)
	}
	return ""
}

// Parse reads a reference to a source. The error for an unknown word names what the user may have
// meant, and is a mistake in the command line.
func (s *Session) Parse(text string, flags ClusterFlags) (source.Reference, error) {
	if err := option.Ambiguous(text); err != nil {
		return source.Reference{}, err
	}
	ref, err := source.Parse(option.Released(text), option.Exists)
	if unknown, ok := errors.AsType[*source.UnknownError](err); ok {
		unknown.Near = s.near(text, flags)
	}
	if err == nil && ref.Scheme == source.SchemeProject {
		_, _, err = s.Env.Projects.Find(ref.Value)
	}
	if unknown, ok := errors.AsType[*project.UnknownError](err); ok && unknown.Project != nil {
		return ref, err // a failure, like a release that the catalog does not have
	}
	if err != nil {
		return ref, terminal.Usage(err)
	}
	return flags.InContext(ref), nil
}

// near returns what an unknown word may mean: a context of that name, or else the nearest release,
// file of this folder, or context.
func (s *Session) near(word string, flags ClusterFlags) string {
	contexts, _ := cluster.Contexts(flags.Kubeconfig) // a suggestion only
	all := slice.Map(s.Env.Catalog.Releases(), func(r discovery.Release) string { return r.String() })
	projects, err := s.Env.Projects.Projects()
	for _, p := range projects {
		if p.Name == strings.TrimSuffix(word, ":") && err == nil {
			return p.Name + ":" + p.Newest().Minor.String()
		}
	}
	entries, _ := os.ReadDir(".") // a suggestion only
	all = append(all, slice.Map(entries, fs.DirEntry.Name)...)
	hit := nearest.Word(word, append(contexts, all...))
	if slices.Contains(contexts, hit) {
		return CurrentContext + hit
	}
	if option.Exists(hit) {
		return "./" + hit
	}
	return hit
}

// Environment returns the session's environment with the recorders for one side.
func (s *Session) Environment(flags ClusterFlags) source.Environment {
	env := s.Env
	recordCluster := func(ctx context.Context, ref source.Reference) (*documents.Set, snapshot.Manifest, error) {
		return s.recordCluster(ctx, ref, flags)
	}
	env.Recorders = map[source.Scheme]source.Recorder{
		source.SchemeContext: recordCluster,
		source.SchemeServer:  recordCluster,
		source.SchemeGitHub:  s.recordTag,
	}
	return env
}

// ClusterOptions returns the options for a connection to an API server.
func (s *Session) ClusterOptions(ref source.Reference, flags ClusterFlags) cluster.Options {
	o := flags.Options
	if ref.Scheme == source.SchemeServer {
		o.Server, o.Context = ref.Value, ""
	} else {
		o.Context = ref.Value
	}
	o.UserAgent, o.RequestTimeout, o.TimeLimit = "kubedelta/"+buildinfo.Version(), s.Options.RequestTimeout, s.Options.Timeout
	o.Kubeconfigs, o.Wrap = &s.kubeconfigs, s.Traced(ref.Display())
	return o
}

func (s *Session) recordCluster(ctx context.Context, ref source.Reference, flags ClusterFlags) (*documents.Set, snapshot.Manifest, error) {
	if err := flags.Check(); err != nil {
		return nil, snapshot.Manifest{}, err
	}
	o := s.ClusterOptions(ref, flags)
	o.Store, o.CacheDir = s.store, s.Options.Cached("openapi")
	reading := s.Progress.Begin(ref.Display())
	defer reading.End()
	o.Progress = reading.At
	o.Warnf = func(format string, args ...any) { s.Warn.Warn(ref.Display() + ": " + fmt.Sprintf(format, args...)) }
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

// GitHubToken returns the token for GitHub; "" if there is none.
func (s *Session) GitHubToken() string {
	return cmp.Or(s.Streams.Token, os.Getenv("GITHUB_TOKEN"), os.Getenv("GH_TOKEN"))
}

// recordTag reads the documents of a tag of kubernetes/kubernetes.
func (s *Session) recordTag(ctx context.Context, ref source.Reference) (*documents.Set, snapshot.Manifest, error) {
	o := github.Options{
		Options: client.Options{Token: s.GitHubToken(), BaseURL: s.Options.GitHubURL, Transport: s.Traced("github")(http.DefaultTransport)},
		Offline: s.Options.Offline, Timeout: s.Options.Timeout, CacheDir: s.Options.Cached("github"),
	}
	reading := s.Progress.Begin("github:" + ref.Value)
	defer reading.End()
	o.Progress = reading.At
	set, manifest, err := github.Read(ctx, ref.Value, o)
	if err != nil {
		return nil, snapshot.Manifest{}, err
	}
	manifest.SourceKind = discovery.SourceGitHub
	return set, manifest, nil
}

// Load loads one source.
func (s *Session) Load(ctx context.Context, text string, flags ClusterFlags) (*discovery.Surface, error) {
	ref, err := s.Parse(text, flags)
	if err != nil {
		return nil, err
	}
	return source.Load(ctx, ref, s.Environment(flags))
}

// Package site is the command site. It reads the data of a site and writes the files. The product's
// package site makes the pages.
package site

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/preflight/schedule"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/site"
)

type options struct {
	sources   sources.Options
	from, to  string
	sigs      []string
	languages []string
	crds      []string
	baseURL   string
}

// New makes the command site.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "site DIR",
		Args: option.Exactly(1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), o, args[0], streams) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.from, "from", "", "the first `release` (default: the first release with fields)")
	flags.StringVar(&o.to, "to", "", "the last `release` (default: the newest in the catalog)")
	flags.StringSliceVar(&o.sigs, "sig", nil, "create note pages only for these `SIGs`")
	flags.StringSliceVar(&o.languages, "lang", []string{language.English}, "`languages` of the pages: "+strings.Join(language.Known(), ", ")+"; the first is at the root, each other language in its own folder")
	flags.StringArrayVar(&o.crds, "crds", nil, "add a page with the changes of custom resources between two `sources`, OLD..NEW (repeatable)")
	flags.StringVar(&o.baseURL, "base-url", "", "`address` of the published site, for canonical links, the sitemap and feeds")
	o.sources.Bind(flags)
	// A site reads no cluster. The flags are accepted, but not shown.
	option.OfGroup(flags, option.ConnectionFlags).VisitAll(func(f *pflag.Flag) { f.Hidden = true })
	return cmd
}

func run(ctx context.Context, o *options, dir string, streams terminal.Streams) error {
	if err := o.check(); err != nil {
		return err
	}
	s := o.sources.NewSession(streams)
	in, err := o.input(ctx, s)
	if err != nil {
		return err
	}
	w, err := openFolder(dir)
	if err != nil {
		return err
	}
	if err := w.finish(site.Build(ctx, in, w.write)); err != nil {
		return err
	}
	for _, path := range w.kept {
		s.Warn.Warn(fmt.Sprintf("%s is no longer part of the site, but was changed since it was written: it is not removed", path))
	}
	_, err = fmt.Fprintf(streams.Out, "%s: %d written, %d unchanged, %d removed\n", dir, w.written, w.same, w.removed)
	return err
}

func (o *options) check() error {
	var languages []string
	for _, tag := range o.languages {
		if err := option.CheckLanguage(tag); err != nil {
			return err
		}
		languages = slice.Add(languages, tag)
	}
	if o.languages = languages; len(languages) == 0 {
		return terminal.Usagef("--lang needs at least one language")
	}
	if o.baseURL == "" {
		return nil
	}
	u, err := url.Parse(o.baseURL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return terminal.Usagef("--base-url %s: it must be an address like https://example.com/kubernetes/", o.baseURL)
	}
	if !strings.HasSuffix(o.baseURL, "/") {
		o.baseURL += "/"
	}
	return nil
}

func (o *options) input(ctx context.Context, s *sources.Session) (in site.Input, err error) {
	in = site.Input{Tool: buildinfo.Tool(), Data: s.Data(), Languages: o.languages, BaseURL: o.baseURL, Notes: map[discovery.Release]site.Notes{}, Dates: map[discovery.Release]string{}}
	in.Surface = func(r discovery.Release) (*discovery.Surface, error) { return s.Env.Catalog.Load(ctx, r) }
	if in.Lifecycles, err = s.Env.Catalog.Lifecycles(); err != nil {
		return in, err
	}
	if in.Types, err = history.Known(); err != nil {
		return in, err
	}
	if in.Gates, err = gate.Known(); err != nil {
		return in, err
	}
	if in.Releases, err = (option.Releases{From: o.from, To: o.to}).WithFields(s.Env.Catalog, in.Types.First); err != nil {
		return in, err
	}
	if len(in.Releases) < 2 {
		return in, terminal.Usagef("a site needs two releases: --from %s is the last one", in.Releases[0])
	}
	for _, r := range in.Releases {
		if err := o.addRelease(&in, r); err != nil {
			return in, err
		}
	}
	header, _ := dataset.Current()
	in.Set, in.Made, in.AsOf = string(header.Version), header.Date, schedule.AsOf().Format(time.DateOnly)
	if in.SIGs, err = o.knownSIGs(&in); err != nil {
		return in, err
	}
	in.Custom, err = o.custom(ctx, s)
	return in, err
}

func (o *options) custom(ctx context.Context, s *sources.Session) (out []site.Custom, err error) {
	for _, text := range o.crds {
		old, new, ok := sources.RangeOf(text)
		if !ok {
			return nil, terminal.Usagef("--crds %s: it must be two sources, OLD..NEW", text)
		}
		var sides [2]*discovery.Surface
		for i, side := range []string{old, new} {
			if sides[i], err = s.Load(ctx, side, o.sources.Cluster); err != nil {
				return nil, err
			}
		}
		out = append(out, site.Custom{Old: sides[0], New: sides[1]})
	}
	return out, nil
}

func (o *options) addRelease(in *site.Input, r discovery.Release) error {
	if support, known := schedule.Of(schedule.Kubernetes, r); known && !support.Released.IsZero() {
		in.Dates[r] = support.Released.Format(time.DateOnly)
	}
	m, has, err := catalog.Load(r)
	if err != nil || !has {
		return err
	}
	documents, err := m.Written(r)
	if err != nil {
		return err
	}
	in.Notes[r] = site.Notes{Minor: m, Documents: documents}
	return nil
}

func (o *options) knownSIGs(in *site.Input) (out []string, err error) {
	known := map[string]bool{}
	for _, n := range in.Notes {
		for _, d := range n.Documents {
			for _, sig := range report.Known(d.Notes).SIGs {
				known[sig] = true
			}
		}
	}
	for _, word := range o.sigs {
		sig := report.CanonicalSIG(word)
		if err := option.CheckWord("--sig "+word+": no entry has this SIG", sig, slices.Sorted(maps.Keys(known))); err != nil {
			return nil, err
		}
		out = append(out, sig)
	}
	return out, nil
}

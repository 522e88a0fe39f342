package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	github "github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/preflight/schedule"
	"github.com/kubedelta/kubedelta/scan/checker"
)

const timeout = 2 * time.Minute

func (o *options) update(ctx context.Context, cmd *cobra.Command) error {
	path := storedPath(cmd)
	if path == "" {
		return errors.New("there is no cache folder to store the data set in; specify one with --cache-dir")
	}
	b, err := o.read(ctx)
	if err != nil {
		return err
	}
	used, called := builtIn(), "the built-in one"
	if stored, err := readSet(path, o.choice.trusted()); err == nil && stored.Version.Compare(used.Version) > 0 {
		used, called = stored.Header, "the stored one"
	}
	set, err := dataset.Decode(b, o.choice.trusted())
	if err == nil {
		err = set.NotOlder(used, called)
	}
	if err == nil && set.Version.Compare(used.Version) == 0 {
		_, err = fmt.Fprintf(o.choice.streams.Out, "kubedelta uses the data set %s already: nothing was changed\n", used.Version)
		return err
	}
	if err == nil {
		err = proven(ctx, set)
	}
	if err != nil {
		return fmt.Errorf("%s is rejected: %w\n  the data set %s stays in use", o.source(), err, used.Version)
	}
	if err := beside.WriteFile(path, b); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.choice.streams.Out, "the data set %s is used from now on, instead of %s\n", set.Version, used.Version)
	return err
}

// proven decodes the complete data set. A set that this program cannot read is not stored.
func proven(ctx context.Context, set *dataset.Set) error {
	if err := dataset.Use(set); err != nil {
		return err
	}
	cat := catalog.New()
	for _, r := range cat.Releases() {
		if _, err := cat.Load(ctx, r); err != nil {
			return err
		}
	}
	for _, r := range notes.Releases() {
		m, _, err := notes.Load(r)
		if err == nil {
			_, err = m.Written(r)
		}
		if err != nil {
			return err
		}
	}
	if len(cat.Releases()) == 0 || len(notes.Releases()) == 0 || schedule.AsOf().IsZero() {
		return errors.New("it lacks the releases of Kubernetes, their notes or their end-of-life dates")
	}
	projects := project.New()
	all, err := projects.Projects()
	for _, p := range all {
		_, of := projects.Fields(p.Name)
		err = errors.Join(err, of)
	}
	_, gates := gate.Known()
	_, schemes := registered.Known()
	_, versions := componentconfig.Versions()
	_, lost := componentconfig.LostFields()
	_, fields := checker.KnownFieldLifecycles()
	return errors.Join(err, gates, schemes, versions, lost, fields)
}

func (o *options) source() string { return cmp.Or(o.from, publishedURL) }

// published reads the data set at that address.
func (o *options) published(ctx context.Context) (*dataset.Set, error) {
	b, err := o.read(ctx)
	if err != nil {
		return nil, err
	}
	set, err := dataset.Decode(b, o.choice.trusted())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.source(), err)
	}
	return set, nil
}

func (o *options) read(ctx context.Context) (b []byte, err error) {
	if from := o.source(); isURL(from) {
		b, err = o.download(ctx, from)
	} else {
		b, err = readFile(from)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--from: %w", cause.Reading(o.source(), err))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the data set: %w", err)
	}
	return b, nil
}

func isURL(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

func (o *options) download(ctx context.Context, from string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	u, err := url.Parse(from)
	if err != nil || !encrypted(u) {
		return nil, terminal.Usagef("%s is not an address that begins with https", terminal.Shown(from))
	}
	s := (&sources.Options{CacheDir: o.cacheDir}).NewSession(o.choice.streams)
	reading := s.Progress.Begin("data set")
	defer reading.End()
	client := http.Client{Transport: s.Traced("data")(http.DefaultTransport), CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if !encrypted(next.URL) || len(via) >= 5 {
			return errors.New("it was redirected to an address without https, or more than 5 times")
		}
		return nil
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "kubedelta")
	res, err := client.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return nil, github.Unreachable(u.Host, failed)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s returned %s", u.Redacted(), res.Status)
	}
	b, err := bounded(io.ReadAll(io.LimitReader(res.Body, dataset.MaxSize+1)))
	if err != nil {
		return nil, fmt.Errorf("%s: the download ended early: %w", u.Redacted(), err)
	}
	return b, nil
}

// encrypted reports whether a URL uses https or is on this machine. The signature protects the
// content, but without https others could see or withhold it.
func encrypted(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && ip != nil && ip.IsLoopback()
}

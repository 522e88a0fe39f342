package local

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Index is the index of setup-envtest, with the archives and their checksums.
const Index = "https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml"

// The limits of downloads. An archive has about 100 MB.
const (
	maxIndex      = 16 << 20
	maxArchive    = 1 << 30
	mostRedirects = 10
)

// Downloads are the source and the folder of downloaded programs.
type Downloads struct {
	// Index is a URL; "" is [Index].
	Index string
	// Dir has a folder for each release.
	Dir    string
	Client *http.Client
}

type archive struct {
	Hash     string `json:"hash"`
	SelfLink string `json:"selfLink"`
}

// Kept are the folders of earlier downloads of a release, the newest patch first.
func (d Downloads) Kept(r discovery.Release) []Place {
	found, _ := filepath.Glob(filepath.Join(d.Dir, fmt.Sprintf("v%d.%d.*-%s-%s", r.Major, r.Minor, runtime.GOOS, runtime.GOARCH))) // the pattern is valid
	slices.SortFunc(found, func(a, b string) int { return newer(filepath.Base(a), filepath.Base(b)) })
	return slice.Map(found, func(dir string) Place {
		return Place{Name: "the download of " + versionIn(filepath.Base(dir)), Dir: dir}
	})
}

// Get downloads the newest patch of a release, verifies its checksum from the index, and returns
// its folder.
func (d Downloads) Get(ctx context.Context, r discovery.Release) (Place, error) {
	name, a, err := d.choose(ctx, cmp.Or(d.Index, Index), r)
	if err != nil {
		return Place{}, fmt.Errorf("--download: %w", err)
	}
	version := versionIn(strings.TrimPrefix(name, "envtest-"))
	dir := filepath.Join(d.Dir, version+"-"+runtime.GOOS+"-"+runtime.GOARCH)
	place := Place{Name: "the download of " + version, Dir: dir}
	if _, err := os.Stat(filepath.Join(dir, apiServer)); err == nil {
		return place, nil
	}
	if err := d.archive(ctx, a, dir); err != nil {
		return place, fmt.Errorf("--download: %s: %w", name, err)
	}
	return place, nil
}

// versionIn is the version at the start of a name: "v1.36.0-linux-amd64".
func versionIn(name string) string {
	version, _, _ := strings.Cut(name, "-")
	return version
}

// newer compares names by their versions, the newest first.
func newer(a, b string) int {
	one, _ := changelog.ParseVersion(versionIn(a)) // what is no version comes last
	other, _ := changelog.ParseVersion(versionIn(b))
	return other.Compare(one)
}

// choose selects the newest patch of a release for this machine. Release candidates do not count.
func (d Downloads) choose(ctx context.Context, index string, r discovery.Release) (name string, a archive, err error) {
	body, err := d.open(ctx, index)
	if err != nil {
		return "", a, err
	}
	defer body.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(body, maxIndex))
	if err != nil {
		return "", a, fmt.Errorf("the index could not be read: %w", err)
	}
	var list struct {
		Releases map[string]map[string]archive `json:"releases"`
	}
	if err := cause.Parser(func() error { return yaml.Unmarshal(text, &list) }); err != nil || len(list.Releases) == 0 {
		return "", a, errors.New("the index is not in the format of setup-envtest")
	}
	var versions []string
	for version, archives := range list.Releases {
		of, err := discovery.ParseRelease(version)
		if _, here := archives[archiveName(version)]; err == nil && here && of.Major == r.Major && of.Minor == r.Minor && !strings.Contains(version, "-") {
			versions = append(versions, version)
		}
	}
	if len(versions) == 0 {
		return "", a, fmt.Errorf("there is no archive of %s for %s/%s", r, runtime.GOOS, runtime.GOARCH)
	}
	slices.SortFunc(versions, newer)
	name = archiveName(versions[0])
	return name, list.Releases[versions[0]][name], nil
}

func archiveName(version string) string {
	return "envtest-" + version + "-" + runtime.GOOS + "-" + runtime.GOARCH + ".tar.gz"
}

// archive downloads an archive and unpacks it into dir, which exists only if it is complete.
func (d Downloads) archive(ctx context.Context, a archive, dir string) error {
	want, err := hex.DecodeString(a.Hash)
	if err != nil || len(want) != sha512.Size {
		return errors.New("the index contains no SHA-512 checksum for it")
	}
	if err := os.MkdirAll(d.Dir, 0o700); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(d.Dir, "unfinished-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished) //nolint:errcheck // it was moved, or is of no use
	packed, err := os.Create(filepath.Join(unfinished, "archive"))
	if err != nil {
		return err
	}
	defer packed.Close() //nolint:errcheck // it is removed
	body, err := d.open(ctx, a.SelfLink)
	if err != nil {
		return err
	}
	defer body.Close() //nolint:errcheck // it was only read
	sum := sha512.New()
	n, err := io.Copy(io.MultiWriter(packed, sum), io.LimitReader(body, maxArchive))
	switch {
	case err != nil:
		return fmt.Errorf("the download was interrupted: %w", err)
	case n == maxArchive:
		return errors.New("it is larger than any archive of kube-apiserver and etcd")
	case !slices.Equal(sum.Sum(nil), want):
		return errors.New("its checksum is not the one in the index: it was discarded")
	}
	if _, err := packed.Seek(0, io.SeekStart); err != nil {
		return err
	}
	programs := filepath.Join(unfinished, "programs")
	if err := errors.Join(os.Mkdir(programs, 0o700), unpack(packed, programs)); err != nil {
		return err
	}
	return os.Rename(programs, dir)
}

// unpack extracts the programs from an archive, from any folder in it.
func unpack(packed io.Reader, dir string) error {
	zip, err := gzip.NewReader(packed)
	if err != nil {
		return fmt.Errorf("it is not an archive: %w", err)
	}
	files, found := tar.NewReader(zip), 0
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("it is not an archive: %w", err)
		}
		name := strings.TrimSuffix(path.Base(h.Name), ".exe")
		if h.Typeflag != tar.TypeReg || name != apiServer && name != etcd {
			continue
		}
		out, err := os.OpenFile(filepath.Join(dir, path.Base(h.Name)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, io.LimitReader(files, maxArchive))
		if err := errors.Join(err, out.Close()); err != nil {
			return err
		}
		found++
	}
	if found != 2 { //nolint:mnd // kube-apiserver and etcd
		return errors.New("it does not contain kube-apiserver and etcd")
	}
	return nil
}

// open requests a file. The connection must be one that others cannot change, or one to this
// machine.
func (d Downloads) open(ctx context.Context, from string) (io.ReadCloser, error) {
	if u, err := url.Parse(from); err != nil || !guarded(u) {
		return nil, fmt.Errorf("%s is not an https URL", from)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return nil, err
	}
	client := *d.Client
	client.CheckRedirect = func(to *http.Request, via []*http.Request) error {
		if !guarded(to.URL) || len(via) > mostRedirects {
			return fmt.Errorf("it redirects to %s://%s, or too often", to.URL.Scheme, to.URL.Host)
		}
		return nil
	}
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		return nil, fmt.Errorf("GET %s: %s", from, answer.Status)
	}
	return answer.Body, nil
}

// guarded reports whether nobody else can change what is read.
func guarded(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

package cli_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/github"
	"github.com/kubedelta/kubedelta/fixtures/scripts"
)

// docsClusters are the contexts and the version of each cluster. The first one is the current
// context. The folder of a context is its name up to a dash.
var docsClusters = []struct{ context, version string }{
	{"prod", "v1.31.6"}, {"prod-eu", "v1.31.6"}, {"prod-us", "v1.31.6"}, {"staging", "v1.33.1"},
}

// docsWorld is the environment for commands on pages: contexts with clusters, a GitHub at its own
// address, and replacements of programs.
type docsWorld struct {
	folder string
	env    []string
}

// newDocsWorld starts the servers for all pages.
func newDocsWorld(t *testing.T) *docsWorld {
	t.Helper()
	w := newDocsFolder(t)
	hub := github.New(t)
	if err := hub.Publish(os.DirFS(filepath.Join(w.folder, "hub"))); err != nil {
		t.Fatal(err)
	}
	hub.Repository("kubernetes/kubernetes").Tag("v"+scripts.MinorFromNewest(1)+".0", publishedDocuments(t, "v"+scripts.MinorFromNewest(0)+".0"))
	proxy, certificate := publicGitHub(t, hub.URL)
	w.env = append(w.env, "KUBECONFIG="+w.kubeconfig(t), "HTTPS_PROXY="+proxy, "SSL_CERT_FILE="+certificate)
	return w
}

// newDocsFolder returns a world without servers.
func newDocsFolder(t *testing.T) *docsWorld {
	t.Helper()
	w := &docsWorld{folder: t.TempDir()}
	archive, err := txtar.ParseFile("testdata/docs/world.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		mode := fs.FileMode(0o600)
		if strings.HasPrefix(f.Name, "bin/") {
			mode = 0o700
		}
		name := filepath.Join(w.folder, f.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, f.Data, mode)); err != nil {
			t.Fatal(err)
		}
	}
	w.env = []string{
		"PATH=" + filepath.Join(w.folder, "bin") + string(os.PathListSeparator) + os.Getenv("PATH"),
		"TERM=dumb", "LANG=C.UTF-8", "TMPDIR=" + os.TempDir(), "GOGC=" + os.Getenv("GOGC"),
	}
	return w
}

// kubeconfig starts the clusters and writes their kubeconfig.
func (w *docsWorld) kubeconfig(t *testing.T) string {
	t.Helper()
	var files []string
	for _, c := range docsClusters {
		name, _, _ := strings.Cut(c.context, "-")
		server := startDocsCluster(t, filepath.Join(w.folder, "cluster", name), c.version)
		file := filepath.Join(w.folder, c.context+".kubeconfig")
		if err := os.WriteFile(file, server.Kubeconfig(c.context), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return strings.Join(files, string(os.PathListSeparator))
}

// startDocsCluster starts a cluster with the objects of a folder and the fields of the release.
func startDocsCluster(t *testing.T, folder, version string, changes ...func(*apiserver.Config)) *apiserver.Server {
	t.Helper()
	config, err := apiserver.ClusterConfig(folder, "version="+version)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		change(&config)
	}
	if config.Set.OpenAPIV3, err = openAPIOf(config.Surface); err != nil {
		t.Fatal(err)
	}
	server, err := apiserver.Start(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// docsHome is the folder in which the commands of one page run, in order.
type docsHome struct {
	folder string
	env    []string
}

func (w *docsWorld) home(t *testing.T) docsHome {
	t.Helper()
	h := docsHome{folder: t.TempDir(), env: w.env}
	if err := os.CopyFS(h.folder, os.DirFS(filepath.Join(w.folder, "home"))); err != nil {
		t.Fatal(err)
	}
	// The examples are where a checkout has them, and in a user's folder.
	for _, to := range []string{"manifests", "docs/examples/manifests"} {
		if err := os.CopyFS(filepath.Join(h.folder, to), os.DirFS(filepath.Join(projectRoot, "docs", "examples", "manifests"))); err != nil {
			t.Fatal(err)
		}
	}
	h.env = append([]string{"HOME=" + h.folder}, h.env...)
	return h
}

// configure writes the configuration file of a page: the first fence with the line for editors.
func (h docsHome) configure(t *testing.T, page docsPage) {
	t.Helper()
	for _, b := range page.blocks() {
		if b.kind == fence && isYAML(b.info) && strings.Contains(b.text(), "config.schema.json") {
			if err := os.WriteFile(filepath.Join(h.folder, ".kubedelta.yaml"), []byte(b.text()+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
}

// run runs a command in a shell and returns its exit code.
func (h docsHome) run(t *testing.T, c shownCommand) (code int, stdout, stderr string) {
	t.Helper()
	// Each text is replaced only once: the name of a folder can contain that of a mount.
	words := []string{"go run ./cmd/kubedelta", "kubedelta"}
	for _, mount := range c.mounts {
		folder := filepath.Join(h.folder, mount)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		words = append(words, mount+"/", folder+"/")
	}
	text := strings.NewReplacer(words...).Replace(c.text)
	cmd := exec.CommandContext(t.Context(), "bash", "-c", "set -o pipefail\n"+text)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = h.folder, h.env, &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", c, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// TestDocsClusters checks that the clusters behave as servers of their releases.
func TestDocsClusters(t *testing.T) {
	w := newDocsWorld(t)
	h := w.home(t)
	code, stdout, stderr := h.run(t, shownCommand{text: "kubedelta diff 1.31 context:prod --fail-on info --no-notes -o text"})
	if code != 0 {
		t.Errorf("1.31 and a cluster of 1.31 differ: exit code %d\n%s%s", code, stdout, stderr)
	}
}

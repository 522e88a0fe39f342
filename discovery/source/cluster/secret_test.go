package cluster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

func wantNoSecret(t *testing.T, text string, secrets ...string) {
	t.Helper()
	for _, s := range secrets {
		if strings.Contains(text, s) {
			t.Errorf("it holds the secret %q: %.600s", s, text)
		}
	}
}

// everything returns all texts of a Set.
func everything(t *testing.T, set *documents.Set) string {
	t.Helper()
	if set == nil {
		return ""
	}
	var b strings.Builder
	for _, body := range [][]byte{set.Version, set.AggregatedAPI, set.AggregatedAPIs, set.APIVersions, set.GroupList, set.Swagger} {
		b.Write(body)
	}
	for _, m := range []any{set.ResourceLists, set.OpenAPIV3} {
		fmt.Fprintf(&b, "%s", m)
	}
	list, err := json.Marshal(set.Incomplete)
	if err != nil {
		t.Fatal(err)
	}
	b.Write(list)
	return b.String()
}

// TestSecretsStayInside runs a client with a token against every fault, and searches for the token
// in all output. The server's error responses repeat the Authorization header, as those of some
// proxies do.
func TestSecretsStayInside(t *testing.T) {
	const token = "eyJhbGciOi.s3cr3t.t0ken"
	kinds := []apiserver.FaultKind{
		apiserver.Unauthorized, apiserver.Forbidden, apiserver.NotFound, apiserver.TooManyRequests, apiserver.InternalError, apiserver.Unavailable,
		apiserver.TruncatedBody, apiserver.TruncatedJSON, apiserver.InvalidJSON, apiserver.HTML, apiserver.Reset, apiserver.Warn,
	}
	for _, path := range []string{"*", "/apis*", "/openapi/*"} {
		for _, kind := range kinds {
			s := start(t, apiserver.Config{Token: token, Discovery: apiserver.Plain, Faults: []apiserver.Fault{{Path: path, Kind: kind, Text: "your token " + token + " expires"}}})
			var said []string
			cacheDir := t.TempDir()
			c, _ := connect(t, cluster.Options{
				Kubeconfig: write(t, "config", s.Kubeconfig("prod")), CacheDir: cacheDir,
				Warnf: func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) },
			})
			set, err := c.Record(t.Context())
			text := fmt.Sprint(everything(t, set), err, said, c)
			wantNoSecret(t, text, token, "s3cr3t", "BEGIN CERTIFICATE")
			wantNoSecret(t, everything(t, set), s.URL, strings.TrimPrefix(s.URL, "https://"), apiserver.ServerAddress)
			wantNoSecret(t, folder(t, cacheDir), token, strings.TrimPrefix(s.URL, "https://"))
		}
	}
}

// folder returns the names and contents of all files below a folder.
func folder(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s\n%s\n", filepath.Base(path), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCredentialsStayOnTheHost: client-go adds the credentials to each request, so a redirect to
// another host must not be followed.
func TestCredentialsStayOnTheHost(t *testing.T) {
	other := start(t, apiserver.Config{})
	s := start(t, apiserver.Config{Token: "t0ken", Faults: []apiserver.Fault{{Path: appsDocument, Kind: apiserver.Redirect, To: other.URL + appsDocument}}})
	o := options(t, s)
	o.TokenFile = write(t, "token", []byte("t0ken\n"))
	c, _ := connect(t, o)
	if set := record(t, c); len(set.Incomplete) != 1 {
		t.Errorf("incomplete: %v", set.Incomplete)
	}
	if n := other.Count("*"); n > 0 {
		t.Errorf("the other host got %d requests: %+v", n, other.Requests())
	}
}

func TestURLsWithCredentials(t *testing.T) {
	for _, server := range []string{"https://jane:pa55word@127.0.0.1:6443", "https://pa55word@127.0.0.1:6443", "https://jane:pa55word@[::1", "jane:pa55word@host", "https://jane:pa55 word@host"} {
		_, err := cluster.New(cluster.Options{Server: server})
		if err == nil {
			t.Errorf("%s was accepted", server)
			continue
		}
		wantNoSecret(t, err.Error(), "pa55", "jane")
	}
	for name, entry := range map[string]string{
		"server": `{server: "https://jane:pa55 word@host"}`,
		"proxy":  `{server: "https://host", proxy-url: "ftp://jane:pa55word@proxy"}`,
	} {
		err := newError(t, "apiVersion: v1\nkind: Config\ncurrent-context: c\ncontexts: [{name: c, context: {cluster: k}}]\nclusters: [{name: k, cluster: "+entry+"}]\n")
		wantNoSecret(t, fmt.Sprint(name, err), "pa55word", "jane")
	}
}

// newError returns the error for a kubeconfig. It fails the test if there is none.
func newError(t *testing.T, kubeconfig string) error {
	t.Helper()
	_, err := cluster.New(cluster.Options{Kubeconfig: write(t, "config", []byte(kubeconfig))})
	if err == nil {
		t.Fatalf("this kubeconfig was accepted: %.200s", kubeconfig)
	}
	return err
}

// TestUserInfoOfAKubeconfigIsALogin: user and password in the server's URL are sent, as by kubectl.
func TestUserInfoOfAKubeconfigIsALogin(t *testing.T) {
	s := start(t, apiserver.Config{})
	config := strings.Replace(string(s.Kubeconfig("c")), "https://", "https://jane:pa55word@", 1)
	c, _ := connect(t, cluster.Options{Kubeconfig: write(t, "config", []byte(config))})
	set := record(t, c)
	if !s.Requests()[0].Credentials {
		t.Error("the user info was not sent")
	}
	wantNoSecret(t, fmt.Sprint(c, everything(t, set)), "pa55word", "jane")
}

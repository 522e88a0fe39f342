package cluster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// alone removes the kubeconfig and the service account of the environment of the test.
func alone(t *testing.T) {
	t.Helper()
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
}

func TestLogins(t *testing.T) {
	s := start(t, apiserver.Config{Token: "t0ken-of-jane", ClientCertificate: true})
	cert, key := s.ClientCertificate()
	certFile, keyFile, tokenFile := write(t, "tls.crt", cert), write(t, "tls.key", key), write(t, "token", []byte("t0ken-of-jane\n"))
	for name, change := range map[string]func(*cluster.Options){
		"token file":         func(o *cluster.Options) { o.TokenFile = tokenFile },
		"client certificate": func(o *cluster.Options) { o.CertFile, o.KeyFile = certFile, keyFile },
		"kubeconfig":         func(o *cluster.Options) { *o = cluster.Options{Kubeconfig: write(t, "config", s.Kubeconfig("prod"))} },
		"context by its name": func(o *cluster.Options) {
			*o = cluster.Options{Kubeconfig: write(t, "config", s.Kubeconfig("prod")), Context: "prod"}
		},
		"kubeconfig, overruled": func(o *cluster.Options) {
			config := strings.Replace(string(s.Kubeconfig("prod")), "t0ken-of-jane", "expired", 1)
			*o = cluster.Options{Kubeconfig: write(t, "config", []byte(config)), CertFile: certFile, KeyFile: keyFile}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s.Forget()
			o := options(t, s)
			change(&o)
			c, _ := connect(t, o)
			if set := record(t, c); len(set.Incomplete) > 0 {
				t.Errorf("incomplete: %v", set.Incomplete)
			}
			for _, r := range s.Requests() {
				if !r.Credentials {
					t.Errorf("%s was asked for without credentials", r.Path)
				}
			}
		})
	}
}

func TestWrongToken(t *testing.T) {
	s := start(t, apiserver.Config{Token: "right-t0ken"})
	o := options(t, s)
	o.TokenFile = write(t, "token", []byte("wrong-t0ken"))
	c, _ := connect(t, o)
	_, err := c.Record(t.Context())
	if err == nil {
		t.Fatal("the server was read with the wrong token")
	}
	wantWords(t, err.Error(), "401 Unauthorized", "does not accept the credentials: log in again")
	wantNoSecret(t, err.Error(), "wrong-t0ken")
}

func TestImpersonation(t *testing.T) {
	s := start(t, apiserver.Config{})
	o := options(t, s)
	o.As, o.AsGroups = "jane", []string{"viewers"}
	c, _ := connect(t, o)
	record(t, c)
	if !s.Requests()[0].Credentials {
		t.Error("no Impersonate-User header was sent")
	}
}

// TestKUBECONFIG: of several files the first wins. Paths are relative to the file that contains
// them.
func TestKUBECONFIG(t *testing.T) {
	alone(t)
	s := start(t, apiserver.Config{Token: "t0ken"})
	dir := t.TempDir()
	for name, text := range map[string]string{
		"ca.crt": string(s.CA()),
		"one":    "current-context: prod\ncontexts: [{name: prod, context: {cluster: k, user: u}}]\nusers: [{name: u, user: {token: t0ken}}]\n",
		"two": fmt.Sprintf("current-context: other\ncontexts: [{name: prod, context: {cluster: none}}]\n"+
			"clusters: [{name: k, cluster: {server: %q, certificate-authority: ca.crt}}]\nusers: [{name: u, user: {token: wrong}}]\n", s.URL),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("KUBECONFIG", strings.Join([]string{filepath.Join(dir, "one"), filepath.Join(dir, "none"), filepath.Join(dir, "two")}, string(filepath.ListSeparator)))
	c, _ := connect(t, cluster.Options{})
	record(t, c)
	wantWords(t, c.String(), "context:prod", s.URL)
}

func TestNoKubeconfig(t *testing.T) {
	alone(t)
	for _, test := range []struct {
		options cluster.Options
		says    []string
	}{
		{cluster.Options{}, []string{"there is no kubeconfig with a context, and this is not a pod", "URL of an API server"}},
		{cluster.Options{Context: "prod"}, []string{`there is no context "prod" in the kubeconfig; it has no contexts`}},
		{cluster.Options{Kubeconfig: filepath.Join(t.TempDir(), "gone")}, []string{"cannot read the kubeconfig", "gone"}},
		{cluster.Options{Kubeconfig: t.TempDir()}, []string{"cannot read the kubeconfig"}},
		{cluster.Options{Server: "https://host", Context: "prod"}, []string{"specify one of them"}},
		{cluster.Options{Server: "host:6443"}, []string{"https://HOST:PORT"}},
		{cluster.Options{Server: "http://203.0.113.1"}, []string{"http://203.0.113.1 is not protected by TLS", "kubectl proxy"}},
		{cluster.Options{Server: "https://host", TokenFile: filepath.Join(t.TempDir(), "gone")}, []string{"https://host", "gone"}},
		{cluster.Options{Server: "https://host", CAFile: filepath.Join(t.TempDir(), "gone")}, []string{"https://host", "gone"}},
		{cluster.Options{Server: "https://host", CAFile: write(t, "ca.crt", []byte("no PEM"))}, []string{"cannot use https://host"}},
	} {
		_, err := cluster.New(test.options)
		if err == nil {
			t.Errorf("%+v was accepted", test.options)
			continue
		}
		wantWords(t, err.Error(), test.says...)
	}
}

// TestLostEntries: a context whose cluster or user is missing is an error. It must not use the
// cluster of the pod, or be anonymous.
func TestLostEntries(t *testing.T) {
	alone(t)
	file := write(t, "config", []byte(`contexts:
- {name: gone, context: {cluster: lost}}
- {name: none, context: {user: u}}
- {name: nowhere, context: {cluster: empty, user: u}}
- {name: nobody, context: {cluster: k, user: lost}}
- {name: anybody, context: {cluster: k}}
clusters: [{name: k, cluster: {server: "https://127.0.0.1:1"}}, {name: empty, cluster: {}}]
users: [{name: u, user: {}}]
`))
	for name, says := range map[string]string{
		"gone":    `the context "gone" has the cluster "lost", which is not in the kubeconfig`,
		"none":    `the context "none" of the kubeconfig has no cluster`,
		"nowhere": `the cluster "empty" of the context "nowhere" has no server in the kubeconfig`,
		"nobody":  `the context "nobody" has the user "lost", which is not in the kubeconfig`,
	} {
		if _, err := cluster.New(cluster.Options{Kubeconfig: file, Context: name}); err == nil || err.Error() != says {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, o := range []cluster.Options{{Context: "anybody"}, {Context: "nobody", TokenFile: write(t, "token", []byte("t"))}} {
		o.Kubeconfig = file
		if _, err := cluster.New(o); err != nil {
			t.Errorf("%s: %v", o.Context, err)
		}
	}
	empty := write(t, "empty", []byte("kind: Config\n"))
	if _, err := cluster.New(cluster.Options{Kubeconfig: empty}); err == nil || !strings.Contains(err.Error(), "has no contexts") {
		t.Errorf("a kubeconfig without contexts: %v", err)
	}
}

func TestContextChoice(t *testing.T) {
	config := clientcmdapi.NewConfig()
	for _, name := range []string{"staging", "prod-eu", "prod-us", "kind-local"} {
		config.Contexts[name] = clientcmdapi.NewContext()
	}
	many := clientcmdapi.NewConfig()
	for i := range 200 {
		many.Contexts[fmt.Sprintf("gke_project_%03d", i)] = clientcmdapi.NewContext()
	}
	gone := config.DeepCopy()
	gone.CurrentContext = "removed"
	for _, test := range []struct {
		config *clientcmdapi.Config
		name   string
		says   string
	}{
		{config, "stagin", `there is no context "stagin" in the kubeconfig; did you mean "staging"? It has: staging, `},
		{config, "prod", `there is no context "prod" in the kubeconfig; did you mean "prod-eu"? It has: prod-eu, prod-us, `},
		{config, "xyz", `there is no context "xyz" in the kubeconfig; it has: kind-local, prod-eu, prod-us, staging`},
		{config, "", "the kubeconfig has no current context; specify one of: kind-local, prod-eu, prod-us, staging"},
		{gone, "", `the kubeconfig's current context is "removed", but it has no such context; it has: kind-local`},
		{many, "gke_project_1x7", `did you mean "gke_project_107"? It has: gke_project_107`},
		{many, "x", "and 190 more"},
	} {
		err := cluster.CheckContext(test.config, test.name)
		if err == nil {
			t.Errorf("context %q was accepted", test.name)
			continue
		}
		wantWords(t, err.Error(), test.says)
	}
	if err := cluster.CheckContext(config, "staging"); err != nil {
		t.Error(err)
	}
}

func TestBadKubeconfigs(t *testing.T) {
	for _, test := range []struct{ name, text, says string }{
		{"a token", "eyJhbGciOi.s3cr3t.t0ken", "not a kubeconfig"},
		{"a web page", "<html><body>s3cr3t</body></html>", "not a kubeconfig"},
		{"a list", "- s3cr3t\n- b\n", "not a kubeconfig"},
		{"another kind", "apiVersion: v1\nkind: Secret\nstringData: {a: s3cr3t}\n", "not a kubeconfig"},
		{"a wrong type", "users: [{name: a, user: {token: {x: s3cr3t}}}]\n", "not a kubeconfig (see the field AuthInfo.users.user.token)"},
		{"no base64", "users: [{name: a, user: {client-key-data: \"s3cr3t*\"}}]\n", "not a kubeconfig"},
		{"no YAML", "users: []\nclusters: [s3cr3t: s3cr3t: s3cr3t\n", "not a kubeconfig (see line "},
		{"no YAML, with a star", "users: [s3cr3t: *s3cr3t: s3cr3t\n", "not valid YAML"},
		{"a key that is a list", "users: {[s3cr3t]: s3cr3t}\n", "not a kubeconfig"},
		{"a map as a key", "? {a: s3cr3t}\n: s3cr3t\n", "not a kubeconfig"},
		{"a tag", "users: !!int s3cr3t\n", "not a kubeconfig"},
		{"bytes", "\x00\x01s3cr3t", "not a kubeconfig"},
		{"too large", "users: []\n#" + strings.Repeat("s3cr3t ", cluster.MaxKubeconfig/7), "larger than 8 MiB"},
		{"deep", strings.Repeat("[", 1<<20), "not a kubeconfig"},
		{"a bomb of aliases", bomb(), "YAML aliases"},
		{"a bomb of text", "a: &a " + strings.Repeat("x", 200_000) + "\nb: [" + strings.Repeat("*a, ", 2000) + "*a]\n", "YAML aliases"},
		{"an alias to itself", "a: &a [*a]\n", "YAML aliases"},
		{"no server", "current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\nclusters: [{name: k, cluster: {}}]\n", `the cluster "k" of the context "c" has no server`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := newError(t, test.text)
			runtime.ReadMemStats(&after)
			wantWords(t, err.Error(), "kubeconfig", test.says)
			if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("not one sentence without a quote of the file: %s", err)
			}
			if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 128<<20 {
				t.Errorf("reading it allocated %d MiB", grown>>20)
			}
		})
	}
}

// bomb returns "billion laughs" in YAML.
func bomb() string {
	text := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		text += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c,", c-1), 9), ","))
	}
	return text
}

// TestFewAliasesAreFine: aliases are accepted if they expand to little text.
func TestFewAliasesAreFine(t *testing.T) {
	s := start(t, apiserver.Config{Token: "t0ken"})
	config := strings.Replace(string(s.Kubeconfig("c")), "    token: \"t0ken\"\n", "    &shared\n    token: \"t0ken\"\n- name: again\n  user: *shared\n", 1)
	config = strings.Replace(config, "user: fixture}", "user: again}", 1)
	c, _ := connect(t, cluster.Options{Kubeconfig: write(t, "config", []byte(config))})
	record(t, c)
}

// TestGuardIsStillNeeded: if clientcmd refuses this itself, refuseBomb is no longer needed.
func TestGuardIsStillNeeded(t *testing.T) {
	small := []byte("a: &a " + strings.Repeat("x", 10_000) + "\nb: [" + strings.Repeat("*a, ", 900) + "*a]\n")
	if err := cluster.RefuseBomb(small); err == nil {
		t.Error("9 MB out of 14 kB were accepted")
	}
	if _, err := clientcmd.Load(small); err != nil {
		t.Errorf("clientcmd refuses it by itself: %v", err)
	}
}

// TestManyContexts: with shared Kubeconfigs, clients for twice as many contexts allocate twice as
// much.
func TestManyContexts(t *testing.T) {
	alone(t)
	allocated := func(n int) (bytes uint64) {
		config := clientcmdapi.NewConfig()
		for i := range n {
			name := fmt.Sprintf("cluster-%d", i)
			config.Clusters[name] = &clientcmdapi.Cluster{Server: "https://" + name + ".example"}
			config.AuthInfos[name] = &clientcmdapi.AuthInfo{Token: "t0ken"}
			config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name}
		}
		data, err := clientcmd.Write(*config)
		if err != nil {
			t.Fatal(err)
		}
		file := write(t, "config", data)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var shared cluster.Kubeconfigs
		for name := range config.Contexts {
			if _, err := cluster.New(cluster.Options{Kubeconfig: file, Context: name, Kubeconfigs: &shared}); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(10) // one-time allocations
	if few, many := allocated(100), allocated(400); many > 5*few {
		t.Errorf("clients of 100 contexts take %d bytes, of 400 %d", few, many)
	}
}

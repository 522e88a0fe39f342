//go:build unix

package cluster_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// withLogin writes a kubeconfig for the server with the given user.
func withLogin(t *testing.T, s *apiserver.Server, user string) string {
	t.Helper()
	return write(t, "config", fmt.Appendf(nil, "apiVersion: v1\nkind: Config\ncurrent-context: prod\ncontexts: [{name: prod, context: {cluster: k, user: u}}]\n"+
		"clusters: [{name: k, cluster: {server: %q, certificate-authority-data: %s}}]\nusers: [{name: u, user: %s}]\n",
		s.URL, base64.StdEncoding.EncodeToString(s.CA()), user))
}

// plugin writes a login plugin: a script that counts its runs.
func plugin(t *testing.T, script string) (user, runs string) {
	t.Helper()
	path := write(t, "plugin.sh", []byte("#!/bin/sh\n"+script))
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
	runs = filepath.Join(t.TempDir(), "runs")
	return fmt.Sprintf(`{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: %q, args: [%q]}}`, path, runs), runs
}

const credential = `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}`

func TestLoginPlugin(t *testing.T) {
	s := start(t, apiserver.Config{Token: "plugin-t0ken"})
	user, _ := plugin(t, "echo '"+fmt.Sprintf(credential, "plugin-t0ken")+"'\n")
	c, _ := connect(t, cluster.Options{Kubeconfig: withLogin(t, s, user)})
	record(t, c)
}

// TestLoginPluginWithAnOldToken: the server refuses the first token, so client-go runs the plugin
// again.
func TestLoginPluginWithAnOldToken(t *testing.T) {
	s := start(t, apiserver.Config{Token: "new-t0ken"})
	user, _ := plugin(t, `if [ -e "$1" ]; then t=new-t0ken; else t=old-t0ken; : > "$1"; fi`+"\nprintf '"+credential+"' $t\n")
	o := cluster.Options{Kubeconfig: withLogin(t, s, user), Parallel: 1}
	c, _ := connect(t, o)
	if set := record(t, c); len(set.Incomplete) > 0 {
		t.Errorf("incomplete: %v", set.Incomplete)
	}
}

func TestLoginPluginThatFails(t *testing.T) {
	s := start(t, apiserver.Config{Token: "t0ken"})
	failing, _ := plugin(t, "echo s3cr3t; exit 3\n")
	for name, test := range map[string]struct{ user, says string }{
		"fails":   {failing, "failed with exit code 3"},
		"missing": {`{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: kubedelta-no-such-plugin, installHint: "first\nsecond"}}`, "kubedelta-no-such-plugin not found"},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := connect(t, cluster.Options{Kubeconfig: withLogin(t, s, test.user)})
			_, err := c.Record(t.Context())
			if err == nil {
				t.Fatal("the server was read")
			}
			wantWords(t, err.Error(), "the kubeconfig's credential plugin returned no credentials", test.says, "log in again")
			wantNoSecret(t, err.Error(), "s3cr3t", "\n")
		})
	}
}

// TestLoginPluginThatHangs: client-go waits for the plugin even after the context has ended.
func TestLoginPluginThatHangs(t *testing.T) {
	s := start(t, apiserver.Config{Token: "t0ken"})
	user, runs := plugin(t, `i=0; while [ -e "$1" ] && [ $i -lt 1200 ]; do sleep 0.1; i=$((i+1)); done; : > "$1.ended"`+"\n")
	if err := os.WriteFile(runs, nil, 0o600); err != nil { // the folder may be removed before the plugin ends
		t.Fatal(err)
	}
	c, _ := connect(t, cluster.Options{Kubeconfig: withLogin(t, s, user), TimeLimit: 200 * time.Millisecond})
	_, err := c.Record(t.Context())
	if err == nil {
		t.Fatal("the server was read")
	}
	wantWords(t, err.Error(), "the login did not complete within 200ms", "log in with kubectl first")
	if _, err := os.Stat(runs + ".ended"); err == nil {
		t.Error("the plugin was waited for")
	}
}

func TestOIDC(t *testing.T) {
	segment := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	valid := strings.Join([]string{segment(`{"alg":"none"}`), segment(`{"exp":4102444800}`), "sig"}, ".")
	s := start(t, apiserver.Config{Token: valid})
	for name, test := range map[string]struct{ token, says string }{
		"valid": {valid, ""},
		"ended": {strings.Join([]string{segment(`{"alg":"none"}`), segment(`{"exp":1}`), "sig"}, "."), "the OIDC login has ended and could not be renewed; log in again"},
	} {
		t.Run(name, func(t *testing.T) {
			user := fmt.Sprintf(`{auth-provider: {name: oidc, config: {client-id: %s, idp-issuer-url: "https://issuer.example", id-token: %s}}}`, name, test.token)
			c, _ := connect(t, cluster.Options{Kubeconfig: withLogin(t, s, user)})
			_, err := c.Record(t.Context())
			if test.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil {
				t.Fatal("the server was read")
			}
			wantWords(t, err.Error(), test.says)
			wantNoSecret(t, err.Error(), test.token)
		})
	}
}

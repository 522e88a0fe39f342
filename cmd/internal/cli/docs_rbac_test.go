package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// rbacRole is a ClusterRole on a page.
type rbacRole struct {
	Kind     string `yaml:"kind"`
	Metadata struct {
		Name string `yaml:"name"`
	} `yaml:"metadata"`
	Rules []rbacRule `yaml:"rules"`
}

type rbacRule struct {
	APIGroups       []string `yaml:"apiGroups"`
	Resources       []string `yaml:"resources"`
	ResourceNames   []string `yaml:"resourceNames"`
	NonResourceURLs []string `yaml:"nonResourceURLs"`
	Verbs           []string `yaml:"verbs"`
}

// grant is the smallest permission that a rule can give. A name of "" means all objects.
type grant struct{ verb, group, resource, name, path string }

func (r rbacRole) grants() (all []grant) {
	for _, rule := range r.Rules {
		names := rule.ResourceNames
		if names == nil {
			names = []string{""}
		}
		for _, verb := range rule.Verbs {
			for _, path := range rule.NonResourceURLs {
				all = append(all, grant{verb: verb, path: path})
			}
			for _, group := range rule.APIGroups {
				for _, resource := range rule.Resources {
					for _, name := range names {
						all = append(all, grant{verb: verb, group: group, resource: resource, name: name})
					}
				}
			}
		}
	}
	return all
}

// allows reports whether a grant includes another one, as in Kubernetes RBAC. It supports "*" only
// at the end of a path.
func (g grant) allows(asked grant) bool {
	if g.verb != asked.verb {
		return false
	}
	if g.path != "" || asked.path != "" {
		prefix, star := strings.CutSuffix(g.path, "*")
		return asked.path != "" && (g.path == asked.path || star && strings.HasPrefix(asked.path, prefix))
	}
	return g.group == asked.group && g.resource == asked.resource && (g.name == "" || g.name == asked.name)
}

// askedFor returns the grant that a request needs.
func askedFor(r apiserver.Request) grant {
	parts := strings.Split(strings.Trim(r.Path, "/"), "/")
	g := grant{verb: r.Verb}
	switch {
	case r.Resource == "":
		g.path = r.Path
		return g
	case parts[0] == "api":
		parts = parts[2:]
	default:
		g.group, parts = parts[1], parts[3:]
	}
	if parts[0] == "namespaces" && len(parts) > 2 {
		parts = parts[2:]
	}
	g.resource = parts[0]
	if len(parts) > 1 {
		g.name = parts[1]
	}
	if len(parts) > 2 {
		g.resource += "/" + parts[2]
	}
	return g
}

func readRoles(t *testing.T, text []byte) map[string]rbacRole {
	t.Helper()
	roles := map[string]rbacRole{}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var r rbacRole
		if err := dec.Decode(&r); err != nil {
			if len(roles) == 0 {
				t.Fatalf("no ClusterRole: %v", err)
			}
			return roles
		}
		if r.Kind == "ClusterRole" {
			roles[r.Metadata.Name] = r
		}
	}
}

func rolesOf(t *testing.T, page string) map[string]rbacRole {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(projectRoot, page))
	if err != nil {
		t.Fatal(err)
	}
	return readRoles(t, text)
}

// everything enables what a default server of a release does not serve, and legacy discovery, so
// that each discovery path is requested.
func everything(c *apiserver.Config) {
	c.Discovery = apiserver.Plain
	for g := range c.Surface.Groups {
		for v := range c.Surface.Groups[g].Versions {
			for r := range c.Surface.Groups[g].Versions[v].Resources {
				c.Surface.Groups[g].Versions[v].Resources[r].Disabled = false
			}
		}
	}
}

// refusal matches text in reports about data that the user may not read.
var refusal = regexp.MustCompile(`403 Forbidden|"state": "forbidden"|lacks the verb`)

// asCluster runs commands against a cluster whose user has a role, and returns the requests to the
// cluster.
func asCluster(t *testing.T, version string, role rbacRole, change func(*apiserver.Config), commands ...string) []apiserver.Request {
	t.Helper()
	w := newDocsFolder(t)
	text, err := yaml.Marshal(role)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(w.folder, "cluster", "staging")
	if err := os.WriteFile(filepath.Join(folder, "role.yaml"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	server := startDocsCluster(t, folder, version, change)
	file := filepath.Join(w.folder, "config")
	if err := os.WriteFile(file, server.Kubeconfig("prod"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.env = append(w.env, "KUBECONFIG="+file)
	for _, command := range commands {
		h := w.home(t)
		code, stdout, stderr := h.run(t, shownCommand{text: command})
		if code != 0 && code != 3 && code != 4 {
			t.Errorf("%s of a cluster of %s exited with %d: %s", command, version, code, stderr)
		}
		for line := range strings.Lines(stdout + stderr) {
			if refusal.MatchString(line) {
				t.Errorf("%s of a cluster of %s: %s", command, version, strings.TrimSpace(line))
			}
		}
	}
	return server.Requests()
}

// uncovered fails for requests that no grant allows, and returns the grants that no request needs.
func uncovered(t *testing.T, role rbacRole, requests []apiserver.Request) (unused []grant) {
	t.Helper()
	if len(requests) == 0 {
		t.Error("the cluster was not asked anything")
	}
	grants := role.grants()
	used := map[grant]bool{}
	for _, r := range requests {
		asked, allowed := askedFor(r), false
		for _, g := range grants {
			if g.allows(asked) {
				used[g], allowed = true, true
			}
		}
		if !allowed {
			t.Errorf("%s does not allow %+v, which kubedelta asks for (%s %s)", role.Metadata.Name, asked, r.Method, r.Path)
		}
	}
	return slices.DeleteFunc(grants, func(g grant) bool { return used[g] })
}

// TestRoleOfDiff compares the role of diff and snapshot with their requests to all kinds of
// servers: it allows these requests and nothing else.
func TestRoleOfDiff(t *testing.T) {
	role := rolesOf(t, "docs/rbac.yaml")["kubedelta-diff"]
	commands := []string{"kubedelta diff context:prod 1.33 --no-cache", "kubedelta snapshot context:prod -f before.tar.zst"}
	var all []apiserver.Request
	for _, form := range []apiserver.Discovery{apiserver.AggregatedV2, apiserver.AggregatedV2beta1, apiserver.Plain} {
		all = append(all, asCluster(t, "v1.31.6", role, func(c *apiserver.Config) { c.Discovery = form }, commands...)...)
	}
	if unused := uncovered(t, role, all); len(unused) > 0 {
		t.Errorf("kubedelta-diff allows what neither diff nor snapshot asks for: %+v", unused)
	}
}

// writeRole writes the role of preflight into docs/rbac.yaml.
func writeRole(t *testing.T, role []byte) {
	t.Helper()
	path := filepath.Join(projectRoot, "docs/rbac.yaml")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const separator = "---\n"
	documents := strings.Split(string(page), separator)
	at := slices.IndexFunc(documents, func(d string) bool { return strings.Contains(d, "\n  name: kubedelta-preflight\n") })
	if at < 0 {
		t.Fatal("docs/rbac.yaml has no role kubedelta-preflight")
	}
	documents[at] = string(role)
	if err := os.WriteFile(path, []byte(strings.Join(documents, separator)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRoleOfPreflight compares the role of preflight with the output of --print-rbac, with
// docs/preflight-cronjob.yaml, and with the requests of preflight to servers of many releases. It
// allows these requests, only reads, and nothing that no release needs. -update writes
// docs/rbac.yaml.
func TestRoleOfPreflight(t *testing.T) {
	text := kubedelta(t, "preflight", "--print-rbac")
	if *updateScripts {
		writeRole(t, text)
		return
	}
	role := rolesOf(t, "docs/rbac.yaml")["kubedelta-preflight"]
	printed := readRoles(t, text)["kubedelta-preflight"]
	for name, other := range map[string]rbacRole{"--print-rbac": printed, "docs/preflight-cronjob.yaml": rolesOf(t, "docs/preflight-cronjob.yaml")["kubedelta-preflight"]} {
		if d := cmp.Diff(other, role); d != "" {
			t.Errorf("docs/rbac.yaml and %s are of different minds; go test with -update writes the page, and that of report/preflight the CronJob:\n%s", name, d)
		}
	}
	for _, rule := range role.Rules {
		for _, verb := range rule.Verbs {
			if verb != "get" && verb != "list" {
				t.Errorf("kubedelta-preflight allows to %s", verb)
			}
		}
	}
	var all []apiserver.Request
	for minor := 14; minor < discovery.NewestMinor; minor++ {
		command := fmt.Sprintf("kubedelta preflight --to 1.%d -o json", minor+1)
		all = append(all, asCluster(t, fmt.Sprintf("v1.%d.0", minor), role, everything, command)...)
	}
	// Resources of extensions that are also in another group are listed there, if the server has
	// them.
	unused := slices.DeleteFunc(uncovered(t, role, all), func(g grant) bool { return g.group == "extensions" })
	if len(unused) > 0 {
		t.Errorf("kubedelta-preflight allows what preflight never asks for: %+v", unused)
	}
}

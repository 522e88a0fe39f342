package cli_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/tamper"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// tampered is a cluster that is ready for the next release, behind the proxy that changes its
// answers.
type tampered struct {
	proxy  *tamper.Proxy
	folder string
	// to is the release that the cluster is ready for, and old a snapshot of the unchanged cluster.
	to, old string
}

// newTampered starts the cluster and records the snapshot.
func newTampered(t *testing.T) *tampered {
	t.Helper()
	const to, version = "1.32", "v1.31.6"
	w := &tampered{folder: t.TempDir(), to: to}
	archive, err := txtar.ParseFile("testdata/tampering/cluster.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(w.folder, "cluster")
	release := txtar.File{Name: "objects/helm.yaml", Data: []byte(helmSecret(t, "web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"))}
	for _, f := range slices.Concat(archive.Files, []txtar.File{release}) {
		name := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, bytes.ReplaceAll(f.Data, []byte("$VERSION"), []byte(version)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server := startDocsCluster(t, folder, version, withWidgets)
	w.proxy = tamper.Start(server)
	t.Cleanup(w.proxy.Close)
	w.old = filepath.Join(w.folder, "old")
	if code, _, stderr := w.run(t, "snapshot", "untouched", nil, w.old); code != 0 {
		t.Fatalf("the snapshot of the untouched cluster: %d\n%s", code, stderr)
	}
	return w
}

// withWidgets adds a schema to the custom resource of the cluster, and reduces all other schemas to
// two fields without parameters, because the commands run a thousand times.
func withWidgets(c *apiserver.Config) {
	const name = "com.example.stable.v1.Widget"
	c.Surface.Resource(discovery.GroupVersion{Group: "stable.example.com", Version: "v1"}, "widgets").Schema = name
	c.Surface.Schemas[name], c.Surface.SchemaVariants = nil, nil
	for _, g := range c.Surface.Groups {
		for _, v := range g.Versions {
			for i := range v.Resources {
				v.Resources[i].Parameters = nil
				for j := range v.Resources[i].Subresources {
					v.Resources[i].Subresources[j].Parameters = nil
				}
			}
		}
	}
	text := &discovery.Schema{Type: "string"}
	for name := range c.Surface.Schemas {
		c.Surface.Schemas[name] = &discovery.Schema{Type: "object", Properties: []discovery.Field{{Name: "apiVersion", Schema: text}, {Name: "kind", Schema: text}}}
	}
}

// helmSecret returns a deployed release.
func helmSecret(t *testing.T, name, manifest string) string {
	t.Helper()
	var zipped bytes.Buffer
	text, err := json.Marshal(map[string]any{"name": name, "info": map[string]any{"status": "deployed"}, "manifest": manifest, "hooks": nil, "version": 1})
	if err != nil {
		t.Fatal(err)
	}
	out := gzip.NewWriter(&zipped)
	if _, err := out.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	data := base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(zipped.Bytes())))
	return fmt.Sprintf("apiVersion: v1\nkind: Secret\ntype: helm.sh/release.v1\nmetadata:\n  name: sh.helm.release.v1.%[1]s.v1\n  namespace: shop\n"+
		"  labels: {owner: helm, name: %[1]s, status: deployed, version: \"1\"}\ndata: {release: %[2]s}\n", name, data)
}

// run runs a command against the cluster as a row changes it.
func (w *tampered) run(t *testing.T, command, mount string, row *tamper.Row, out string) (code int, stdout, stderr string) {
	t.Helper()
	url := w.proxy.Mount(mount, row)
	args := []string{"kubedelta", command, "--no-cache", "--timeout", "10m"}
	switch command {
	case "preflight":
		args = append(args, "--server", url, "--to", w.to, "-o", "json")
	case "diff":
		args = append(args, w.old, url, "--no-notes", "-o", "json")
	case "snapshot":
		args = append(args, url, "-o", out)
	}
	if row != nil && row.Slow {
		args = append(args, "--request-timeout", "5s")
	}
	var o, e bytes.Buffer
	code = cli.Main(context.Background(), args, cli.Sharing(cli.Streams{In: strings.NewReader(""), Out: &o, Err: &e}, shared))
	return code, o.String(), e.String()
}

// tamperedTo is the outcome of a row for a command.
type tamperedTo struct {
	// word is the outcome in the table, or "" if the command does not read what the row changes.
	word string
	code int
	// gone are the removals and other breaking changes that diff reports. None of them happened.
	gone []string
	text string
}

// check runs a command for a row, and returns the outcome.
func (w *tampered) check(t *testing.T, command, mount string, row *tamper.Row) (o tamperedTo) {
	t.Helper()
	var stdout, stderr string
	o.code, stdout, stderr = w.run(t, command, mount, row, filepath.Join(w.folder, mount))
	o.text = stderr
	words := map[string][]string{"preflight": {"ready", "not ready", "unknown"}, "diff": {"no change", "changes", "unread"}, "snapshot": {"complete", "", "unread"}}[command]
	switch o.code {
	case 0:
		o.word = words[0]
	case 3:
		o.word = words[1]
	case 4:
		o.word = words[2]
	default:
		o.word = "error"
	}
	if row != nil && row.Slow && o.code != 0 {
		o.word = "unread (timeout)" // how much was read depends on the machine
	}
	if command == "diff" && stdout != "" {
		var r struct {
			Changes []struct{ Rule, Severity, Message string }
		}
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Errorf("%s: %v", mount, err)
		}
		for _, c := range r.Changes {
			o.gone = append(o.gone, c.Rule+": "+c.Message)
		}
	}
	return o
}

// TestTampering runs preflight, diff and snapshot with each row of the table: changed answers never
// lead to "ready", "no changes" or a complete snapshot, nor to reported removals. Rows that are
// marked as harmless change nothing.
func TestTampering(t *testing.T) {
	w := newTampered(t)
	commands := []string{"preflight", "diff", "snapshot"}
	asked := map[string][]string{}
	for _, c := range commands {
		if o := w.check(t, c, "as-it-is-"+c, nil); o.code != 0 || len(o.gone) > 0 {
			t.Fatalf("%s of the untouched cluster: %+v", c, o)
		}
		asked[c] = w.proxy.Asked("as-it-is-" + c)
	}
	all := tamper.Rows(w.to)
	if harmful(all) < 200 {
		t.Errorf("the table has %d rows that are not harmless, of which there are to be 200", harmful(all))
	}
	rows := thorough.Every(t, 6, all)
	outcomes := make([][]tamperedTo, len(rows))
	slots := make(chan struct{}, 12) // rows mostly wait between retries
	var running sync.WaitGroup
	for i := range rows {
		running.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			outcomes[i] = make([]tamperedTo, len(commands))
			for j, c := range commands {
				if slices.ContainsFunc(asked[c], rows[i].Fits) {
					outcomes[i][j] = w.check(t, c, fmt.Sprintf("%d-%s", i, c), &rows[i])
				}
			}
		})
	}
	running.Wait()
	for i := range rows {
		if !slices.ContainsFunc(outcomes[i], func(o tamperedTo) bool { return o.word != "" }) {
			t.Errorf("%s: %s: no command asks for it", rows[i].Request, rows[i].Does)
		}
		for j, c := range commands {
			if why := wrong(&rows[i], c, outcomes[i][j]); why != "" {
				t.Errorf("%s: %s: %s %s; stderr: %.300s", rows[i].Request, rows[i].Does, c, why, outcomes[i][j].text)
			}
		}
	}
	page := filepath.Join(projectRoot, "docs", "tampering.md")
	if thorough.On() {
		golden(t, page, tamperingPage(rows, commands, outcomes))
		return
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if line := tamperingRow(&rows[i], outcomes[i]); !strings.Contains(string(text), line) {
			t.Errorf("%s lacks a row; run with KUBEDELTA_THOROUGH=1 and -update\n%s", page, line)
		}
	}
}

// wrong returns what must not be in an outcome, or "".
func wrong(row *tamper.Row, command string, o tamperedTo) string {
	switch {
	case o.word == "":
		return ""
	case len(o.gone) > 0:
		return "makes up " + strings.Join(o.gone[:min(3, len(o.gone))], "; ")
	case row.Harmless != "" && o.code != 0:
		return "ends with " + strconv.Itoa(o.code) + ", and the row is harmless"
	case row.Harmless == "" && o.code == 0 && (row.Told == "" || command == "preflight"):
		return "ends with 0: " + o.word
	}
	return ""
}

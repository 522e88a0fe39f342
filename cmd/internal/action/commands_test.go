package action_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	runner "github.com/kubedelta/kubedelta/fixtures/action"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

const oldIngress = `apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata:
  name: shop
`

// count counts the annotations of a type.
func count(r runner.Result, kind string) (n int) {
	for _, c := range r.Commands {
		if c.Name == kind {
			n++
		}
	}
	return n
}

// checkCommands checks that a step prints annotations and no other workflow command.
func checkCommands(t *testing.T, r runner.Result) {
	t.Helper()
	for _, c := range r.Commands {
		if c.Name != "error" && c.Name != "warning" && c.Name != "notice" {
			t.Errorf("the step printed the command %+v", c)
		}
	}
	for _, kind := range []string{"error", "warning", "notice"} {
		if n := count(r, kind); n > 10 {
			t.Errorf("%d annotations of type %s", n, kind)
		}
	}
}

// checkOutputs compares some outputs with the wanted values.
func checkOutputs(t *testing.T, r runner.Result, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got := r.Outputs[name]; got != value {
			t.Errorf("the output %s is %q, want %q\n%s", name, got, value, r.Log)
		}
	}
}

// checkSARIF validates a file against the SARIF schema.
func checkSARIF(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(root + "/report/findings/testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	document, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	text := readFile(t, path)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	return text
}

// TestCommands runs each command of a release.
func TestCommands(t *testing.T) {
	t.Parallel()
	runCommands(t, "version=v1.2.3")
}

// TestFromSource runs each command as the project's own workflow does: built from the source of the
// action.
func TestFromSource(t *testing.T) {
	needs.Packages(t)
	runCommands(t, "version=source")
}

func runCommands(t *testing.T, version string) {
	t.Helper()
	for name, run := range map[string]func(*testing.T, *runner.Job, string){"diff": diff, "scan": scan, "changelog": changelog, "preflight": preflight} {
		t.Run(name, func(t *testing.T) {
			j := released(t)
			// Settings of another Go project in the workspace, which the build must not use.
			j.Env["GOFLAGS"], j.Env["GOWORK"] = "-mod=vendor", filepath.Join(j.Workspace, "go.work")
			run(t, j, version)
		})
	}
}

func diff(t *testing.T, j *runner.Job, version string) {
	r := use(t, j, "command=diff", "old=1.24", "new=1.25", "fail-on=breaking", version)
	checkCommands(t, r)
	checkOutputs(t, r, map[string]string{"verdict": "fail", "exit-code": "3", "sarif-path": ""})
	if r.Failed != "Run" || r.Code != 3 {
		t.Errorf("the step %q ended with %d", r.Failed, r.Code)
	}
	var counts map[string]int
	if err := json.Unmarshal([]byte(r.Outputs["counts"]), &counts); err != nil || len(counts) != 6 || counts["breaking"] != 8 {
		t.Errorf("the counts are %s", r.Outputs["counts"])
	}
	if r.Outputs["breaking"] != "8" || count(r, "error") != 8 {
		t.Errorf("%s breaking, %d errors", r.Outputs["breaking"], count(r, "error"))
	}
	report := readFile(t, r.Outputs["report-path"])
	if r.Summary != report || !strings.HasPrefix(report, "# Kubernetes 1.24 → 1.25") {
		t.Errorf("the summary is not the report: %.300s", r.Summary)
	}
	if json := readFile(t, r.Outputs["json-path"]); !strings.Contains(json, `"kind": "Report"`) {
		t.Errorf("json-path: %.300s", json)
	}
	again := use(t, j, "command=diff", "from=1.24", "to=1.25", "version=v1.2.3", "format=junit", "summary=false", "annotations=false")
	checkOutputs(t, again, map[string]string{"verdict": "pass", "exit-code": "0", "breaking": "8"})
	if again.Failed != "" || again.Summary != "" || len(again.Commands) != 0 {
		t.Errorf("it was asked for nothing but files: %+v", again)
	}
	if text := readFile(t, again.Outputs["report-path"]); !strings.HasPrefix(text, "<?xml") {
		t.Errorf("%.100s", text)
	}
}

func scan(t *testing.T, j *runner.Job, version string) {
	writeFile(t, filepath.Join(j.Workspace, "deploy/shop/ingress.yaml"), oldIngress)
	writeFile(t, filepath.Join(j.Workspace, "deploy/broken.yaml"), "a: [\n")
	// The working directory is a subfolder; paths for GitHub still begin at the root of the
	// repository.
	r := use(t, j, "command=scan", "paths=shop\nbroken.yaml", "to=1.33", "working-directory=deploy", version, "format=text")
	checkCommands(t, r)
	checkOutputs(t, r, map[string]string{"verdict": "fail", "exit-code": "3", "changes": "1", "breaking": "1"})
	places := map[string]bool{}
	for _, c := range r.Commands {
		places[c.Name+" "+c.Properties["file"]+":"+c.Properties["line"]] = true
	}
	if !places["error deploy/shop/ingress.yaml:1"] || !places["warning deploy/broken.yaml:1"] {
		t.Errorf("the annotations are at %v", places)
	}
	if sarif := checkSARIF(t, r.Outputs["sarif-path"]); !strings.Contains(sarif, `"uri": "deploy/shop/ingress.yaml"`) || !strings.Contains(sarif, `"resource-removed"`) {
		t.Errorf("%.2000s", sarif)
	}
	if !strings.Contains(r.Summary, "`deploy/shop/ingress.yaml:1:1`") || !strings.Contains(r.Summary, "## Could not be read") {
		t.Errorf("the summary is %s", r.Summary)
	}

	if err := os.Remove(filepath.Join(j.Workspace, "deploy/shop/ingress.yaml")); err != nil {
		t.Fatal(err)
	}
	r = use(t, j, "command=scan", "to=1.33", "version=v1.2.3")
	checkOutputs(t, r, map[string]string{"verdict": "incomplete", "exit-code": "4"})
	r = use(t, j, "command=scan", "to=1.33", "version=v1.2.3", "report-only=true", "format=sarif")
	checkOutputs(t, r, map[string]string{"verdict": "incomplete", "exit-code": "4", "report-path": r.Outputs["sarif-path"]})
	if r.Failed != "" {
		t.Errorf("report-only failed: %s", r.Log)
	}
}

func changelog(t *testing.T, j *runner.Job, version string) {
	r := use(t, j, "command=changelog", "to=1.24", "sig=network, auth", "args=--offline\n--lang=ja", version)
	checkCommands(t, r)
	checkOutputs(t, r, map[string]string{"verdict": "pass", "exit-code": "0", "sarif-path": ""})
	if !strings.Contains(r.Summary, "SIG Auth") || !strings.Contains(r.Summary, "の変更点") {
		t.Errorf("%.500s", r.Summary)
	}
	r = use(t, j, "command=changelog", "from=1.23", "to=1.25", "args=--offline", "version=v1.2.3", "format=html")
	checkOutputs(t, r, map[string]string{"verdict": "pass"})
}

const cluster = `apiVersion: v1
kind: Namespace
metadata: {name: kube-system, uid: 22222222-2222-4333-8444-555555555555}
---
apiVersion: v1
kind: Node
metadata: {name: worker-1}
status: {nodeInfo: {kubeletVersion: v1.21.4}}
`

func preflight(t *testing.T, j *runner.Job, version string) {
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "objects/all.yaml"), cluster)
	server, err := apiserver.Cluster(folder, "version=v1.21.4")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	kubeconfig := string(server.Kubeconfig("prod"))
	for name, given := range map[string]string{"text": kubeconfig, "path": filepath.Join(folder, "kubeconfig")} {
		writeFile(t, filepath.Join(folder, "kubeconfig"), kubeconfig)
		r := use(t, j, "command=preflight", "to=1.25", "kubeconfig="+given, "context=prod", "args=--redact", version, "format=html")
		checkCommands(t, r)
		checkOutputs(t, r, map[string]string{"verdict": "fail", "exit-code": "3"})
		if !strings.Contains(r.Summary, "Not ready") || strings.Contains(r.Summary, "worker-1") {
			t.Errorf("%s: the summary is %.1000s", name, r.Summary)
		}
		checkSARIF(t, r.Outputs["sarif-path"])
		if page := readFile(t, r.Outputs["report-path"]); !strings.Contains(page, "<html") || strings.Contains(page, "worker-1") {
			t.Errorf("%s: %.300s", name, page)
		}
		left, err := filepath.Glob(filepath.Join(j.Temp, "*", "kubeconfig-*"))
		if err != nil || len(left) != 0 {
			t.Errorf("%s: the secret stays at %v", name, left)
		}
	}
	r := use(t, j, "command=preflight", "to=1.25", "kubeconfig=YXBpVmVyc2lvbjogdjEK", "version=v1.2.3")
	checkOutputs(t, r, map[string]string{"verdict": "error", "exit-code": "2", "report-path": ""})
	if !strings.Contains(r.Log, "the input kubeconfig: it is neither") || strings.Contains(r.Log+r.Summary, "YXBpVmVyc2lvbjogdjEK") {
		t.Errorf("%s", r.Log)
	}
}

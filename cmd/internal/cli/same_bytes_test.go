package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// malformed returns commands that read the invalid files in testdata/malformed.txtar.
func malformed() map[string][]string {
	return map[string][]string{
		"diff documents":         {"diff", "documents", "1.30"},
		"diff definitions":       {"diff", "definitions", "definitions", "-o", "json"},
		"diff swagger":           {"diff", "swagger.json", "1.30"},
		"diff discovery":         {"diff", "discovery", "1.30"},
		"diff manifest":          {"diff", "manifest", "1.30"},
		"diff server":            {"diff", "context:odd", "1.30"},
		"diff waivers":           {"diff", "1.30", "1.31", "--waivers", "waivers.yaml"},
		"diff uses":              {"diff", "1.24", "1.25", "--uses", "manifests"},
		"scan":                   {"scan", "manifests", "--to", "1.30", "-o", "json"},
		"scan text":              {"scan", "manifests", "--to", "1.30", "-o", "text"},
		"scan sarif":             {"scan", "manifests", "--to", "1.30", "-o", "sarif"},
		"scan validated":         {"scan", "manifests", "--to", "1.30", "--validate"},
		"scan baseline":          {"scan", "manifests", "--baseline", "report.json"},
		"scan charts":            {"scan", "charts", "--to", "1.30", "--set", "a={", "-o", "json"},
		"scan charts of values":  {"scan", "charts", "--to", "1.30"},
		"scan kustomizations":    {"scan", "kustomizations", "--to", "1.30"},
		"scan waivers":           {"scan", "manifests", "--waivers", "waivers.yaml"},
		"rehearse server":        {"rehearse", "manifests", "--on", "context:odd"},
		"rehearse baseline":      {"rehearse", "manifests", "--on", "1.30", "--baseline", "report.json"},
		"usage":                  {"usage", "audit.log", "--to", "1.30", "-o", "json"},
		"usage text":             {"usage", "audit.log", "--to", "1.30", "-o", "text", "--redact"},
		"preflight server":       {"preflight", "--context", "odd", "--to", "1.31", "-o", "json"},
		"preflight rehearse":     {"preflight", "--context", "odd", "--to", "1.31", "--rehearse", "context:odd", "-o", "json"},
		"scan rehearse":          {"scan", "manifests", "--to", "1.30", "--rehearse", "context:odd", "-o", "json"},
		"preflight baseline":     {"preflight", "--context", "odd", "--to", "1.31", "--baseline", "preflight.json"},
		"preflight waivers":      {"preflight", "--context", "odd", "--to", "1.31", "--waivers", "waivers.yaml"},
		"snapshot":               {"snapshot", "documents", "-f", "out"},
		"snapshot server":        {"snapshot", "context:odd", "-f", "out"},
		"changelog notes":        {"changelog", "1.31", "--notes-from", "notes"},
		"changelog annotations":  {"changelog", "1.31", "--annotations", "waivers.yaml"},
		"render":                 {"render", "report.json"},
		"render of a diff":       {"render", "diff.json"},
		"render of a preflight":  {"render", "preflight.json"},
		"render of nothing":      {"render", "swagger.json"},
		"rules configuration":    {"rules", "--config", "config.yaml"},
		"matrix configuration":   {"matrix", "pods", "--config", "config.yaml"},
		"explain configuration":  {"explain", "pods", "--config", "config.yaml"},
		"site configuration":     {"site", "out", "--config", "config.yaml"},
		"explain nothing":        {"explain", "pdos"},
		"explain no field":       {"explain", "pod.spec.hostUsr"},
		"explain a gate":         {"explain", "gate", "SidecarContainers", "-o", "json"},
		"explain no flag":        {"explain", "flag", "kubelet", "--cloud-confg"},
		"history":                {"history", "pod", "--from", "1.30", "-o", "json"},
		"history configuration":  {"history", "pods", "--config", "config.yaml"},
		"config view":            {"config", "view", "--config", "config.yaml"},
		"version of an odd flag": {"version", "--nope"},
		"options of an odd flag": {"options", "--nope"},
		"completion of no shell": {"completion", "nope"},
		"help of no command":     {"help", "nope"},
		"action":                 {"action"},
		"data":                   {"data", "update", "--from", "swagger.json"},
	}
}

// ofLibrary matches the beginning of messages of the JSON library. The library writes "cannot" in
// seven of eight processes, so ten processes do not always show that a message comes from it.
var ofLibrary = regexp.MustCompile(`(cannot|unable to) (un)?marshal (from |into )?JSON `)

// TestSameBytes checks that the same invalid input gives the same output in ten processes. Hash
// seeds and words that libraries choose differ between processes.
func TestSameBytes(t *testing.T) {
	program, err := exec.LookPath("kubedelta-malformed")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile("testdata/malformed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if says := fmt.Sprintf("%d command lines", len(malformed())); !strings.Contains(reliability(t), says) {
		t.Errorf("docs/reliability.md does not say that there are %s", says)
	}
	t.Chdir(t.TempDir())
	unpack(t, archive)
	server, err := apiserver.Start(apiserver.Config{Set: &documents.Set{}, Faults: []apiserver.Fault{{Path: "/openapi/v3", Kind: apiserver.InvalidJSON}, {Path: "/apis", Kind: apiserver.InvalidJSON}}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if err := os.WriteFile("kubeconfig", server.Kubeconfig("odd"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", "kubeconfig")
	var first map[string]string
	const processes = 10
	for range processes {
		command := exec.CommandContext(t.Context(), program)
		command.Env = append(os.Environ(), "HOME="+t.TempDir(), "INPUT_COMMAND=scan", "INPUT_PATHS=manifests", "INPUT_TO=1.30", "RUNNER_TEMP=/nowhere")
		out, err := command.Output()
		var all map[string]string
		if err := errors.Join(err, json.Unmarshal(out, &all)); err != nil || len(all) != len(malformed()) {
			t.Fatalf("%v: %s", err, out)
		}
		if first == nil {
			first = all
		}
		for name, text := range all {
			if words := ofLibrary.FindString(text); words != "" {
				t.Errorf("%s: %q is a sentence of a library, which has another one in the next process:\n%s", name, words, text)
			}
			if text != first[name] {
				t.Fatalf("%s: the same input gives\n%s\nand\n%s", name, first[name], text)
			}
		}
	}
	tested := map[string]bool{}
	for _, args := range malformed() {
		tested[args[0]] = true
	}
	for _, cmd := range cli.Commands().Commands() {
		if !tested[cmd.Name()] {
			t.Errorf("nothing malformed is read by kubedelta %s", cmd.Name())
		}
	}
}

// runMalformed runs each command, and prints its output and exit code.
func runMalformed() int {
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(malformed())) {
		var out, errs bytes.Buffer
		streams := cli.Sharing(cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, shared)
		code := cli.Main(context.Background(), append([]string{"kubedelta"}, malformed()[name]...), streams)
		all[name] = fmt.Sprintf("%s\n%s\nexit code %d", out.String(), errs.String(), code)
	}
	if json.NewEncoder(os.Stdout).Encode(all) != nil {
		return 1
	}
	return 0
}

// reliability returns the page that describes what these tests check.
func reliability(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// unpack writes an archive into the working directory.
func unpack(t *testing.T, archive *txtar.Archive) {
	t.Helper()
	for _, f := range archive.Files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(f.Name), 0o700), os.WriteFile(f.Name, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

package kubedelta_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

// bans is the table of imports that would turn the flow of the data round, or
// make a core package do what it must not. A ban covers the package with all
// below it, unless except names an importer that may.
var bans = []struct {
	in, pkg, reason string
	except          []string
}{
	{in: "discovery", pkg: "/diff", reason: "the model knows nothing of comparisons"},
	{in: "discovery", pkg: "/report", reason: "the data flows from sources to reports"},
	{in: "discovery", pkg: "/changelog", reason: "the data flows from sources to notes"},
	{in: "discovery", pkg: "/cmd", reason: "no package imports the command line"},
	{in: "discovery", pkg: "github.com/spf13/cobra", reason: "sources know no flags"},
	{in: "discovery", pkg: "k8s.io/client-go", reason: "only the cluster source talks to clusters", except: []string{"discovery/source"}},
	{in: "discovery/dataset", pkg: "os", reason: "a data set is read by the command line"},
	{in: "discovery", pkg: "net/http", reason: "only sources fetch", except: []string{"discovery/source"}},
	{in: "diff", pkg: "/report", reason: "rules know nothing of rendering"},
	{in: "diff", pkg: "/changelog", reason: "changes are found before notes are linked to them"},
	{in: "diff", pkg: "/discovery/source", reason: "the comparison takes values, wherever they come from"},
	{in: "diff", pkg: "net", reason: "no I/O in the comparison"},
	{in: "diff", pkg: "os", reason: "no I/O in the comparison"},
	{in: "changelog", pkg: "/report", reason: "notes know nothing of rendering"},
	{in: "changelog", pkg: "/cmd", reason: "no package imports the command line"},
	{in: "changelog", pkg: "net", reason: "only changelog/github fetches", except: []string{"changelog/github"}},
	{in: "changelog", pkg: "github.com/google/go-github/v58/github", reason: "only changelog/github talks to GitHub", except: []string{"changelog/github"}},
	{in: "changelog", pkg: "os", reason: "only files are read where they lie", except: []string{"changelog/files"}},
	{in: "history", pkg: "/report", reason: "what happened knows nothing of rendering"},
	{in: "history", pkg: "/cmd", reason: "no package imports the command line"},
	{in: "history", pkg: "net", reason: "no I/O: the tables are built in"},
	{in: "history", pkg: "os", reason: "no I/O: the tables are built in"},
	{in: "report", pkg: "/discovery/source", reason: "renderers take values"},
	{in: "scan", pkg: "net", reason: "objects of a cluster are handed to it"},
	{in: "preflight", pkg: "github.com/spf13/cobra", reason: "checks know no flags"},
	{in: "preflight", pkg: "/report", reason: "checks know nothing of rendering"},
	{in: "scan", pkg: "/report", reason: "judgements know nothing of rendering"},
	{in: "usage", pkg: "/report", reason: "what logs say knows nothing of rendering"},
	{in: "usage", pkg: "net", reason: "logs are read where they lie"},
	{in: "usage", pkg: "os", reason: "only usage/read opens files", except: []string{"usage/read"}},
	{in: "rehearse", pkg: "/report", reason: "what a server answers knows nothing of rendering"},
	{in: "rehearse", pkg: "net", reason: "questions and answers are values", except: []string{"rehearse/ask", "rehearse/local", "rehearse/server"}},
	{in: "rehearse", pkg: "os", reason: "questions and answers are values", except: []string{"rehearse/local", "rehearse/server"}},
	{in: "site", pkg: "os", reason: "a site is made of values; the command writes it"},
	{in: "site", pkg: "net/http", reason: "a site is made of values"},
	{in: "site", pkg: "/cmd", reason: "no package imports the command line"},
	{in: "report", pkg: "/site", reason: "reports know nothing of where they are published"},
	{in: "report", pkg: "/cmd", reason: "no package imports the command line"},
	{in: "report", pkg: "net/http", reason: "renderers do not fetch"},
	{in: "", pkg: "k8s.io/client-go/kubernetes", reason: "it links every type of Kubernetes, 14 MB"},
	{in: "", pkg: "k8s.io/client-go/discovery", reason: "it drops stale group-versions in silence"},
	{in: "", pkg: "github.com/Masterminds/sprig/v3", reason: "its functions have no limits", except: []string{"scan/chart/engine"}},
	{in: "", pkg: "/cmd/catalog", reason: "what makes the tables is no part of the product", except: []string{"cmd/catalog"}},
	{in: "", pkg: "/fixtures", reason: "fixtures are imported by tests only", except: []string{"fixtures"}},
}

const module = "github.com/kubedelta/kubedelta"

// TestImports holds every package of the module against the bans.
func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		folder := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		for _, imported := range p.Imports {
			if imported == "net/netip" {
				continue // addresses are values: the package does no I/O
			}
			for _, b := range bans {
				pkg := b.pkg
				if strings.HasPrefix(pkg, "/") {
					pkg = module + pkg
				}
				if within(imported, pkg) && (b.in == "" || within(folder, b.in)) && !excepted(folder, b.except) {
					t.Errorf("%s imports %s: %s", folder, imported, b.reason)
				}
			}
		}
	}
}

// TestBansBite fails if the check could not fail: a ban on a package that
// nobody could import, or a broken prefix rule.
func TestBansBite(t *testing.T) {
	if !within("net/http", "net") || within("network", "net") || !excepted("discovery/source/cluster", []string{"discovery/source"}) {
		t.Error("the prefix rule is broken")
	}
}

// shared are the packages below cmd/internal/cli that commands share, in layers. All other
// packages below it are commands.
var shared = [][]string{
	{"terminal", "buildinfo", "heap", "ruleset"},
	{"option"},
	{"sources"},
	{"notes", "reports", "scanning"},
	{"rehearsal"},
}

// TestCommandLine checks that a package of the command line imports only packages of lower
// layers: no shared package imports a command, and no command another one. The root imports
// all, and is the only one that packages elsewhere import.
func TestCommandLine(t *testing.T) {
	const root = "cmd/internal/cli"
	layers := map[string]int{root: len(shared) + 1}
	for i, layer := range shared {
		for _, name := range layer {
			layers[root+"/"+name] = i
		}
	}
	layerOf := func(folder string) int {
		if layer, known := layers[folder]; known {
			return layer
		}
		return len(shared)
	}
	seen := 0
	for _, p := range packages(t) {
		folder := strings.TrimPrefix(p.ImportPath, module+"/")
		if _, known := layers[folder]; known {
			seen++
		}
		for _, imported := range p.Imports {
			imported = strings.TrimPrefix(imported, module+"/")
			switch {
			case !within(imported, root):
			case !within(folder, root) && imported != root:
				t.Errorf("%s imports %s: only %s is for packages elsewhere", folder, imported, root)
			case within(folder, root) && layerOf(imported) >= layerOf(folder):
				t.Errorf("%s imports %s, which is not in a lower layer", folder, imported)
			}
		}
	}
	if seen != len(layers) {
		t.Errorf("%d of the packages in the table exist, want %d", seen, len(layers))
	}
}

func within(pkg, prefix string) bool {
	return pkg == prefix || strings.HasPrefix(pkg, prefix+"/")
}

func excepted(folder string, list []string) bool {
	for _, e := range list {
		if within(folder, e) {
			return true
		}
	}
	return false
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) (all []goPackage) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, text := range bytes.SplitAfter(out, []byte("\n}\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var p goPackage
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 5 {
		t.Fatalf("go list names only %d packages", len(all))
	}
	return all
}

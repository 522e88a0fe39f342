// Command generate makes the table of ends of life from endoflife.date's data.
//
//	go run ./generate OUT [DATA]
//
// DATA is the folder of the published data; by default the one beside the
// checkout. What endoflife.date does not have, releases before 1.16, is
// kube-api.ninja's.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// product is a table of the data: who supports the releases.
type product struct {
	Releases []struct {
		ReleaseCycle, ReleaseDate string
		// EOL is the end of standard support, EOES of extended support; a date, or true
		// or false where none is given.
		EOL, EOES any
		Latest    string
	}
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name the file to write")
	}
	from := filepath.Join("..", "..", "..", "shared", "kubernetes")
	if len(args) > 1 {
		from = args[1]
	}
	text, err := os.ReadFile(filepath.Join(from, "schedule", "endoflife.json"))
	if err != nil {
		return err
	}
	older, err := os.ReadFile(filepath.Join(from, "resources", "releases.tsv"))
	if err != nil {
		return err
	}
	table, err := table(text, string(older))
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], []byte(table), 0o644)
}

// table is the table as it is embedded.
func table(text []byte, older string) (string, error) {
	var data struct {
		AsOf, Commit, License string
		Products              map[string]product
	}
	if err := json.Unmarshal(text, &data); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Releases, ends of life and newest patches, from endoflife.date at %s.\n# License: %s; releases before 1.16: MIT, kube-api.ninja.\n# Made by go generate; do not edit.\n", data.Commit, data.License)
	fmt.Fprintf(&b, "asOf\t%s\n", data.AsOf)
	for _, p := range []struct{ name, of string }{
		{"kubernetes", "kubernetes"}, {"eks", "amazon-eks"}, {"aks", "azure-kubernetes-service"}, {"gke", "google-kubernetes-engine"},
	} {
		releases := data.Products[p.of].Releases
		if len(releases) == 0 {
			return "", fmt.Errorf("the data has no releases of %s", p.of)
		}
		for _, r := range releases {
			if !strings.HasPrefix(r.ReleaseCycle, "1.") {
				continue
			}
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\n", p.name, r.ReleaseCycle, r.ReleaseDate, date(r.EOL), date(r.EOES), r.Latest)
		}
	}
	for line := range strings.Lines(older) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) == 4 && !strings.Contains(b.String(), "kubernetes\t"+f[0]+"\t") && strings.HasPrefix(f[0], "1.") {
			fmt.Fprintf(&b, "kubernetes\t%s\t%s\t%s\t\t%s\n", f[0], f[1], f[2], f[3])
		}
	}
	return b.String(), nil
}

// date is a date of the data; "" for what is none.
func date(v any) string {
	s, _ := v.(string)
	return s
}

// Package schedule makes the table of ends of life from endoflife.date's data. What
// that does not have, releases before 1.16, is kube-api.ninja's.
package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
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

// Make makes table.tsv.
func Make(_ context.Context, from step.Folders) (map[string][]byte, error) {
	text, err := os.ReadFile(filepath.Join(from.Published, "schedule", "endoflife.json"))
	if err != nil {
		return nil, err
	}
	older, err := os.ReadFile(filepath.Join(from.Published, "resources", "releases.tsv"))
	if err != nil {
		return nil, err
	}
	table, err := table(text, string(older))
	return map[string][]byte{"table.tsv": []byte(table)}, err
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

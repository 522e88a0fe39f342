// Package schedule makes the table of ends of life from the data of endoflife.date. Releases before
// 1.16 are not in that data and come from kube-api.ninja.
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

// product is a table of the data, for the vendor who supports the releases.
type product struct {
	Releases []struct {
		ReleaseCycle, ReleaseDate string
		// EOL is the end of standard support, and EOES that of extended support. Each is a date, or
		// true or false if there is no date.
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

// table returns the table that is embedded.
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

// date returns a date of the data; "" if it is not a date.
func date(v any) string {
	s, _ := v.(string)
	return s
}

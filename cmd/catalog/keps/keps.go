// Package keps makes the table of the enhancement proposals (KEPs) that name a feature gate, from a
// checkout of kubernetes/enhancements.
package keps

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
)

// fewest is less than the number of gates that KEPs name. A checkout with fewer is not complete.
const fewest = 300

// Make makes keps.tsv. The folder of the published data is the checkout.
func Make(_ context.Context, from step.Folders) (map[string][]byte, error) {
	table, err := gate.Known()
	if err != nil {
		return nil, err
	}
	byGate, err := read(os.DirFS(from.Published), table)
	if err == nil && len(byGate) < fewest {
		err = fmt.Errorf("the KEPs name only %d feature gates: is -data a checkout of kubernetes/enhancements?", len(byGate))
	}
	return map[string][]byte{history.KEPsFile: []byte(write(byGate))}, err
}

// proposal is the file kep.yaml of a KEP. A gate is a name or has one.
type proposal struct {
	Number yaml.Node   `yaml:"kep-number"`
	Gates  []yaml.Node `yaml:"feature-gates"`
}

// number returns the number of the proposal in a file, which the name of its folder has, too:
// "keps/sig-node/753-sidecar-containers". It is 0 if there is none.
func (p proposal) number(file string) int {
	folder, _, _ := strings.Cut(path.Base(path.Dir(file)), "-")
	for _, text := range []string{p.Number.Value, folder} {
		if n, err := strconv.Atoi(text); err == nil {
			return n
		}
	}
	return 0
}

// read returns the numbers of the KEPs of each gate that a release has.
func read(checkout fs.FS, table gate.Table) (map[string][]int, error) {
	byGate := map[string][]int{}
	err := fs.WalkDir(checkout, "keps", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "kep.yaml" {
			return err
		}
		text, err := fs.ReadFile(checkout, name)
		if err != nil {
			return err
		}
		var p proposal
		if err := yaml.Unmarshal(text, &p); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		number := p.number(name)
		if number == 0 {
			return nil // the template, and proposals that have no number yet
		}
		for _, g := range p.Gates {
			for _, known := range inTable(table, nameOf(g)) {
				byGate[known] = append(byGate[known], number)
			}
		}
		return nil
	})
	return byGate, err
}

func nameOf(g yaml.Node) string {
	var named struct {
		Name string `yaml:"name"`
	}
	if g.Kind == yaml.ScalarNode {
		return g.Value
	}
	if g.Decode(&named) != nil {
		return ""
	}
	return named.Name
}

// inTable returns the names of a gate in the table. Releases and KEPs write some in another case
// (csiMigrationRBD, CSIMigrationRBD, CSIMigrationRbd).
func inTable(table gate.Table, name string) (names []string) {
	for _, of := range gate.Sets() {
		for known := range table.Gates[of] {
			if strings.EqualFold(known, name) {
				names = append(names, known)
			}
		}
	}
	return names
}

func write(byGate map[string][]int) string {
	var b strings.Builder
	b.WriteString(history.KEPsColumns + "\n")
	for _, name := range slices.Sorted(maps.Keys(byGate)) {
		numbers := slice.Map(slice.Unique(byGate[name]), strconv.Itoa)
		b.WriteString(name + "\t" + strings.Join(numbers, ",") + "\n")
	}
	return b.String()
}

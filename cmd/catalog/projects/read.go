package projects

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// table is the data of the step, by project and minor.
type table struct {
	releases map[string]map[discovery.Release]release
	fields   map[string]map[discovery.Release]*discovery.Surface
}

type release struct {
	project.Release
	states []project.State
}

func compareMinors(a, b discovery.Release) int { return a.Compare(b) }

// known returns the embedded table.
func known() (*table, error) {
	built := project.New()
	all, err := built.Projects()
	if err != nil {
		return nil, err
	}
	t := &table{map[string]map[discovery.Release]release{}, map[string]map[discovery.Release]*discovery.Surface{}}
	for _, p := range all {
		fields, err := built.Fields(p.Name)
		if err != nil {
			return nil, err
		}
		for _, r := range p.Releases {
			t.set(p.Name, release{r, p.In(r.Minor)})
			if !fields.Has(r.Minor) {
				continue
			}
			if t.fields[p.Name][r.Minor], err = fields.Surface(r.Minor); err != nil {
				return nil, fmt.Errorf("%s %s: %w", p.Name, r.Minor, err)
			}
		}
	}
	return t, nil
}

func (t *table) set(name string, r release) {
	if t.releases[name] == nil {
		t.releases[name], t.fields[name] = map[discovery.Release]release{}, map[discovery.Release]*discovery.Surface{}
	}
	t.releases[name][r.Minor] = r
}

// read reads the folders PROJECT/RELEASE. The table dates.tsv beside them has the date and the
// repository of new releases.
func (t *table) read(ctx context.Context, root string) error {
	dates, err := readDates(filepath.Join(root, "dates.tsv"))
	if err != nil {
		return err
	}
	folders, err := filepath.Glob(filepath.Join(root, "*", "v*"))
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if err := t.readRelease(ctx, folder, dates); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) readRelease(ctx context.Context, folder string, dates map[string]project.Release) error {
	name, version := filepath.Base(filepath.Dir(folder)), filepath.Base(folder)
	minor, err := discovery.ParseRelease(version)
	if err != nil || !minor.Known() {
		return fmt.Errorf("%s: %s is no release of 0.1 or later", folder, version)
	}
	r, dated := dates[name+" "+version]
	if was := t.releases[name][minor]; !dated && was.Version == version {
		r, dated = was.Release, true
	}
	if !dated {
		return fmt.Errorf("%s: add the date and the repository of the release to dates.tsv", folder)
	}
	r.Minor = minor
	found, err := crd.ReadPath(ctx, folder)
	if err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	if len(found.Unread) > 0 {
		return fmt.Errorf("%s: %s: %s", folder, found.Unread[0].File, found.Unread[0].Reason)
	}
	states := statesOf(found.Definitions)
	if was := t.releases[name][minor]; was.Version == version && !definesAll(states, was.states) {
		return nil // a part of the release; the table has all its versions
	}
	t.set(name, release{r, states})
	if t.fields[name][minor], err = crd.Surface(found.Definitions, openapi.NewDecoder()); err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	return nil
}

func statesOf(definitions []crd.Definition) (states []project.State) {
	for i := range definitions {
		d := &definitions[i]
		for j := range d.Versions {
			v := &d.Versions[j]
			states = append(states, project.State{
				GroupVersion: d.GroupVersion(v), Resource: d.Names.Plural, Kind: d.Names.Kind, Scope: d.Scope,
				Served: v.Served, Storage: v.Storage, Deprecated: v.Deprecated,
			})
		}
	}
	return states
}

// definesAll reports whether states contain all resources of others.
func definesAll(states, others []project.State) bool {
	for _, o := range others {
		if !slices.ContainsFunc(states, func(s project.State) bool { return s.Group == o.Group && s.Resource == o.Resource }) {
			return false
		}
	}
	return true
}

// readDates reads lines of project, release, date and repository.
func readDates(file string) (map[string]project.Release, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	dates := map[string]project.Release{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("%s: %q is not project, release, date and repository", file, line)
		}
		dates[f[0]+" "+f[1]] = project.Release{Version: f[1], Date: f[2], Repository: f[3]}
	}
	return dates, err
}

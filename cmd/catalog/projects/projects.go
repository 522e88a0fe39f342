// Package projects makes the table of the custom resources of well-known projects from the
// CustomResourceDefinitions that they published. It must not download them.
package projects

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// Make makes the tables, and a file of fields for each project that has any.
//
// The published folder has crds/PROJECT/RELEASE with all definitions of a release, and the recorded
// folder can have the same. Releases that are in neither folder stay as they are in the current
// table.
func Make(ctx context.Context, from step.Folders) (map[string][]byte, error) {
	t, err := known()
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{from.Recorded, from.Published} {
		if folder == "" {
			continue
		}
		if err := t.read(ctx, filepath.Join(folder, "crds")); err != nil {
			return nil, err
		}
	}
	all := t.projects()
	files := map[string][]byte{"releases.tsv": encodeReleases(all), "versions.tsv": encodeStates(all)}
	for _, p := range all {
		if surfaces := t.fields[p.Name]; len(surfaces) > 0 {
			b, err := project.EncodeFields(surfaces)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.Name, err)
			}
			files[project.FieldsFile(p.Name)] = packed.Encode(bytes.TrimSpace(b))
		}
	}
	return files, nil
}

// projects returns all projects by name, with their states joined over the releases.
func (t *table) projects() (all []*project.Project) {
	for _, name := range slices.Sorted(maps.Keys(t.releases)) {
		p := &project.Project{Name: name}
		var last []string
		open := map[string]*project.State{}
		var order []*project.State
		for _, minor := range slices.SortedFunc(maps.Keys(t.releases[name]), compareMinors) {
			r := t.releases[name][minor]
			p.Releases = append(p.Releases, r.Release)
			var now []string
			for _, s := range r.states {
				key := stateKey(s)
				now = append(now, key)
				if slices.Contains(last, key) {
					open[key].Last = minor
					continue
				}
				s.First, s.Last = minor, minor
				open[key] = &s
				order = append(order, &s)
			}
			last = now
		}
		for _, s := range order {
			p.States = append(p.States, *s)
		}
		slices.SortStableFunc(p.States, func(a, b project.State) int {
			return strings.Compare(a.Group+"\x00"+a.Resource+"\x00"+a.Version, b.Group+"\x00"+b.Resource+"\x00"+b.Version)
		})
		all = append(all, p)
	}
	return all
}

// stateKey identifies a state independently of the release.
func stateKey(s project.State) string {
	return fmt.Sprintln(s.GroupVersion, s.Resource, s.Kind, s.Scope, s.Served, s.Storage, s.Deprecated)
}

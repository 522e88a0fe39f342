package project

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

//go:embed data
var data embed.FS

// folder is the folder of this package in the data set.
func folder() dataset.Folder {
	return dataset.Folder{Name: "discovery/source/project/data", BuiltIn: data}
}

// Table is the built-in data, decoded when it is first used. It is safe for concurrent use.
type Table struct {
	projects func() ([]*Project, error)
	mu       sync.Mutex // guards fields
	fields   map[string]*Fields
}

// New returns a table. It reads nothing yet.
func New() *Table { return &Table{projects: sync.OnceValues(read), fields: map[string]*Fields{}} }

// Projects lists all projects by name.
func (t *Table) Projects() ([]*Project, error) { return t.projects() }

func read() ([]*Project, error) {
	releases, err := folder().ReadFile("releases.tsv")
	if err != nil {
		return nil, err
	}
	states, err := folder().ReadFile("versions.tsv")
	if err != nil {
		return nil, err
	}
	return Decode(releases, states)
}

// Lifecycles returns the lifecycles of all versions of all projects.
func (t *Table) Lifecycles() ([]discovery.CustomLifecycle, error) {
	projects, err := t.Projects()
	return slice.Flat(projects, (*Project).lifecycles), err
}

// UnknownError reports that a project, or a release of it, is not known.
type UnknownError struct {
	Name    string
	Release string
	// Project is nil if the project is not known.
	Project *Project
	// Near is a similar reference; "" if there is none.
	Near string
	// All are the names of all projects.
	All []string
}

func (e *UnknownError) Error() string {
	var text string
	if e.Project == nil {
		text = fmt.Sprintf("%q is not a known project", e.Name)
	} else {
		first, last := e.Project.Releases[0], e.Project.Newest()
		text = fmt.Sprintf("the built-in table does not contain %s %s: it contains %s to %s (%s)", e.Name, e.Release, first.Minor, last.Minor, last.Date)
	}
	if e.Near != "" {
		text += "; did you mean " + e.Near + "?"
	}
	if e.Project == nil {
		text += "\n  the projects are " + strings.Join(e.All, ", ")
	} else if e.Release != "" {
		text += "\n  compare other releases as folders of their CustomResourceDefinitions"
	}
	return text
}

// Find returns the release of a reference: "cert-manager:1.19". The error is an *UnknownError if it
// is not known.
func (t *Table) Find(reference string) (*Project, Release, error) {
	projects, err := t.Projects()
	if err != nil {
		return nil, Release{}, err
	}
	name, version, _ := strings.Cut(reference, ":")
	unknown := &UnknownError{Name: name, Release: version}
	for _, p := range projects {
		unknown.All = append(unknown.All, p.Name)
		if p.Name == name {
			unknown.Project = p
		}
	}
	if unknown.Project == nil {
		if unknown.Near = nearest.Word(name, unknown.All); unknown.Near != "" {
			unknown.Near += ":" + version
		}
		return nil, Release{}, unknown
	}
	minor, err := discovery.ParseRelease(version)
	if err != nil {
		return nil, Release{}, fmt.Errorf("%q is not a version like %s", version, unknown.Project.Newest().Minor)
	}
	if r := slice.Find(unknown.Project.Releases, func(r *Release) bool { return r.Minor == minor }); r != nil {
		return unknown.Project, *r, nil
	}
	// Before the first and after the last known release there is no near one.
	if next := unknown.Project.after(minor); next.Known() && minor.Compare(unknown.Project.Releases[0].Minor) >= 0 {
		unknown.Near = name + ":" + next.String()
	}
	return nil, Release{}, unknown
}

// Load returns the surface of a release from Find.
func (t *Table) Load(p *Project, r Release) (*discovery.Surface, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, err := t.fieldsOf(p.Name)
	if err != nil {
		return nil, err
	}
	s, err := f.Surface(r.Minor)
	if err != nil {
		return nil, fmt.Errorf("the table's record of %s %s is damaged: %w", p.Name, r.Minor, err)
	}
	if s == nil {
		s = p.surface(r.Minor)
	}
	s.Only, s.Unserved = p.extents(), p.unserved(r.Minor)
	s.Provenance = fmt.Sprintf("%s %s of %s", r.Repository, r.Version, r.Date)
	s.Projects = map[string]discovery.Release{p.Name: r.Minor}
	return s, nil
}

// Fields returns the known fields of a project. It has no release if none are known.
func (t *Table) Fields(project string) (*Fields, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.fieldsOf(project)
}

func (t *Table) fieldsOf(project string) (*Fields, error) {
	if f := t.fields[project]; f != nil {
		return f, nil
	}
	b, err := packed.ReadFile(folder(), FieldsFile(project))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the table's fields of %s are damaged: %w", project, err)
	}
	f, err := DecodeFields(b)
	if err == nil {
		t.fields[project] = f
	}
	return f, err
}

// FieldsFile returns the file name of a project's fields.
func FieldsFile(project string) string { return project + ".json.zst" }

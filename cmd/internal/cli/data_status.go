package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/preflight/schedule"
	"github.com/kubedelta/kubedelta/report/format"
)

// dataStatus is what data status prints.
type dataStatus struct {
	BuiltIn dataVersion `json:"builtIn"`
	// Stored is the set that data update has stored.
	Stored *storedVersion `json:"stored,omitempty"`
	// Used is the version in use, and Contents is what it has.
	Used     dataset.Version `json:"used"`
	Contents dataContents    `json:"contents"`
	// Published is what the kubedelta project offers, where it was asked.
	Published *dataVersion `json:"published,omitempty"`
	Newer     bool         `json:"newer,omitempty"`
}

type dataVersion struct {
	Version dataset.Version `json:"version"`
	Date    string          `json:"date"`
}

type storedVersion struct {
	dataVersion `json:",inline"`

	Path string `json:"path"`
	// Problem is why it cannot be used.
	Problem string `json:"problem,omitempty"`
}

// dataContents is how far the parts of a data set reach.
type dataContents struct {
	Catalog   releases `json:"catalog"`
	Notes     releases `json:"notes"`
	Gates     releases `json:"gates"`
	EndOfLife string   `json:"endOfLife"`
	Projects  int      `json:"projects"`
	// ProjectsTo is the day of the newest release of a project.
	ProjectsTo string `json:"projectsTo"`
}

func (o *dataOptions) status(ctx context.Context, cmd *cobra.Command) error {
	s := dataStatus{BuiltIn: dataVersionOf(builtIn())}
	path := storedData(cmd)
	switch set, err := readData(path, o.choice.trusted()); {
	case err == nil:
		s.Stored = &storedVersion{dataVersion: dataVersionOf(set.Header), Path: path}
	case !errors.Is(err, fs.ErrNotExist):
		s.Stored = &storedVersion{Path: path, Problem: err.Error()}
	}
	if s.Stored == nil || s.Stored.Problem == "" {
		if err := o.choice.choose(cmd); err != nil {
			return err
		}
	}
	used, _ := dataset.Current()
	s.Used = used.Version
	var err error
	if s.Contents, err = contentsOfData(); err != nil {
		return err
	}
	if o.check {
		set, err := o.published(ctx)
		if err != nil {
			return err
		}
		v := dataVersionOf(set.Header)
		s.Published, s.Newer = &v, set.Version.Compare(used.Version) > 0
	}
	return o.output.writeReport(o.choice.streams, s.writers(), nil)
}

func dataVersionOf(h dataset.Header) dataVersion { return dataVersion{h.Version, h.Date} }

func spanOf(all []discovery.Release) releases {
	if len(all) == 0 {
		return releases{}
	}
	return releases{From: all[0].String(), To: all[len(all)-1].String()}
}

// contentsOfData looks into the set in use.
func contentsOfData() (c dataContents, err error) {
	c.Catalog, c.Notes = spanOf(catalog.New().Releases()), spanOf(notes.Releases())
	gates, err := gate.Known()
	if err != nil {
		return c, err
	}
	c.Gates = releases{From: gates.Oldest.String(), To: gates.Newest.String()}
	c.EndOfLife = schedule.AsOf().Format(time.DateOnly)
	projects, err := project.New().Projects()
	c.Projects = len(projects)
	for _, p := range projects {
		for _, r := range p.Releases {
			c.ProjectsTo = max(c.ProjectsTo, r.Date)
		}
	}
	return c, err
}

// writers are the formats of the status.
func (s dataStatus) writers() format.Writers {
	return format.Writers{
		format.Text: func(w io.Writer, _ format.Options) error { return s.write(w) },
		format.JSON: func(w io.Writer, _ format.Options) error { return json.MarshalWrite(w, s, jsontext.WithIndent("  ")) },
	}
}

func (s dataStatus) write(w io.Writer) error {
	var b strings.Builder
	line := func(name, text string) { fmt.Fprintf(&b, "%-14s%s\n", name, text) }
	line("built in", s.BuiltIn.said(s.Used))
	switch {
	case s.Stored == nil:
		line("stored", "none")
	case s.Stored.Problem != "":
		line("stored", shown("cannot be used: "+s.Stored.Problem+" ("+s.Stored.Path+")"))
	default:
		line("stored", shown(s.Stored.said(s.Used)+" ("+s.Stored.Path+")"))
	}
	if s.Published != nil {
		line("published", s.Published.said("")+cmp.Or(map[bool]string{true: ", newer; run kubedelta data update"}[s.Newer], ", not newer"))
	}
	c := s.Contents
	line("APIs", "Kubernetes "+c.Catalog.said())
	line("release notes", "Kubernetes "+c.Notes.said())
	line("feature gates", "Kubernetes "+c.Gates.said())
	line("end of life", "as of "+c.EndOfLife)
	line("projects", fmt.Sprintf("%d, releases up to %s", c.Projects, c.ProjectsTo))
	_, err := io.WriteString(w, b.String())
	return err
}

func (v dataVersion) said(used dataset.Version) string {
	text := string(v.Version) + ", made on " + v.Date
	if v.Version == used {
		text += ", in use"
	}
	return text
}

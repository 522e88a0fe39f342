package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/preflight/schedule"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/layout"
)

type status struct {
	BuiltIn setVersion `json:"builtIn"`
	// Stored is the set that data update has stored.
	Stored *storedVersion `json:"stored,omitempty"`
	// Used is the version in use, and Contents its content.
	Used     dataset.Version `json:"used"`
	Contents contents        `json:"contents"`
	// Published is the data set that the kubedelta project offers, with --check.
	Published *setVersion `json:"published,omitempty"`
	Newer     bool        `json:"newer,omitempty"`
}

type setVersion struct {
	Version dataset.Version `json:"version"`
	Date    string          `json:"date"`
}

type storedVersion struct {
	setVersion `json:",inline"`

	Path string `json:"path"`
	// Problem is why it cannot be used.
	Problem string `json:"problem,omitempty"`
}

// contents are the releases and dates that the parts of a data set cover.
type contents struct {
	Catalog   buildinfo.Releases `json:"catalog"`
	Notes     buildinfo.Releases `json:"notes"`
	Gates     buildinfo.Releases `json:"gates"`
	EndOfLife string             `json:"endOfLife"`
	Projects  int                `json:"projects"`
	// ProjectsTo is the date of the newest release of a project.
	ProjectsTo string `json:"projectsTo"`
}

func (o *options) status(ctx context.Context, cmd *cobra.Command) error {
	s := status{BuiltIn: versionOf(builtIn())}
	path := storedPath(cmd)
	switch set, err := readSet(path, o.choice.trusted()); {
	case err == nil:
		s.Stored = &storedVersion{setVersion: versionOf(set.Header), Path: path}
	case !errors.Is(err, fs.ErrNotExist):
		s.Stored = &storedVersion{Path: path, Problem: err.Error()}
	}
	if s.Stored == nil || s.Stored.Problem == "" {
		if err := o.choice.Choose(cmd); err != nil {
			return err
		}
	}
	used, _ := dataset.Current()
	s.Used = used.Version
	var err error
	if s.Contents, err = contentsInUse(); err != nil {
		return err
	}
	if o.check {
		set, err := o.published(ctx)
		if err != nil {
			return err
		}
		v := versionOf(set.Header)
		s.Published, s.Newer = &v, set.Version.Compare(used.Version) > 0
	}
	return o.output.Write(o.choice.streams, s.writers(), nil)
}

func versionOf(h dataset.Header) setVersion { return setVersion{h.Version, h.Date} }

func contentsInUse() (c contents, err error) {
	c.Catalog, c.Notes = buildinfo.ReleasesOf(catalog.New().Releases()), buildinfo.ReleasesOf(notes.Releases())
	gates, err := gate.Known()
	if err != nil {
		return c, err
	}
	c.Gates = buildinfo.ReleasesOf([]discovery.Release{gates.Oldest, gates.Newest})
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

func (s status) writers() format.Writers {
	return format.Writers{
		format.Text: func(w io.Writer, o format.Options) error { return s.write(w, layout.Style{Width: o.Width}) },
		format.JSON: func(w io.Writer, _ format.Options) error { return format.WriteJSON(w, s) },
	}
}

func (s status) write(w io.Writer, style layout.Style) error {
	var b strings.Builder
	line := func(name, text string) {
		b.WriteString(style.Hang(layout.Pad(name, 14), strings.Repeat(" ", 14), text))
	}
	line("built in", s.BuiltIn.said(s.Used))
	switch {
	case s.Stored == nil:
		line("stored", "none")
	case s.Stored.Problem != "":
		line("stored", terminal.Shown("cannot be used: "+s.Stored.Problem+" ("+s.Stored.Path+")"))
	default:
		line("stored", terminal.Shown(s.Stored.said(s.Used)+" ("+s.Stored.Path+")"))
	}
	if s.Published != nil {
		line("published", s.Published.said("")+cmp.Or(map[bool]string{true: ", newer; run kubedelta data update"}[s.Newer], ", not newer"))
	}
	c := s.Contents
	line("APIs", "Kubernetes "+c.Catalog.String())
	line("release notes", "Kubernetes "+c.Notes.String())
	line("feature gates", "Kubernetes "+c.Gates.String())
	line("end of life", "as of "+c.EndOfLife)
	line("projects", fmt.Sprintf("%d, releases up to %s", c.Projects, c.ProjectsTo))
	_, err := io.WriteString(w, b.String())
	return err
}

func (v setVersion) said(used dataset.Version) string {
	text := string(v.Version) + ", made on " + v.Date
	if v.Version == used {
		text += ", in use"
	}
	return text
}

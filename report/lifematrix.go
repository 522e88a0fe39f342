package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
)

// Cell says how a release treats one version of a resource.
type Cell string

// The cells, as JSON and CSV write them.
const (
	CellAbsent             Cell = ""
	CellServed             Cell = "served"
	CellDeprecated         Cell = "deprecated"
	CellDisabled           Cell = "off by default"
	CellDisabledDeprecated Cell = "off by default, deprecated"
)

// LifeMatrix shows which release serves which version of which resource.
type LifeMatrix struct {
	APIVersion string              `json:"apiVersion"`
	Kind       string              `json:"kind"`
	Releases   []discovery.Release `json:"releases"`
	Rows       []LifeRow           `json:"rows"`
}

// LifeRow is one version of one resource, a cell a release.
type LifeRow struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Resource string `json:"resource"`
	Kind     string `json:"kind"`
	Cells    []Cell `json:"cells"`
}

// BuildLifeMatrix lays out the lives over the releases, leaving out those that
// none of these releases has.
func BuildLifeMatrix(lives []discovery.Life, releases []discovery.Release) *LifeMatrix {
	m := &LifeMatrix{APIVersion: APIVersion, Kind: KindMatrix, Releases: releases, Rows: []LifeRow{}}
	for i := range lives {
		l := &lives[i]
		row := LifeRow{Group: l.Group, Version: l.Version, Resource: l.Resource, Kind: l.Kind}
		shown := false
		for _, r := range releases {
			c := cellOf(l, r)
			shown = shown || c != CellAbsent
			row.Cells = append(row.Cells, c)
		}
		if shown {
			m.Rows = append(m.Rows, row)
		}
	}
	return m
}

func cellOf(l *discovery.Life, r discovery.Release) Cell {
	switch {
	case !l.In(r):
		return CellAbsent
	case l.ServedByDefaultIn(r) && l.DeprecatedIn(r):
		return CellDeprecated
	case l.ServedByDefaultIn(r):
		return CellServed
	case l.DeprecatedIn(r):
		return CellDisabledDeprecated
	default:
		return CellDisabled
	}
}

// Mark is a cell in one or two characters.
func (c Cell) Mark() string {
	switch c {
	case CellServed:
		return "x"
	case CellDeprecated:
		return "xd"
	case CellDisabled:
		return "o"
	case CellDisabledDeprecated:
		return "od"
	default:
		return "."
	}
}

// LifeLegend explains the marks.
const LifeLegend = "x served, o off by default, d deprecated, . not in the release"

func (r LifeRow) name() string {
	return discovery.GroupVersion{Group: r.Group, Version: r.Version}.String() + " " + r.Resource
}

// LifeMarkdown writes the matrix as a markdown table.
func LifeMarkdown(w io.Writer, m *LifeMatrix) error {
	var b strings.Builder
	b.WriteString("| API |")
	for _, r := range m.Releases {
		b.WriteString(" " + r.String() + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" :-: |", len(m.Releases)) + "\n")
	for _, row := range m.Rows {
		b.WriteString("| " + escape.Code(row.name()) + " |")
		for _, c := range row.Cells {
			b.WriteString(" " + c.Mark() + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n" + LifeLegend + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// LifeCSV writes the matrix as CSV, with the cells in words.
func LifeCSV(w io.Writer, m *LifeMatrix) error {
	out := csv.NewWriter(w)
	head := []string{"group", "version", "resource", "kind"}
	for _, r := range m.Releases {
		head = append(head, r.String())
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, row := range m.Rows {
		record := []string{row.Group, row.Version, row.Resource, row.Kind}
		for _, c := range row.Cells {
			record = append(record, string(c))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// KindMatrix is the kind of a matrix.
const KindMatrix = "Matrix"

// Writers are the formats of the matrix.
func (m *LifeMatrix) Writers() format.Writers {
	text := func(w io.Writer, o format.Options) error { return LifeText(w, m, o.Style()) }
	all := format.Writers{
		format.Text: text, format.Wide: text,
		format.Markdown: func(w io.Writer, _ format.Options) error { return LifeMarkdown(w, m) },
		format.CSV:      func(w io.Writer, _ format.Options) error { return LifeCSV(w, m) },
	}
	all.Values(m)
	return all
}

// ReadLifeMatrix reads a matrix that was written as JSON.
func ReadLifeMatrix(text []byte) (*LifeMatrix, error) {
	m := &LifeMatrix{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("not a matrix of kubedelta: %w", unjson.Sentence(err))
	}
	if m.APIVersion != APIVersion || m.Kind != KindMatrix {
		return nil, fmt.Errorf("not a matrix of kubedelta: expected %s %s, found %q %q", APIVersion, KindMatrix, m.APIVersion, m.Kind)
	}
	for _, row := range m.Rows {
		if len(row.Cells) != len(m.Releases) {
			return nil, fmt.Errorf("not a complete matrix of kubedelta: %s has %d cells for %d releases", row.name(), len(row.Cells), len(m.Releases))
		}
	}
	return m, nil
}

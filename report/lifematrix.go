package report

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/escape"
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
	m := &LifeMatrix{APIVersion: APIVersion, Kind: "Matrix", Releases: releases, Rows: []LifeRow{}}
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

// mark is a cell in one or two characters.
func (c Cell) mark() string {
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
const LifeLegend = "x served, o off by default, d deprecated, . not there"

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
			b.WriteString(" " + c.mark() + " |")
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

// LifeJSON writes the matrix as JSON.
func LifeJSON(w io.Writer, m *LifeMatrix) error { return writeJSON(w, m) }

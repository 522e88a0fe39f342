package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
)

// Cell is how a release serves a version of a resource.
type Cell string

// The cells, with the texts of JSON and CSV.
const (
	CellAbsent             Cell = ""
	CellServed             Cell = "served"
	CellDeprecated         Cell = "deprecated"
	CellDisabled           Cell = "off by default"
	CellDisabledDeprecated Cell = "off by default, deprecated"
)

// LifecycleMatrix shows which release serves which version of which resource.
type LifecycleMatrix struct {
	APIVersion string              `json:"apiVersion"`
	Kind       string              `json:"kind"`
	Releases   []discovery.Release `json:"releases"`
	Rows       []LifecycleRow      `json:"rows"`
}

// LifecycleRow is a version of a resource, with a cell for each release.
type LifecycleRow struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Resource string `json:"resource"`
	Kind     string `json:"kind"`
	Cells    []Cell `json:"cells"`
}

// BuildLifecycleMatrix returns the matrix of lifecycles and releases, without lifecycles that none
// of the releases has.
func BuildLifecycleMatrix(lifecycles []discovery.ResourceLifecycle, releases []discovery.Release) *LifecycleMatrix {
	m := &LifecycleMatrix{APIVersion: APIVersion, Kind: KindMatrix, Releases: releases}
	for l := range slice.Each(lifecycles) {
		cells := slice.Map(releases, func(r discovery.Release) Cell {
			if !l.In(r) {
				return CellAbsent
			}
			return cellFor(l.ServedByDefaultIn(r), l.DeprecatedIn(r))
		})
		if slices.ContainsFunc(cells, func(c Cell) bool { return c != CellAbsent }) {
			m.Rows = append(m.Rows, LifecycleRow{Group: l.Group, Version: l.Version, Resource: l.Resource, Kind: l.Kind, Cells: cells})
		}
	}
	return m
}

func cellFor(byDefault, isDeprecated bool) Cell {
	switch {
	case byDefault && isDeprecated:
		return CellDeprecated
	case byDefault:
		return CellServed
	case isDeprecated:
		return CellDisabledDeprecated
	default:
		return CellDisabled
	}
}

// cellForm is how a cell is shown: its mark in a table of text, and in HTML its class, its sign and
// its text.
type cellForm struct {
	mark, class, sign string
	key               language.Key
}

func (c Cell) form() cellForm {
	form, known := map[Cell]cellForm{
		CellServed:             {"x", "served", "●", "cell-served"},
		CellDeprecated:         {"xd", "aged", "◐", "cell-deprecated"},
		CellDisabled:           {"o", "off", "○", "cell-disabled"},
		CellDisabledDeprecated: {"od", "off aged", "◌", "cell-disabled-deprecated"},
		CellAbsent:             {".", "absent", "–", "cell-absent"},
	}[c]
	if !known {
		return cellForm{".", "open", "?", "cell-open"}
	}
	return form
}

// Mark is the cell in one or two characters.
func (c Cell) Mark() string { return c.form().mark }

// LifecycleLegend explains the marks.
const LifecycleLegend = "x served, o off by default, d deprecated, . not in the release"

func (r LifecycleRow) name() string {
	return discovery.GroupVersion{Group: r.Group, Version: r.Version}.String() + " " + r.Resource
}

func (m *LifecycleMatrix) markdown(w io.Writer, _ format.Options) error {
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
	b.WriteString("\n" + LifecycleLegend + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// The cells of CSV are texts.
func (m *LifecycleMatrix) csv(w io.Writer, _ format.Options) error {
	head := append([]string{"group", "version", "resource", "kind"}, slice.Map(m.Releases, discovery.Release.String)...)
	records := [][]string{head}
	for _, row := range m.Rows {
		record := []string{row.Group, row.Version, row.Resource, row.Kind}
		records = append(records, append(record, slice.Map(row.Cells, func(c Cell) string { return string(c) })...))
	}
	return escape.WriteCSV(w, records)
}

// KindMatrix is the kind of a matrix in JSON.
const KindMatrix = "Matrix"

// Writers are the formats of the matrix.
func (m *LifecycleMatrix) Writers() format.Writers {
	all := format.Writers{format.Text: m.text, format.Wide: m.text, format.Markdown: m.markdown, format.CSV: m.csv}
	all.Values(m)
	return all
}

// ReadLifecycleMatrix reads a matrix in JSON.
func ReadLifecycleMatrix(text []byte) (*LifecycleMatrix, error) {
	m := &LifecycleMatrix{}
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

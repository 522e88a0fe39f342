package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/escape"
)

// htmlMatrix shows how each side, and each release between them, serves the versions of the
// resources in the report.
type htmlMatrix struct {
	Columns []string
	// Between is set if there are releases between the sides.
	Between bool
	Rows    []htmlMatrixRow
	Legend  []htmlCell
}

type htmlMatrixRow struct {
	Anchor, Facets             string
	APIVersion, Kind, Resource string
	Cells                      []htmlCell
	group, version             string
	states                     []Cell
}

// htmlCell is a cell as a sign and as text.
type htmlCell struct{ Class, Mark, Text string }

// cellOpen is the cell of a release that nothing is known about.
const cellOpen Cell = "not known"

// manyReleases is the most columns for releases between the sides.
const manyReleases = 40

// matrix returns nil if no version was added, removed or deprecated.
func (h *htmlWriter) matrix() *htmlMatrix {
	between := h.r.releasesBetween()
	m := &htmlMatrix{Columns: []string{escape.Plain(h.r.Old.label())}, Between: len(between) > 0}
	for _, release := range between {
		m.Columns = append(m.Columns, release.String())
	}
	m.Columns = append(m.Columns, escape.Plain(h.r.New.label()))
	for i := range h.r.Changes {
		m.Rows = append(m.Rows, h.matrixRows(&h.r.Changes[i], between)...)
	}
	if len(m.Rows) == 0 {
		return nil
	}
	order.Stably(m.Rows, func(a, b htmlMatrixRow) int {
		return cmp.Or(strings.Compare(a.group, b.group), strings.Compare(a.Resource, b.Resource),
			discovery.CompareGroupVersion(discovery.GroupVersion{Version: a.version}, discovery.GroupVersion{Version: b.version}))
	})
	for _, c := range []Cell{CellServed, CellDeprecated, CellDisabled, CellDisabledDeprecated, CellAbsent, cellOpen} {
		if slices.ContainsFunc(m.Rows, func(row htmlMatrixRow) bool { return slices.Contains(row.states, c) }) {
			m.Legend = append(m.Legend, h.cell(c))
		}
	}
	return m
}

// releasesBetween returns the minor releases between two releases of the catalog.
func (r *Report) releasesBetween() (out []discovery.Release) {
	old, was := r.Old.release()
	new, is := r.New.release()
	if !was || !is || old.Major != new.Major || r.Old.Source != discovery.SourceCatalog || r.New.Source != discovery.SourceCatalog {
		return nil
	}
	for minor := old.Minor + 1; minor < new.Minor && len(out) < manyReleases; minor++ {
		out = append(out, discovery.Release{Major: old.Major, Minor: minor})
	}
	return out
}

// release is the release of a side, if its version contains one.
func (s Side) release() (discovery.Release, bool) {
	release, err := discovery.ParseRelease(s.Version)
	return release, err == nil && release.Known()
}

func (h *htmlWriter) matrixRows(c *Change, between []discovery.Release) (rows []htmlMatrixRow) {
	row := func(version string, before, after Cell, lifecycle *Change) {
		out := htmlMatrixRow{
			Facets: h.index.write(h.index.changes[c.Fingerprint]), APIVersion: escape.Plain(discovery.GroupVersion{Group: c.Group, Version: version}.String()),
			Kind: escape.Plain(c.Kind), Resource: escape.Plain(c.Resource), group: c.Group, version: version, states: []Cell{before},
		}
		if fingerprintPattern().MatchString(c.Fingerprint) {
			out.Anchor = c.Fingerprint
		}
		for _, release := range between {
			out.states = append(out.states, cellBetween(lifecycle, release))
		}
		out.states = append(out.states, after)
		for _, state := range out.states {
			out.Cells = append(out.Cells, h.cell(state))
		}
		rows = append(rows, out)
	}
	cell := func(isDeprecated bool) Cell { return cellFor(c.ServedByDefault, isDeprecated) }
	switch c.Rule {
	case rule.ResourceAdded:
		row(c.Version, CellAbsent, cell(h.r.New.deprecates(c)), c)
	case rule.ResourceRemoved:
		after := CellAbsent
		if c.Variant == rule.ByDefault {
			after = CellDisabled
		}
		row(c.Version, cell(h.r.Old.deprecates(c)), after, c)
	case rule.APIDeprecated:
		row(c.Version, cell(false), cell(true), c)
	case rule.APIUndeprecated:
		row(c.Version, cell(true), cell(false), nil)
	case rule.ResourceGraduated:
		row(c.Old, CellServed, CellAbsent, nil)
		row(c.New, CellAbsent, cell(false), c)
	}
	return rows
}

// deprecates reports whether an API is deprecated in the release of a side, if that is known.
func (s Side) deprecates(c *Change) bool {
	release, known := s.release()
	return known && c.Deprecated.AtOrBefore(release)
}

// cellBetween is how a release serves a version according to its planned lifecycle; cellOpen if
// that is unknown.
func cellBetween(c *Change, release discovery.Release) Cell {
	switch {
	case c == nil || !c.Introduced.Known() || c.Rule == rule.ResourceRemoved && !c.Removed.Known():
		return cellOpen
	case !c.Introduced.AtOrBefore(release) || c.Removed.AtOrBefore(release):
		return CellAbsent
	default:
		return cellFor(c.ServedByDefault, c.Deprecated.AtOrBefore(release))
	}
}

func (h *htmlWriter) cell(c Cell) htmlCell {
	form := c.form()
	return htmlCell{form.class, form.sign, h.w.Text(form.key)}
}

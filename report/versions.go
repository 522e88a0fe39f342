package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/page"
)

// versionRow is how each side, and each release between them, serves a version of a resource.
type versionRow struct {
	*Change
	version string
	cells   []Cell
}

// cellOpen is the cell of a release that nothing is known about.
const cellOpen Cell = "not known"

// manyReleases is the most columns for releases between the sides.
const manyReleases = 40

func (b *builder) versions(level int) {
	between := b.r.releasesBetween()
	wide, intro := len(between) > 0, b.w.Text("page-matrix-intro")
	columns := []page.Run{page.Text(b.w.Text("column-api")), page.Text(b.w.Text("column-resource")), page.Text(b.r.Old.label())}
	columns = append(append(columns, slice.Map(between, func(r discovery.Release) page.Run { return page.Text(r.String()) })...), page.Text(b.r.New.label()))
	class := "matrix"
	if wide {
		class, intro = "matrix wide", intro+" "+b.w.Text("page-matrix-between")
	}
	rows := b.r.versionRows(between)
	b.heading(level, "page-matrix", "matrix", 0)
	if len(rows) > 0 {
		b.add(page.Block{Kind: page.Soft, Line: page.Plain(intro)})
	}
	b.add(page.Block{Kind: page.Columns, Class: class, Text: b.w.Text("page-matrix"), Cells: page.Cells(columns...)})
	for _, row := range rows {
		kind := page.Run{Text: row.Kind}
		if b.screen.taken[row.Fingerprint] {
			kind.To = "#" + row.Fingerprint
		}
		cells := []page.Line{
			{{Set: page.AsRowHead}, page.Code(discovery.GroupVersion{Group: row.Group, Version: row.version}.String()), page.Text(" "), kind}, {page.Code(row.Resource)},
		}
		cells = append(cells, slice.Map(row.cells, func(c Cell) page.Line { return b.cell(c, wide) })...)
		b.add(page.Block{Kind: page.Row, Values: b.facets.write(b.facets.changes[row.Fingerprint]), Cells: cells})
	}
	if wide {
		b.legend(rows)
	}
}

// In a wide table, readers who see the sign do not see the text.
func (b *builder) cell(c Cell, wide bool) page.Line {
	form := c.form()
	sign, text := page.Run{Text: form.sign, Class: form.class, Set: page.AsSign}, page.Run{Text: " " + b.w.Text(form.key), Class: form.class}
	if wide {
		text.Set = page.AsUnseen
	}
	return page.Line{sign, text}
}

func (b *builder) legend(rows []versionRow) {
	var signs []page.Line
	for _, c := range []Cell{CellServed, CellDeprecated, CellDisabled, CellDisabledDeprecated, CellAbsent, cellOpen} {
		if slices.ContainsFunc(rows, func(row versionRow) bool { return slices.Contains(row.cells, c) }) {
			form := c.form()
			signs = append(signs, page.Line{{Text: form.sign, Class: form.class}, page.Text(" " + b.w.Text(form.key))})
		}
	}
	if len(signs) > 0 {
		b.add(page.Block{Kind: page.Soft, Line: page.Join(signs, " · ")})
	}
}

func (r *Report) versionRows(between []discovery.Release) (rows []versionRow) {
	for i := range r.Changes {
		rows = append(rows, r.rowsOf(&r.Changes[i], between)...)
	}
	order.Stably(rows, func(a, b versionRow) int {
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Resource, b.Resource),
			discovery.CompareGroupVersion(discovery.GroupVersion{Version: a.version}, discovery.GroupVersion{Version: b.version}))
	})
	return rows
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

func (s Side) release() (discovery.Release, bool) {
	release, err := discovery.ParseRelease(s.Version)
	return release, err == nil && release.Known()
}

func (r *Report) rowsOf(c *Change, between []discovery.Release) (rows []versionRow) {
	row := func(version string, before, after Cell, lifecycle *Change) {
		cells := slice.Map(between, func(release discovery.Release) Cell { return cellBetween(lifecycle, release) })
		rows = append(rows, versionRow{c, version, slices.Concat([]Cell{before}, cells, []Cell{after})})
	}
	cell := func(isDeprecated bool) Cell { return cellFor(c.ServedByDefault, isDeprecated) }
	switch c.Rule {
	case rule.ResourceAdded:
		row(c.Version, CellAbsent, cell(r.New.deprecates(c)), c)
	case rule.ResourceRemoved:
		after := CellAbsent
		if c.Variant == rule.ByDefault {
			after = CellDisabled
		}
		row(c.Version, cell(r.Old.deprecates(c)), after, c)
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

// cellBetween is how a release serves a version by its planned lifecycle; cellOpen if that is unknown.
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

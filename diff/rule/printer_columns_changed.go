package rule

import (
	"slices"
	"strings"
)

func printerColumnsChanged(r Resource) []Change {
	was, is, ok := r.custom()
	if !ok || len(was.PrinterColumns) == 0 || len(is.PrinterColumns) == 0 {
		return nil // the source does not show columns: a definition always has some
	}
	gone, came := missing(was.PrinterColumns, is.PrinterColumns), missing(is.PrinterColumns, was.PrinterColumns)
	if slices.Equal(was.PrinterColumns, is.PrinterColumns) {
		return nil
	}
	c := r.change(Info)
	if len(gone) == 0 && len(came) == 0 {
		columns := strings.Join(is.PrinterColumns, "; ")
		return []Change{c.between(strings.Join(was.PrinterColumns, "; "), columns).says("prints its columns in a different order: " + columns)}
	}
	return []Change{c.between(strings.Join(gone, "; "), strings.Join(came, "; ")).says("prints new columns: " + orNone(came) + "; gone: " + orNone(gone))}
}

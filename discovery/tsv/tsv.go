// Package tsv reads the tables of a data set: one row per line, with tabs between fields, and "-"
// for unknown fields. It must not know the tables.
package tsv

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Rows calls row with the fields of each line. All lines have the same number of fields. called
// names the table in errors: "feature gates".
func Rows(text, called string, fields int, row func(f []string) error) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, whole := strings.CutSuffix(line, "\n")
		f := strings.Split(line, "\t")
		err := errors.New("it does not end with a line break: the table is cut off")
		switch {
		case !whole:
		case len(f) != fields:
			err = fmt.Errorf("%q has %d columns, not %d", line, len(f), fields)
		default:
			err = row(f)
		}
		if err != nil {
			return fmt.Errorf("line %d of the table of %s: %w", n, called, err)
		}
	}
	return nil
}

// Below is [Rows] for a table whose first line is a header.
func Below(text, called, columns string, row func(f []string) error) error {
	head, _, _ := strings.Cut(text, "\n")
	if head != columns {
		return fmt.Errorf("the table of %s begins with %q, not with its columns", called, head)
	}
	first := true
	return Rows(text, called, strings.Count(columns, "\t")+1, func(f []string) error {
		if first {
			first = false
			return nil
		}
		return row(f)
	})
}

// Known returns the field; "" if it is unknown.
func Known(field string) string {
	if field == "-" {
		return ""
	}
	return field
}

// List splits a field at commas; nil if it is unknown.
func List(field string) []string {
	if Known(field) == "" {
		return nil
	}
	return strings.Split(field, ",")
}

// Releases parses fields that are releases. Each may be unknown.
func Releases(fields []string, into ...*discovery.Release) error {
	if len(fields) != len(into) {
		return fmt.Errorf("there are %d releases, not %d", len(fields), len(into))
	}
	for i, r := range into {
		if err := r.UnmarshalText([]byte(Known(fields[i]))); err != nil {
			return err
		}
	}
	return nil
}

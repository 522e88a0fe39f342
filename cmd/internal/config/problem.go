package config

import (
	"cmp"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// Problem is one mistake in a file. Line and Column begin at 1; 0 means not known.
type Problem struct {
	Line, Column int
	Text         string
}

// Error is the error of a file, with its problems in order.
type Error struct {
	// File is the path in messages.
	File     string
	Problems []Problem
}

// Error returns the first problem, and the number of the others.
func (e *Error) Error() string {
	first := e.Problems[0]
	text := place(e.File, first.Line, first.Column) + ": " + first.Text
	switch more := len(e.Problems) - 1; {
	case more == 1:
		text += " (and 1 more error)"
	case more > 1:
		text += fmt.Sprintf(" (and %d more errors)", more)
	}
	return text
}

// place returns file:line:column, as far as it is known.
func place(file string, line, column int) string {
	switch {
	case line == 0:
		return file
	case column == 0:
		return fmt.Sprintf("%s:%d", file, line)
	default:
		return fmt.Sprintf("%s:%d:%d", file, line, column)
	}
}

func at(n *yaml.Node, format string, args ...any) *Problem {
	return &Problem{Line: n.Line, Column: n.Column, Text: fmt.Sprintf(format, args...)}
}

// fault returns the error for the problems of a file, or nil without any.
func fault(file string, problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	order.Stably(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.Text, b.Text))
	})
	return &Error{File: file, Problems: problems}
}

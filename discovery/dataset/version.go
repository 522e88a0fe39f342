package dataset

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Version is the day on which a set was made, with a number if there are several of that day:
// "2026.11.23", "2026.11.23.2".
type Version string

// NewVersion returns the version of the nth set of a day, counted from 1.
func NewVersion(date string, n int) (Version, error) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return "", fmt.Errorf("%q is not a date like 2026-11-23", date)
	}
	v := strings.ReplaceAll(date, "-", ".")
	if n > 1 {
		v += "." + strconv.Itoa(n)
	}
	return Version(v), nil
}

// Compare orders versions by time.
func (v Version) Compare(other Version) int {
	return slices.CompareFunc(v.numbers(), other.numbers(), cmp.Compare[int])
}

func (v Version) numbers() (out []int) {
	for part := range strings.SplitSeq(string(v), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil // lower than all valid versions
		}
		out = append(out, n)
	}
	return out
}

func (v Version) valid() bool {
	n := v.numbers()
	return (len(n) == 3 || len(n) == 4) && !slices.ContainsFunc(n, func(n int) bool { return n <= 0 })
}

//go:embed built.tsv
var built string

// BuiltIn returns the header of the built-in set, without its files, and the checksum of their
// contents.
func BuiltIn() (h Header, sum string) {
	f := strings.Split(strings.TrimSpace(built), "\t")
	if len(f) != 3 {
		return Header{}, ""
	}
	return Header{Version: Version(f[0]), Date: f[1]}, f[2]
}

// FormatBuiltIn returns the content of built.tsv.
func FormatBuiltIn(h Header, sum string) []byte {
	return []byte(string(h.Version) + "\t" + h.Date + "\t" + sum + "\n")
}

package read

import (
	"cmp"
	"slices"
)

// Account is what became of the records of one file.
type Account struct {
	File string
	// Bytes were read of it, after unpacking.
	Bytes int64
	// Records are those of it: Checked + PassedOver + Unread.
	Records, Checked, PassedOver, Unread int
	// Lines are the first lines that could not be read.
	Lines []int
	// Failed is why the file, or the rest of it, could not be read; "" where it was.
	Failed string
}

// shownLines is how many lines that could not be read are named.
const shownLines = 5

func (a *Account) unread(line int) {
	if line <= 0 {
		return
	}
	i, found := slices.BinarySearch(a.Lines, line)
	if found || i >= shownLines {
		return
	}
	a.Lines = slices.Insert(a.Lines, i, line)
	a.Lines = a.Lines[:min(len(a.Lines), shownLines)]
}

// sorted are the accounts in the order of the names.
func sorted(accounts []*Account) []*Account {
	slices.SortStableFunc(accounts, func(a, b *Account) int { return cmp.Compare(a.File, b.File) })
	return accounts
}

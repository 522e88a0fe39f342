package read

import "slices"

// Account counts the records of one file by result.
type Account struct {
	File string
	// Bytes is how many bytes were read, after decompression.
	Bytes int64
	// Records is the number of all records: Checked + PassedOver + Unread.
	Records, Checked, PassedOver, Unread int
	// Lines are the numbers of the first lines that could not be read.
	Lines []int
	// Failed is why the file or its rest could not be read, or "" if it was read.
	Failed string
}

// shownLines is how many unreadable lines are listed.
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

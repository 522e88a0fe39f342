// Package envelope is what the JSON form of every report has in common: what it is,
// which program made it, what it was checked against, which sides it speaks of and what of
// them could not be read, and what fails the run.
//
// It owns the exit codes that reports lead to. It must not know what a report finds.
package envelope

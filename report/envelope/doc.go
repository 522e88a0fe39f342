// Package envelope is the common part of the JSON form of every report: its kind, the program and
// the data that made it, its sides and what could not be read of them, and its gate.
//
// It owns the exit codes of reports. It must not know what a report finds.
package envelope

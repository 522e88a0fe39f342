// Package cli is the command line: the cobra tree, a file a command, each an
// options struct and a run function; streams, colour and exit codes.
//
// It wires sources, comparison and reports together and must do none of their
// work itself.
package cli

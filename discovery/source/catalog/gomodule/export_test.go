package gomodule

// KnownDifferences is how much Complete adds or takes away.
var KnownDifferences = len(known)

// GoCommand runs a subcommand of go on the reader.
var GoCommand = goCommand

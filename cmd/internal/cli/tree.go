package cli

import (
	"io"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Commands is the tree of commands, for the generator of the manual: with the
// commands and flags that cobra adds, and with nothing to read or write.
func Commands() *cobra.Command {
	root := newRoot("kubedelta", Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard})
	root.InitDefaultCompletionCmd()
	addDefaultFlags(root)
	return root
}

func addDefaultFlags(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	for _, c := range cmd.Commands() {
		addDefaultFlags(c)
	}
}

// Status is an exit code and what it means.
type Status struct {
	Code    int
	Meaning string
}

// Statuses are the exit codes, the same for every command and format.
func Statuses() []Status {
	return []Status{
		{exitOK, "no findings at or above --fail-on"},
		{exitFailure, "the command failed"},
		{exitUsage, "the command line is wrong"},
		{exitFindings, "findings at or above --fail-on"},
		{exitIncomplete, "something could not be read, and no finding is at or above --fail-on"},
		{interruption{syscall.SIGINT}.code(), "ended by SIGINT"},
		{interruption{syscall.SIGTERM}.code(), "ended by SIGTERM"},
	}
}

// Package action is what the GitHub Action does beyond the command that it runs:
// the inputs of action.yml become the arguments of a command, and the report of the
// command becomes outputs, a summary, annotations and a comment.
//
// It owns the form of what GitHub reads, and that nothing of a report or an input
// gets to be a command there. It takes values and returns values; package cli, which
// runs the command, reads the environment and writes the files. Package comment
// below talks to GitHub.
package action

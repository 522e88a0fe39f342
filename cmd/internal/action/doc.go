// Package action is the part of the GitHub Action besides the command that it runs. It turns the
// inputs of action.yml into the arguments of a command, and the report of the command into outputs,
// a summary, annotations and a comment.
//
// It owns the format of what GitHub reads, and ensures that no text of a report or an input becomes
// a workflow command. It takes values and returns values. Package cli/action runs the command,
// reads the environment and writes the files. Package comment sends requests to GitHub.
package action

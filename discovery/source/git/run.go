package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// run runs git and returns its output.
func run(ctx context.Context, in io.Reader, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{ //nolint:gosec // the program is always git, and no revision begins with a dash
		"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "core.excludesFile=" + os.DevNull, "-c", "protocol.allow=never",
	}, args...)...)
	// git must not fetch the missing objects of a partial clone, and must not ask for input.
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var out, problems bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &out, &problems
	err := cmd.Run()
	switch {
	case err == nil:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git is required to read from a repository, but is not installed")
	case strings.Contains(problems.String(), "not a git repository"):
		return nil, errors.New("the current folder is not in a git repository; run kubedelta in the repository")
	}
	said := strings.TrimSpace(problems.String())
	if strings.Contains(said, "dubious ownership") { // the last line is the command for an exception
		return nil, fmt.Errorf("git does not read this repository, because another user owns it; to allow it, run %s", strings.TrimSpace(said[strings.LastIndexByte(said, '\n')+1:]))
	}
	first, _, _ := strings.Cut(said, "\n")
	return nil, &exitError{command: args[0], says: first}
}

// exitError is a failure of git with its first line of stderr.
type exitError struct{ command, says string }

func (e *exitError) Error() string { return fmt.Sprintf("git %s failed: %s", e.command, e.says) }

// failure returns meaning if git failed without a message, and err otherwise.
func failure(err, meaning error) error {
	if e, ok := errors.AsType[*exitError](err); ok && e.says == "" {
		return meaning
	}
	return err
}

// output returns the output of git without the line break.
func output(ctx context.Context, args ...string) (string, error) {
	out, err := run(ctx, nil, args...)
	return strings.TrimSpace(string(out)), err
}

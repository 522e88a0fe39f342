package action

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// The commands that the action runs.
const (
	Diff      = "diff"
	Scan      = "scan"
	Preflight = "preflight"
	Changelog = "changelog"
)

// Commands returns them.
func Commands() []string { return []string{Diff, Scan, Preflight, Changelog} }

// Inputs are the inputs of action.yml. Each is checked. An empty one was not given.
type Inputs struct {
	Command string
	// Old and New are the inputs old or from, and new or to. For scan, New can have several
	// targets, one on each line.
	Old, New   string
	Paths      []string
	SIGs       []string
	Contexts   []string
	Kubeconfig string
	FailOn     string
	Format     string
	// Args are more flags, one in each element.
	Args             []string
	WorkingDirectory string
	Summary          bool
	Annotations      bool
	Comment          bool
	CommentKey       string
	ReportOnly       bool
	// AllowConfig allows a configuration file that was found to make the check weaker.
	AllowConfig bool
	Token       string
	// named has the name that was used for an input with two names, for messages.
	named map[string]string
}

// Variable returns the environment variable in which action.yml passes an input.
func Variable(input string) string {
	return "INPUT_" + strings.ToUpper(strings.ReplaceAll(input, "-", "_"))
}

// ReadInputs reads the inputs from the environment. Errors name the input.
func ReadInputs(getenv func(string) string) (Inputs, error) {
	r := reader{getenv: getenv}
	in := Inputs{
		Command: r.line("command"), Paths: r.lines("paths"), SIGs: r.list("sig"), Contexts: r.lines("context"),
		Kubeconfig: strings.TrimSpace(getenv(Variable("kubeconfig"))), FailOn: r.line("fail-on"), Format: r.line("format"), Args: r.lines("args"),
		WorkingDirectory: r.line("working-directory"), Summary: r.truth("summary", true), Annotations: r.truth("annotations", true),
		Comment: r.truth("comment", false), CommentKey: r.line("comment-key"), ReportOnly: r.truth("report-only", false), AllowConfig: r.truth("allow-config", false), Token: r.line("token"),
		named: map[string]string{},
	}
	in.Old, in.named["old"] = r.either("old", "from", r.line)
	target := r.line
	if in.Command == Scan {
		target = func(input string) string { return strings.Join(r.lines(input), "\n") }
	}
	in.New, in.named["new"] = r.either("new", "to", target)
	if !slices.Contains(Commands(), in.Command) {
		r.fail("command", "unknown command %q; use one of %s", in.Command, strings.Join(Commands(), ", "))
	}
	return in, r.err
}

type reader struct {
	getenv func(string) string
	err    error
}

func (r *reader) fail(input, format string, args ...any) {
	if r.err == nil {
		r.err = inputError(input, format, args...)
	}
}

func inputError(input, format string, args ...any) error {
	return fmt.Errorf("the input %s: "+format, append([]any{input}, args...)...)
}

func (r *reader) line(input string) string {
	text := strings.TrimSpace(r.getenv(Variable(input)))
	if strings.ContainsFunc(text, unicode.IsControl) {
		r.fail(input, "it must be one line without control characters")
		return ""
	}
	return text
}

// lines reads an input of several lines, without the empty ones.
func (r *reader) lines(input string) (list []string) {
	for line := range strings.Lines(r.getenv(Variable(input))) {
		line = strings.TrimSpace(line)
		if strings.ContainsFunc(line, unicode.IsControl) {
			r.fail(input, "a line has control characters")
			return nil
		}
		if line != "" {
			list = append(list, line)
		}
	}
	return list
}

// list reads an input with several words, separated by commas or newlines.
func (r *reader) list(input string) (list []string) {
	for _, line := range r.lines(input) {
		for word := range strings.SplitSeq(line, ",") {
			if word = strings.TrimSpace(word); word != "" {
				list = append(list, word)
			}
		}
	}
	return list
}

func (r *reader) truth(input string, otherwise bool) bool {
	switch strings.ToLower(r.line(input)) {
	case "":
		return otherwise
	case "true":
		return true
	case "false":
		return false
	default:
		r.fail(input, "it must be true or false, not %q", r.line(input))
		return otherwise
	}
}

func (r *reader) either(one, other string, read func(input string) string) (value, name string) {
	a, b := read(one), read(other)
	switch {
	case a != "" && b != "" && a != b:
		r.fail(one, "%s has the same meaning but a different value: use only one of them", other)
		return "", one
	case a == "" && b != "":
		return b, other
	default:
		return a, one
	}
}

// Key identifies the comment of one use of the action: a hash of the command and its inputs, or of
// the key that the workflow sets.
func (in *Inputs) Key() string {
	parts := []string{in.Command, "key", in.CommentKey}
	if in.CommentKey == "" {
		parts = []string{in.Command, in.WorkingDirectory, in.Old, in.New}
		for _, list := range [][]string{in.Paths, in.SIGs, in.Contexts, in.Args} {
			parts = append(parts, strings.Join(list, "\x00"))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x01")))
	return hex.EncodeToString(sum[:6])
}

package action

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Flags reports whether the command has a flag, and whether the flag needs a value.
type Flags func(name string) (takesValue, known bool)

// Arguments returns the arguments of the command, without the outputs. Inputs are values of flags,
// or come after "--", so that none can be read as a flag. Only the input args has flags, which are
// checked.
func Arguments(in Inputs, flags Flags) ([]string, error) {
	if err := cmp.Or(in.fits(), in.checkArgs(flags)); err != nil {
		return nil, err
	}
	args := []string{in.Command}
	add := func(flag, value string) {
		if value != "" {
			args = append(args, "--"+flag+"="+value)
		}
	}
	for _, sig := range in.SIGs {
		add("sig", sig)
	}
	add("fail-on", in.FailOn)
	for _, context := range in.Contexts {
		add("context", context)
	}
	add("kubeconfig", in.Kubeconfig)
	if in.Command == Scan || in.Command == Preflight {
		add("from", in.Old)
		for _, target := range in.Targets() {
			add("to", target)
		}
	}
	args = append(args, in.Args...)
	switch in.Command {
	case Diff:
		return append(args, "--", in.Old, in.New), nil
	case Scan:
		return append(append(args, "--"), in.paths()...), nil
	case Changelog:
		args = append(args, "--")
		if in.Old != "" {
			args = append(args, in.Old)
		}
		return append(args, in.New), nil
	default:
		return args, nil
	}
}

// Targets returns the targets of New.
func (in *Inputs) Targets() []string { return strings.Split(in.New, "\n") }

// paths returns what a scan reads: the working directory by default.
func (in *Inputs) paths() []string {
	if len(in.Paths) == 0 {
		return []string{"."}
	}
	return in.Paths
}

// fits returns an error for an input that the command does not use, or that is missing.
func (in *Inputs) fits() error {
	for _, x := range []struct {
		input    string
		given    bool
		commands []string
		instead  string
	}{
		{in.named["old"], in.Old != "", []string{Diff, Scan, Changelog}, "the old side is the version of the cluster"},
		{"paths", len(in.Paths) > 0, []string{Scan}, "only scan reads files; for diff, use --uses=PATH in args"},
		{"sig", len(in.SIGs) > 0, []string{Diff, Changelog}, "only release notes have SIGs"},
		{"fail-on", in.FailOn != "", []string{Diff, Scan, Preflight}, "changelog has no gate"},
		{"context", len(in.Contexts) > 0, []string{Preflight}, "use context:NAME for a cluster"},
		{"kubeconfig", in.Kubeconfig != "", []string{Diff, Scan, Preflight}, "changelog does not read a cluster"},
	} {
		if x.given && !slices.Contains(x.commands, in.Command) {
			return inputError(x.input, "it cannot be used with %s; %s", in.Command, x.instead)
		}
	}
	if err := discovery.LostZero(in.Old); err != nil {
		return inputError(in.named["old"], "%w", err)
	}
	for _, target := range in.Targets() {
		if err := discovery.LostZero(target); err != nil {
			return inputError(in.named["new"], "%w", err)
		}
	}
	switch {
	case in.Command == Diff && in.Old == "":
		return inputError("old", "it is missing; diff needs the old side, such as 1.33 or context:NAME")
	case in.New == "" && in.Command != Scan:
		return inputError(in.named["new"], "it is missing; %s needs a version such as 1.34", in.Command)
	case slices.Contains(in.Paths, "-"):
		return inputError("paths", "- is standard input, which is not available in an action")
	}
	return nil
}

// checkArgs accepts flags of the command that have no input of their own and do not change what the
// action reads afterwards.
func (in *Inputs) checkArgs(flags Flags) error {
	for _, line := range in.Args {
		name, _, valued := strings.Cut(strings.TrimPrefix(line, "--"), "=")
		if !strings.HasPrefix(line, "--") || name == "" {
			return inputError("args", "%q is not a flag: write one flag on each line, with its long name and value, as --flag=value", line)
		}
		takesValue, known := flags(name)
		switch {
		case !known && strings.ContainsAny(name, " \t"):
			return inputError("args", "%q: write a flag and its value as --flag=value, and each flag on a line of its own", line)
		case !known:
			return inputError("args", "%s has no flag --%s", in.Command, name)
		case taken(name) != "":
			return inputError("args", "--%s: %s", name, taken(name))
		case takesValue && !valued:
			return inputError("args", "--%s needs a value: --%s=…", name, name)
		}
	}
	return nil
}

// taken returns why a flag is not allowed in args, or "".
func taken(flag string) string {
	switch flag {
	case "fail-on", "sig", "to", "from", "context", "kubeconfig":
		return "use the input " + flag
	case "output", "output-file":
		return "use the input format; the outputs report-path and json-path name the files"
	case "help", "version", "color", "quiet", "stats", "print-rbac":
		return "it does not affect the report; run kubedelta in a step of your own"
	default:
		return ""
	}
}

package check

import (
	"maps"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// argument is a flag of a command line, without its dashes.
type argument struct{ name, value string }

type arguments []argument

// parseArguments reads a command line: "--a=b", "--a b", "-a=b", "--a". What
// follows a flag and does not begin with a dash is its value.
func parseArguments(args []string) (out arguments) {
	for i := 0; i < len(args); i++ {
		a, dashed := strings.CutPrefix(strings.TrimSpace(args[i]), "-")
		if !dashed {
			continue
		}
		a = strings.TrimPrefix(a, "-")
		name, value, has := strings.Cut(a, "=")
		if !has && i+1 < len(args) && !strings.HasPrefix(strings.TrimSpace(args[i+1]), "-") {
			i++
			value = strings.TrimSpace(args[i])
		}
		if name == "" {
			if a == "" && !has {
				break // "--" ends the flags
			}
			continue
		}
		// The flags of Kubernetes take underscores for dashes (component-base
		// cli/flag WordSepNormalizeFunc).
		out = append(out, argument{strings.ReplaceAll(name, "_", "-"), value})
	}
	return out
}

// last is the value that counts where a flag is repeated.
func (a arguments) last(name string) (string, bool) {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i].name == name {
			return a[i].value, true
		}
	}
	return "", false
}

// gates are the feature gates that the command line sets; lists of a repeated flag
// add up.
func (a arguments) gates() map[string]bool {
	out := map[string]bool{}
	for _, arg := range a {
		if arg.name != "feature-gates" {
			continue
		}
		maps.Insert(out, gate.Pairs(arg.value))
	}
	return out
}

// names lists the flags, each once, in order.
func (a arguments) names() []string {
	return slice.Unique(slice.Map(a, func(one argument) string { return one.name }))
}

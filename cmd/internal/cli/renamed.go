package cli

import (
	"fmt"

	"github.com/spf13/pflag"
)

// renamedTo is the annotation of a flag that has another name now.
const renamedTo = "kubedelta_renamed_to"

// renamed adds the old name of a flag, with the old shorthand if it had one. It is taken
// as before, and hidden.
func renamed(flags *pflag.FlagSet, old, shorthand, name string) {
	f := *flags.Lookup(name)
	f.Name, f.Shorthand, f.Hidden = old, shorthand, true
	f.Usage = fmt.Sprintf("old name of --%s: %s", name, f.Usage)
	f.Annotations = map[string][]string{renamedTo: {name}}
	flags.AddFlag(&f)
}

// newName is the name that a flag has now; empty if it is not a renamed one.
func newName(f *pflag.Flag) string {
	if names := f.Annotations[renamedTo]; len(names) > 0 {
		return names[0]
	}
	return ""
}

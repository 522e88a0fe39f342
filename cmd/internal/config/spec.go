package config

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Type is the type of a flag, as pflag names it.
type Type string

// The types. The text of a list is split at commas, as on the command line. The text of an array is
// one value.
const (
	Text     Type = "string"
	Bool     Type = "bool"
	Int      Type = "int"
	Duration Type = "duration"
	List     Type = "stringSlice"
	Array    Type = "stringArray"
)

// Means is what the value of a flag names. Paths are resolved from the folder of the file.
type Means int

// The meanings.
const (
	Words         Means = iota // text
	Path                       // a file or folder
	Source                     // a reference to a source, which may be a path
	PathOrContext              // a path, or context:NAME
	FormatAndPath              // format, or format=path
	Glob                       // a pattern for paths
)

// Flag is a flag that can be configured. Its name is the key.
type Flag struct {
	Name    string
	Type    Type
	Means   Means
	Usage   string
	Default []string
	Hidden  bool
	// RenamedTo is the new name of the flag, if this is an old one.
	RenamedTo string
	// Guard is why a found file may not set it; empty if it may.
	Guard string
	// Loosens is how the flag can make a check weaker, for a warning if a found file sets it; empty
	// if it cannot. Weaker are the values that do; empty means all values but the default.
	Loosens string
	Weaker  []string
	// Examples are values for editors to offer. Other values are accepted here, and checked by the
	// command.
	Examples []string
	// Argument marks the list of the command's arguments, which is not a flag. It is Apart.
	Argument bool
	// Apart marks a flag that has a different meaning in this command, so that a setting for all
	// commands does not apply to it.
	Apart bool
	// Instead are general environment variables for the same, such as NO_COLOR. If one is set, the
	// value in the file does not apply.
	Instead []string
	// Secret marks a flag whose value can be a secret. It is not printed.
	Secret bool
}

// Command is a command that can be configured. Its name is that of its section.
type Command struct {
	Name string
	// Flags are the flags, and the list of the command's arguments if there is one.
	Flags   []Flag
	Clashes []Clash
	Needs   []Need
}

// Clash is a pair of flags of which only one can apply. A can be an argument, with its name in the
// usage of the command.
type Clash struct {
	A, B string
	// When limits the clash to some values. If nil, the flags clash whenever both have an effect.
	When func(a, b []string) bool
	// Move is the flag that keeps the value of B, if A excludes it for one of two sides only.
	Move string
}

// Need is a flag that has no effect without another one.
type Need struct{ Flag, With string }

// Spec is everything that can be configured.
type Spec struct{ Commands []Command }

// Command returns the command with a name.
func (s Spec) Command(name string) (c Command, ok bool) {
	if found := slice.Find(s.Commands, func(c *Command) bool { return c.Name == name }); found != nil {
		return *found, true
	}
	return c, false
}

// Flag returns the flag with a name, or the list of arguments.
func (c Command) Flag(name string) (f Flag, ok bool) {
	if found := slice.Find(c.Flags, func(f *Flag) bool { return f.Name == name }); found != nil {
		return *found, true
	}
	return f, false
}

// AllFlags returns the flags of the command and the list of its arguments, by name.
func (c Command) AllFlags() []Flag {
	return slices.SortedFunc(slices.Values(c.Flags), func(a, b Flag) int { return strings.Compare(a.Name, b.Name) })
}

// General returns a flag for all commands. If commands differ, it is the one with the most specific
// meaning.
func (s Spec) General(name string) (flag Flag, ok bool) {
	for _, c := range s.Commands {
		for _, f := range c.Flags {
			if f.Name == name && !f.Apart && (!ok || flag.Hidden && !f.Hidden || f.Means > flag.Means) {
				flag, ok = f, true
			}
		}
	}
	return flag, ok
}

// GeneralKeys returns the flags that can be set for all commands.
func (s Spec) GeneralKeys() (names []string) {
	for _, c := range s.Commands {
		for _, f := range c.Flags {
			if !f.Apart {
				names = append(names, f.Name)
			}
		}
	}
	return slice.Unique(names)
}

func (s Spec) with(name string) (commands []string) {
	for _, c := range s.Commands {
		if _, ok := c.Flag(name); ok {
			commands = append(commands, c.Name)
		}
	}
	return commands
}

// Wants describes the values that a flag accepts, for the middle of "… takes …, not …".
func (f Flag) Wants() string {
	list := f.Type == List || f.Type == Array
	switch {
	case f.Means == Path && list:
		return "a path or a list of paths"
	case f.Means == Path:
		return "a path"
	case f.Type == Bool:
		return "true or false"
	case f.Type == Int:
		return "a whole number"
	case f.Type == Duration:
		return "a time above 0 with a unit, such as 30s or 2m"
	case list:
		return "a string or a list of strings"
	default:
		return "a string"
	}
}

// Variable returns the environment variable of a flag of a command, or of all commands if command
// is empty.
func Variable(command, flag string) string {
	name := flag
	if command != "" {
		name = command + "-" + flag
	}
	return Prefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// Prefix is the prefix of the environment variables.
const Prefix = "KUBEDELTA_"

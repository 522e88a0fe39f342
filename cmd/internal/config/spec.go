package config

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Type is what values a flag takes.
type Type int

// The types. A list's single text is parted at its commas, as on the command
// line; an array's is one value.
const (
	Text Type = iota
	Bool
	Int
	Duration
	List
	Array
)

// Means is what the value of a flag names, where that matters: a path is taken
// from the file's folder.
type Means int

// The meanings.
const (
	Words         Means = iota // nothing but itself
	Path                       // a file or folder
	Source                     // a reference to a source, which may be a path
	PathOrContext              // a path, or context:NAME
	FormatAndPath              // format, or format=path
)

// Flag is a flag that can be configured. Its name is its key.
type Flag struct {
	Name    string
	Type    Type
	Means   Means
	Usage   string
	Default []string
	Hidden  bool
	// RenamedTo is the flag's name today, where this is an old one.
	RenamedTo string
	// Guard is why a file that was found may not set it; empty if it may.
	Guard string
	// Loosens is what it can take from an answer, for which a file that was found is
	// told of; empty if it takes nothing. Weaker are the values that do, where not all
	// but the default do.
	Loosens string
	Weaker  []string
	// Examples are values for an editor to offer. Others are no mistake: the
	// command checks them.
	Examples []string
	// Argument: it is no flag, but the list that stands for the arguments.
	Argument bool
	// Apart: the command means something of its own by the name, so that a
	// setting for all commands is none for it.
	Apart bool
	// Instead are environment variables that say the same and are no KUBEDELTA_
	// ones: NO_COLOR. Where one is set, the file's value does not hold.
	Instead []string
	// Secret: the value may hold one, and is not shown.
	Secret bool
}

// Command is a command that can be configured. Its name is its section.
type Command struct {
	Name  string
	Flags []Flag
	// Arguments is the list that stands for the command's arguments; without a
	// name there is none.
	Arguments Flag
	Clashes   []Clash
	Needs     []Need
}

// Clash is two flags of which only one can hold. A may be an argument, by the
// name that the command's usage has for it.
type Clash struct {
	A, B string
	// When narrows the clash to some values. Without it the two clash where both
	// say something.
	When func(a, b []string) bool
	// Move is the flag that keeps the value of B, where A takes it from one of two
	// sides only.
	Move string
}

// Need is a flag that says nothing without another one.
type Need struct{ Flag, With string }

// Spec is all that can be configured.
type Spec struct{ Commands []Command }

// Command finds a command.
func (s Spec) Command(name string) (Command, bool) {
	i := slices.IndexFunc(s.Commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return Command{}, false
	}
	return s.Commands[i], true
}

// Flag finds a flag, or the list that stands for the arguments.
func (c Command) Flag(name string) (Flag, bool) {
	if name != "" && name == c.Arguments.Name {
		return c.Arguments, true
	}
	i := slices.IndexFunc(c.Flags, func(f Flag) bool { return f.Name == name })
	if i < 0 {
		return Flag{}, false
	}
	return c.Flags[i], true
}

// keys are the names that may stand in the command's section.
func (c Command) keys() (names []string) {
	names = slice.Map(c.Flags, func(f Flag) string { return f.Name })
	if c.Arguments.Name != "" {
		names = append(names, c.Arguments.Name)
	}
	slices.Sort(names)
	return names
}

// AllFlags are the command's flags, and the list of its arguments, by name.
func (c Command) AllFlags() (list []Flag) {
	for _, name := range c.keys() {
		f, _ := c.Flag(name)
		list = append(list, f)
	}
	return list
}

// General is a flag as it may stand for all commands: as the command takes it
// that makes most of it.
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

// GeneralKeys are the flags that may stand for all commands.
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

// with are the commands that have a flag.
func (s Spec) with(name string) (commands []string) {
	for _, c := range s.Commands {
		if _, ok := c.Flag(name); ok {
			commands = append(commands, c.Name)
		}
	}
	return commands
}

// Wants is what the flag takes, for people.
func (f Flag) Wants() string {
	switch {
	case f.Means == Path && f.Type == Text:
		return "a path"
	case f.Means == Path:
		return "a path or a list of paths"
	default:
		return f.Type.wants()
	}
}

// Variable is the environment variable of a flag: for all commands that have it,
// or, with a command, for that one.
func Variable(command, flag string) string {
	name := flag
	if command != "" {
		name = command + "-" + flag
	}
	return Prefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// Prefix is how the names of the environment variables begin.
const Prefix = "KUBEDELTA_"

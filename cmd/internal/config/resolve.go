package config

import "slices"

// Level is how strong a setting is: the strongest holds.
type Level int

// The levels, weakest first.
const (
	LevelDefault Level = iota
	LevelFile
	LevelFileCommand
	LevelEnvironment
	LevelEnvironmentCommand
	LevelFlag
)

// Origin is where a value comes from.
type Origin struct {
	Level Level
	// Place is file:line:column, the variable's name, or --flag.
	Place string
}

// String tells the origin to people.
func (o Origin) String() string {
	if o.Level == LevelDefault {
		return "default"
	}
	return o.Place
}

// Dropped is a setting that does not hold, and what it gives way to.
type Dropped struct {
	Setting Setting
	// For is the flag, variable or key that holds in its place.
	For string
}

// Resolved are the settings of one run of a command.
type Resolved struct {
	// Settings are those that hold, by flag; what is at its default is not there.
	Settings map[string]Setting
	// Dropped are those that were set and do not hold, because a stronger one
	// excludes them.
	Dropped map[string]Dropped
	// Renamed are the settings by an old name of a flag.
	Renamed []Renamed
}

// Renamed is a setting by an old name of a flag.
type Renamed struct {
	Old, New string
	From     Origin
}

// Resolve finds what holds for a command: given, the flags and arguments of the
// command line, over the environment, over the file, over the defaults. A setting that a
// stronger one excludes is dropped. Of two that are equally strong none is: the
// command refuses them, as it does on the command line.
func Resolve(c Command, given map[string][]string, e Environment, file *File) (Resolved, error) {
	r := Resolved{Settings: map[string]Setting{}, Dropped: map[string]Dropped{}}
	general, own, err := e.settings(c)
	if err != nil {
		return r, err
	}
	layers := []map[string]Setting{}
	if file != nil {
		layers = append(layers, file.General[c.Name], file.Commands[c.Name])
	}
	layers = append(layers, general, own)
	for _, name := range c.keys() {
		f, _ := c.Flag(name)
		for _, layer := range layers {
			if s, ok := layer[name]; ok {
				r.Settings[name] = s
			}
		}
		if texts, ok := given[name]; ok {
			r.Settings[name] = Setting{Values: texts, From: Origin{Level: LevelFlag, Place: "--" + name}}
		}
		r.instead(f, e)
	}
	for _, f := range c.Flags {
		r.rename(f)
	}
	for _, clash := range c.Clashes {
		r.settle(clash, given)
	}
	for _, need := range c.Needs {
		s, ok := r.Settings[need.Flag]
		if ok && s.From.Level != LevelFlag && s.says() && !r.Settings[need.With].says() {
			r.drop(need.Flag, "no --"+need.With)
		}
	}
	return r, nil
}

// rename makes a setting by an old name one by the new name. Of two that are equally
// strong the old one holds: a new name can be that of more commands.
func (r *Resolved) rename(f Flag) {
	s, ok := r.Settings[f.Name]
	if !ok || f.RenamedTo == "" {
		return
	}
	r.Renamed = append(r.Renamed, Renamed{f.Name, f.RenamedTo, s.From})
	if now := r.Settings[f.RenamedTo]; now.From.Level > s.From.Level {
		r.drop(f.Name, now.From.String())
		return
	}
	delete(r.Settings, f.Name)
	r.Settings[f.RenamedTo] = s
}

// instead drops what the file says where a variable of the environment at large
// says it: NO_COLOR is over the file as KUBEDELTA_COLOR is.
func (r Resolved) instead(f Flag, e Environment) {
	s, ok := r.Settings[f.Name]
	if !ok || s.From.Level > LevelFileCommand {
		return
	}
	if i := slices.IndexFunc(f.Instead, func(name string) bool { return e[name] != "" }); i >= 0 {
		r.drop(f.Name, f.Instead[i])
	}
}

// settle drops the weaker of two that exclude each other.
func (r Resolved) settle(c Clash, given map[string][]string) {
	a, set := r.Settings[c.A]
	if argument, ok := given[c.A]; ok && !set {
		a = Setting{Values: argument, From: Origin{Level: LevelFlag, Place: c.A}}
	}
	b := r.Settings[c.B]
	if !a.says() || !b.says() || c.When != nil && !c.When(a.Values, b.Values) {
		return
	}
	switch {
	case a.From.Level > b.From.Level:
		if !r.Settings[c.Move].says() && c.Move != "" {
			r.Settings[c.Move] = b
		}
		r.drop(c.B, a.From.String())
	case b.From.Level > a.From.Level:
		r.drop(c.A, b.From.String())
	}
}

func (r Resolved) drop(name, why string) {
	r.Dropped[name] = Dropped{Setting: r.Settings[name], For: why}
	delete(r.Settings, name)
}

// says tells whether a setting turns anything on: false and empty do not.
func (s Setting) says() bool {
	return slices.ContainsFunc(s.Values, func(v string) bool { return v != "" && v != "false" })
}

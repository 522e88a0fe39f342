package config

import (
	"maps"
	"slices"
)

// Level is the precedence of a setting. The highest one applies.
type Level int

// The levels, lowest first.
const (
	LevelDefault Level = iota
	LevelFile
	LevelFileCommand
	LevelEnvironment
	LevelEnvironmentCommand
	LevelFlag
)

// Origin is where a value was set.
type Origin struct {
	Level Level
	// Place is file:line:column, the name of the variable, or --flag.
	Place string
}

// String returns the origin for messages.
func (o Origin) String() string {
	if o.Level == LevelDefault {
		return "default"
	}
	return o.Place
}

// Dropped is a setting that does not apply because of another one.
type Dropped struct {
	Setting Setting
	// For is the flag, variable or key that applies instead.
	For string
}

// Resolved are the settings of one run of a command.
type Resolved struct {
	// Settings are the settings that apply, by flag. Flags with their default are not in it.
	Settings map[string]Setting
	// Dropped are settings that do not apply, because a setting with a higher level excludes them.
	Dropped map[string]Dropped
	// Renamed are the settings that used an old name of a flag.
	Renamed []Renamed
}

// Renamed is a setting that used an old name of a flag.
type Renamed struct {
	Old, New string
	From     Origin
}

// Resolve returns the settings of a command. Flags and arguments of the command line, which are
// given, take precedence over the environment, the file and the defaults, in this order. A setting
// is dropped if one with a higher level excludes it. If both have the same level, the command
// reports the error.
func Resolve(c Command, given map[string][]string, e Environment, file *File) (Resolved, error) {
	r := Resolved{Settings: map[string]Setting{}, Dropped: map[string]Dropped{}}
	if file != nil {
		maps.Copy(r.Settings, file.General[c.Name])
		maps.Copy(r.Settings, file.Commands[c.Name])
	}
	if err := e.read(c, r.Settings); err != nil {
		return r, err
	}
	for _, f := range c.Flags {
		if texts, ok := given[f.Name]; ok {
			r.Settings[f.Name] = Setting{Values: texts, From: Origin{Level: LevelFlag, Place: "--" + f.Name}}
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

// rename moves a setting from an old name of a flag to the new name. If both are set on the same
// level, the old name applies, because the new name can be one for all commands.
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

// instead drops a setting of the file if a general environment variable sets the same: NO_COLOR
// takes precedence over the file, as KUBEDELTA_COLOR does.
func (r Resolved) instead(f Flag, e Environment) {
	s, ok := r.Settings[f.Name]
	if !ok || s.From.Level > LevelFileCommand {
		return
	}
	if i := slices.IndexFunc(f.Instead, func(name string) bool { return e[name] != "" }); i >= 0 {
		r.drop(f.Name, f.Instead[i])
	}
}

// settle drops one of two settings that exclude each other: the one with the lower level.
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

// says reports whether a setting has an effect. false and empty values have none.
func (s Setting) says() bool {
	return slices.ContainsFunc(s.Values, func(v string) bool { return v != "" && v != "false" })
}

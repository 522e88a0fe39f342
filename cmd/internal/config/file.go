package config

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Version is the version of the file format.
const Version = 1

// File is a configuration file.
type File struct {
	Place Place
	// General are the settings for all commands, as each command reads them. Commands are the
	// settings in the section of a command. Both are by command.
	General, Commands map[string]map[string]Setting
}

// reader reads the nodes of one file, and collects the problems.
type reader struct {
	place    Place
	spec     Spec
	problems []Problem
}

func (r *reader) report(p *Problem) bool {
	if p != nil {
		r.problems = append(r.problems, *p)
	}
	return p != nil
}

// Read reads the text of a file. It looks at the file system only to resolve paths.
func Read(where Place, data []byte, spec Spec) (*File, error) {
	root, p := document(data)
	if p == nil {
		p = version(root)
	}
	if p != nil {
		return nil, fault(where.Shown, []Problem{*p})
	}
	r := &reader{place: where, spec: spec}
	f := &File{Place: where, General: map[string]map[string]Setting{}, Commands: map[string]map[string]Setting{}}
	for _, c := range spec.Commands {
		f.General[c.Name] = map[string]Setting{}
	}
	r.each(root, func(key string, k, v *yaml.Node) {
		command, isCommand := spec.Command(key)
		switch _, isFlag := spec.General(key); {
		case key == "version":
		case isCommand:
			f.Commands[key] = r.section(command, v)
		case isFlag:
			r.general(f.General, key, k, v)
		default:
			commands := slice.Map(spec.Commands, func(c Command) string { return c.Name })
			r.report(r.unknown(k, key, "", append(slices.Concat(commands, spec.GeneralKeys()), "version")))
		}
	})
	if err := fault(where.Shown, r.problems); err != nil {
		return nil, err
	}
	return f, nil
}

// version checks the version of the format before anything else, because the meaning of a newer
// format is not known.
func version(root *yaml.Node) *Problem {
	for i := 0; i+1 < len(root.Content); i += 2 {
		k, v := root.Content[i], root.Content[i+1]
		if k.Value != "version" || k.Kind != yaml.ScalarNode {
			continue
		}
		n, err := strconv.Atoi(v.Value)
		switch {
		case v.Kind != yaml.ScalarNode || v.ShortTag() != "!!int" || err != nil || v.Style&yaml.TaggedStyle != 0:
			return at(v, "version must be the number %d, without quotes, not %s", Version, describe(v))
		case n > Version:
			return at(v, "the file has version %d, but this version of kubedelta reads version %d: install a newer kubedelta", n, Version)
		case n < Version:
			return at(v, "version %d does not exist: write version: %d", n, Version)
		}
		return nil
	}
	return at(root, "the version is missing: begin the file with version: %d", Version)
}

// each calls a function for every key of a mapping, and reports invalid keys.
func (r *reader) each(mapping *yaml.Node, call func(key string, k, v *yaml.Node)) {
	first := map[string]int{}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		k, v := mapping.Content[i], mapping.Content[i+1]
		if r.report(plain(k)) {
			continue
		}
		if k.Kind != yaml.ScalarNode {
			r.report(at(k, "a key must be the name of a command or flag, not %s", describe(k)))
			continue
		}
		if k.ShortTag() == "!!merge" {
			r.report(at(k, "merge keys (<<) are not supported: write the keys out"))
			continue
		}
		if line, again := first[k.Value]; again {
			r.report(at(k, "the key %s is repeated; the first is on line %d", quote(k.Value), line))
			continue
		}
		first[k.Value] = k.Line
		call(k.Value, k, v)
	}
}

// section reads the section of a command. A section that contains only comments is empty, not
// invalid.
func (r *reader) section(c Command, n *yaml.Node) map[string]Setting {
	settings := map[string]Setting{}
	if r.report(plain(n)) || n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		return settings
	}
	if n.Kind != yaml.MappingNode {
		r.report(at(n, "%s is a command: its value must be a map of its flags, as in {fail-on: breaking}, not %s", c.Name, describe(n)))
		return settings
	}
	r.each(n, func(key string, k, v *yaml.Node) {
		flag, ok := c.Flag(key)
		if !ok {
			r.report(r.unknown(k, key, c.Name, slice.Map(c.AllFlags(), func(f Flag) string { return f.Name })))
			return
		}
		r.set(settings, flag, LevelFileCommand, k, v)
	})
	return settings
}

// general reads a value for each command that has the flag. The flag can be a path in one command
// and a word in another.
func (r *reader) general(settings map[string]map[string]Setting, key string, k, v *yaml.Node) {
	for _, c := range r.spec.Commands {
		if f, ok := c.Flag(key); ok && !f.Apart {
			if !r.set(settings[c.Name], f, LevelFile, k, v) {
				return // the problem is reported once
			}
		}
	}
}

// set reads one value, and reports whether it is valid.
func (r *reader) set(settings map[string]Setting, f Flag, level Level, k, v *yaml.Node) bool {
	if r.place.Found && f.Guard != "" {
		return !r.report(at(k, "%s", f.refused(f.Name, f.Guard)))
	}
	texts, p := values(f, v)
	if r.report(p) {
		return false
	}
	for i, text := range texts {
		settled, err := r.place.settle(f, text)
		if err != nil {
			n := v
			if v.Kind == yaml.SequenceNode {
				n = v.Content[i]
			}
			return !r.report(at(n, "%s", err))
		}
		texts[i] = settled
	}
	settings[f.Name] = Setting{Values: texts, From: Origin{Level: level, Place: place(r.place.Shown, v.Line, v.Column)}}
	return true
}

// unknown returns the problem of an unknown key, in the section of a command or, if section is
// empty, at the top level.
func (r *reader) unknown(k *yaml.Node, key, section string, known []string) *Problem {
	text := "unknown key " + quote(key)
	if section != "" {
		text += " of " + section
	}
	if secretKeys.MatchString(key) {
		return at(k, "%s: secrets are not allowed in this file; use a kubeconfig or --token-file for clusters, and GITHUB_TOKEN for GitHub", text)
	}
	if commands := r.spec.with(key); len(commands) > 0 {
		if section == "" {
			return at(k, "%s: it belongs under %s", text, strings.Join(commands, " or "))
		}
		return at(k, "%s; use one of %s", text, strings.Join(commands, ", "))
	}
	if near := r.near(key, known); near != "" {
		return at(k, "%s; did you mean %q?", text, near)
	}
	return at(k, "%s; docs/config.md lists all keys", text)
}

// near returns the key that the user may have meant. It does not search for long keys, or in a file
// with many problems.
func (r *reader) near(key string, known []string) string {
	const longest, most = 64, 20
	if len(key) > longest || len(r.problems) > most {
		return ""
	}
	return nearest.Word(key, known)
}

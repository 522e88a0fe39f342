package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/nearest"
)

// Environment has the environment variables by name. Empty variables are ignored, because pipelines
// pass inputs without a value in that way.
type Environment map[string]string

// NewEnvironment reads lines NAME=value, as os.Environ returns them.
func NewEnvironment(environ []string) Environment {
	e := Environment{}
	for _, line := range environ {
		if name, value, ok := strings.Cut(line, "="); ok && value != "" {
			e[name] = value
		}
	}
	return e
}

// read adds the settings of a command: those of the variables for all commands, and those of its own
// variables, which take precedence.
func (e Environment) read(c Command, settings map[string]Setting) error {
	for _, f := range c.Flags {
		for _, from := range []Origin{{LevelEnvironment, Variable("", f.Name)}, {LevelEnvironmentCommand, Variable(c.Name, f.Name)}} {
			text := e[from.Place]
			if text == "" || f.Apart && from.Level == LevelEnvironment {
				continue
			}
			parsed, err := parse(f, text)
			if err != nil {
				return fmt.Errorf("the environment variable %s cannot be used: %w", from.Place, err)
			}
			settings[f.Name] = Setting{Values: parsed, From: from}
		}
	}
	return nil
}

// Misspelt returns warnings about variables with a name similar to one that is read. It ignores
// others: Kubernetes sets KUBEDELTA_SERVICE_HOST in pods if there is a service kubedelta.
func (e Environment) Misspelt(s Spec) (warnings []string) {
	known := []string{VariableFile}
	for _, c := range s.Commands {
		for _, f := range c.AllFlags() {
			known = append(known, Variable(c.Name, f.Name))
			if !f.Apart {
				known = append(known, Variable("", f.Name))
			}
		}
	}
	for i, name := range known {
		known[i] = strings.TrimPrefix(name, Prefix)
	}
	const shortest, longest, slips = 4, 64, 2 // every name is near a short one
	for name := range e {
		short, ours := strings.CutPrefix(name, Prefix)
		if !ours || slices.Contains(known, short) || len(short) <= shortest || len(short) > longest {
			continue
		}
		if near := nearest.Word(short, known); near != "" && nearest.Distance(short, near) <= slips {
			warnings = append(warnings, fmt.Sprintf("the environment variable %s is not read; did you mean %s?", show(name), Prefix+near))
		}
	}
	slices.Sort(warnings)
	return warnings
}

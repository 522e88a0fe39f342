package project

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// The head lines of the two tables.
const (
	ReleaseColumns = "project\tminor\tversion\tdate\trepository"
	StateColumns   = "project\tgroup\tversion\tresource\tkind\tscope\tfirst\tlast\tflags"
)

// Decode reads both tables.
func Decode(releases, states []byte) (projects []*Project, err error) {
	at := map[string]*Project{}
	err = eachLine(releases, ReleaseColumns, func(f []string) error {
		minor, err := discovery.ParseRelease(f[1])
		if err != nil {
			return err
		}
		p := at[f[0]]
		if p == nil {
			p = &Project{Name: f[0]}
			at[p.Name] = p
			projects = append(projects, p)
		}
		p.Releases = append(p.Releases, Release{Minor: minor, Version: f[2], Date: f[3], Repository: f[4]})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("releases of projects: %w", err)
	}
	err = eachLine(states, StateColumns, func(f []string) error {
		p := at[f[0]]
		if p == nil {
			return fmt.Errorf("%s has no releases", f[0])
		}
		s, err := decodeState(f)
		p.States = append(p.States, s)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("versions of projects: %w", err)
	}
	return projects, nil
}

func decodeState(f []string) (s State, err error) {
	s.Group, s.Version, s.Resource, s.Kind, s.Scope = f[1], f[2], f[3], f[4], discovery.Scope(f[5])
	if s.First, err = discovery.ParseRelease(f[6]); err != nil {
		return s, err
	}
	if s.Last, err = discovery.ParseRelease(f[7]); err != nil {
		return s, err
	}
	for flag := range strings.SplitSeq(f[8], ",") {
		switch flag {
		case "served":
			s.Served = true
		case "storage":
			s.Storage = true
		case "deprecated":
			s.Deprecated = true
		case "-":
		default:
			return s, fmt.Errorf("there is no flag %q", flag)
		}
	}
	return s, nil
}

// eachLine hands the columns of each line on.
func eachLine(table []byte, columns string, do func([]string) error) error {
	lines := strings.Split(strings.TrimSuffix(string(table), "\n"), "\n")
	if lines[0] != columns {
		return fmt.Errorf("the table begins with %q, not with its columns", lines[0])
	}
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != strings.Count(columns, "\t")+1 {
			return fmt.Errorf("line %d has %d columns", i+2, len(f))
		}
		if err := do(f); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return nil
}

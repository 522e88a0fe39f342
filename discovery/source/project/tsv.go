package project

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// The header lines of the two tables.
const (
	ReleaseColumns = "project\tminor\tversion\tdate\trepository"
	StateColumns   = "project\tgroup\tversion\tresource\tkind\tscope\tfirst\tlast\tflags"
)

// Decode reads both tables.
func Decode(releases, states []byte) (projects []*Project, err error) {
	at := map[string]*Project{}
	err = tsv.Below(string(releases), "releases of projects", ReleaseColumns, func(f []string) error {
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
		return nil, err
	}
	err = tsv.Below(string(states), "versions of projects", StateColumns, func(f []string) error {
		p := at[f[0]]
		if p == nil {
			return fmt.Errorf("%s has no releases", f[0])
		}
		s, err := decodeState(f)
		p.States = append(p.States, s)
		return err
	})
	return projects, err
}

func decodeState(f []string) (s State, err error) {
	s.Group, s.Version, s.Resource, s.Kind, s.Scope = f[1], f[2], f[3], f[4], discovery.Scope(f[5])
	if err := tsv.Releases(f[6:8], &s.First, &s.Last); err != nil {
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

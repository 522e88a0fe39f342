package projects

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// encodeReleases writes the table of releases, one release per line.
func encodeReleases(projects []*project.Project) []byte {
	var b strings.Builder
	b.WriteString(project.ReleaseColumns + "\n")
	for _, p := range projects {
		for _, r := range p.Releases {
			fmt.Fprintln(&b, strings.Join([]string{p.Name, r.Minor.String(), r.Version, r.Date, r.Repository}, "\t"))
		}
	}
	return []byte(b.String())
}

// encodeStates writes the table of states, one state per line.
func encodeStates(projects []*project.Project) []byte {
	var b strings.Builder
	b.WriteString(project.StateColumns + "\n")
	for _, p := range projects {
		for _, s := range p.States {
			fmt.Fprintln(&b, strings.Join([]string{
				p.Name, s.Group, s.Version, s.Resource, s.Kind, string(s.Scope), s.First.String(), s.Last.String(), flags(&s),
			}, "\t"))
		}
	}
	return []byte(b.String())
}

func flags(s *project.State) string {
	var set []string
	for _, f := range []struct {
		name string
		on   bool
	}{{"served", s.Served}, {"storage", s.Storage}, {"deprecated", s.Deprecated}} {
		if f.on {
			set = append(set, f.name)
		}
	}
	if set == nil {
		return "-"
	}
	return strings.Join(set, ",")
}

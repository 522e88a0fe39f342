package project

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Project has the data of one project.
type Project struct {
	Name string
	// Releases are in the order of their minors.
	Releases []Release
	// States are those of all versions of all resources, by group, resource, version and time.
	States []State
}

// Release is one release of a project.
type Release struct {
	Minor discovery.Release
	// Version is the patch release that was read, which is the first of its minor.
	Version string
	// Date is the date of the release's commit: "2025-10-15".
	Date string
	// Repository is the repository with the definitions.
	Repository string
}

// State is what the definitions of consecutive releases say about a version of a resource.
type State struct {
	discovery.GroupVersion
	Resource, Kind string
	Scope          discovery.Scope
	// First and Last are minors.
	First, Last                 discovery.Release
	Served, Storage, Deprecated bool
}

// Newest returns the newest known release.
func (p *Project) Newest() Release { return p.Releases[len(p.Releases)-1] }

// In returns the states of a release.
func (p *Project) In(minor discovery.Release) []State {
	return slice.Filter(p.States, func(s State) bool { return s.First.Compare(minor) <= 0 && minor.Compare(s.Last) <= 0 })
}

// after returns the next known release; unknown if there is none.
func (p *Project) after(minor discovery.Release) discovery.Release {
	for _, r := range p.Releases {
		if r.Minor.Compare(minor) > 0 {
			return r.Minor
		}
	}
	return discovery.Release{}
}

// extents lists every resource that any release of the project defines.
func (p *Project) extents() (only []discovery.Extent) {
	for _, s := range p.States {
		only = slice.Add(only, discovery.Extent{Group: s.Group, Version: discovery.Wildcard, Resource: s.Resource})
	}
	return only
}

// surface returns the surface of a release whose schemas are not known.
func (p *Project) surface(minor discovery.Release) *discovery.Surface {
	s := &discovery.Surface{
		Source: discovery.SourceCRD, Schemas: map[string]*discovery.Schema{},
		Fidelity: discovery.Fidelity{Preferred: discovery.All, Scope: discovery.All, Deprecation: discovery.All},
		Unstated: []discovery.Unstated{{What: "conversion and printer columns", Why: "the built-in table has only the versions of " + p.Name + " " + minor.String()}},
	}
	states := p.In(minor)
	for _, state := range states {
		if !state.Served {
			continue
		}
		v := s.AddGroupVersion(state.GroupVersion)
		v.Enforcement = discovery.BySchema
		v.Resources = append(v.Resources, resource(states, &state))
	}
	s.Sort()
	for i := range s.Groups {
		s.Groups[i].Preferred = s.Groups[i].Versions[0].Name
	}
	return s
}

// unserved returns the versions of a release that are not served. The table does not have their
// schemas.
func (p *Project) unserved(minor discovery.Release) (list []discovery.Unserved) {
	states := p.In(minor)
	for _, state := range states {
		if !state.Served {
			list = append(list, discovery.Unserved{GroupVersion: state.GroupVersion, Resource: resource(states, &state)})
		}
	}
	return list
}

func resource(states []State, of *State) discovery.Resource {
	return discovery.Resource{Name: of.Resource, Kind: of.Kind, Scope: of.Scope, DeprecatedHere: of.Deprecated, Custom: custom(states, of)}
}

// custom returns what the states say about the definition of a resource.
func custom(states []State, of *State) *discovery.CustomResource {
	c := &discovery.CustomResource{}
	for _, s := range states {
		if s.Group != of.Group || s.Resource != of.Resource {
			continue
		}
		c.Versions = append(c.Versions, s.Version)
		if s.Storage {
			c.StorageVersion = s.Version
		}
	}
	return c
}

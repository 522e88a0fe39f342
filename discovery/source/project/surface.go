package project

import (
	"github.com/kubedelta/kubedelta/discovery"
)

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

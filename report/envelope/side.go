package envelope

import "github.com/kubedelta/kubedelta/discovery"

// Side is a surface of a report.
type Side struct {
	// Name is the reference as the user gave it.
	Name    string               `json:"name"`
	Version string               `json:"version"`
	Source  discovery.SourceKind `json:"source"`
	// Provenance is how the version was determined, if that is not obvious.
	Provenance string       `json:"provenance,omitempty"`
	Incomplete []Incomplete `json:"incomplete"`
	// Fidelity is what the source has data about.
	Fidelity discovery.Fidelity `json:"fidelity"`
}

// Incomplete is a group-version of a side that could not be read.
type Incomplete struct {
	GroupVersion string         `json:"groupVersion"`
	Part         discovery.Part `json:"part"`
	Reason       string         `json:"reason"`
}

// SideOf describes a surface.
func SideOf(s *discovery.Surface) Side {
	side := Side{Name: s.Name, Version: s.Version, Source: s.Source, Provenance: s.Provenance, Fidelity: s.Fidelity}
	for _, i := range s.Incomplete {
		side.Incomplete = append(side.Incomplete, Incomplete{GroupVersion: i.GroupVersion.Spoken(), Part: i.Part, Reason: i.Reason})
	}
	return side
}

package source

import (
	"context"
	"fmt"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/source/git"
)

// committed is the definitions of a commit.
type committed struct {
	ref Reference
	env Environment
}

func (c committed) Load(ctx context.Context) (*discovery.Surface, error) {
	place, err := git.ParsePlace(c.ref.Value)
	if err != nil {
		return nil, err
	}
	found, err := git.Read(ctx, c.ref.Text, place)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.ref.Text, err)
	}
	s, err := defined(c.ref, found.Manifests, c.env)
	if err != nil {
		return nil, err
	}
	s.Provenance = "commit " + found.Commit[:12]
	if place.Base != "" {
		s.Provenance += ", where " + place.Base + " branched off " + place.Revision
	}
	return s, nil
}

// Nothing is the surface of a path that a commit does not have.
func Nothing(ref Reference) *discovery.Surface {
	return &discovery.Surface{
		Name: ref.Display(), Source: discovery.SourceCRD, Schemas: map[string]*discovery.Schema{}, Fidelity: crd.Fidelity(),
		Provenance: "the commit does not have this path",
	}
}

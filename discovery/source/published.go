package source

import (
	"cmp"
	"context"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// published is the definitions that a project published with a release.
type published struct {
	ref Reference
	env Environment
}

func (p published) Load(context.Context) (*discovery.Surface, error) {
	table := cmp.Or(p.env.Projects, project.New())
	of, release, err := table.Find(p.ref.Value)
	if err != nil {
		return nil, err
	}
	s, err := table.Load(of, release)
	if err != nil {
		return nil, err
	}
	s.Name = p.ref.Display()
	return s, nil
}

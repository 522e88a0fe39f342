package cli

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
)

// sidesOptions are the flags of a command that reads two sources.
type sidesOptions struct {
	sourceOptions
	old, new clusterFlags
}

func (o *sidesOptions) bind(flags *pflag.FlagSet) {
	o.sourceOptions.bind(flags)
	o.old.bind(flags, "old-", ", for OLD")
	o.new.bind(flags, "new-", ", for NEW")
}

// load reads both sides. The references are checked before anything is read.
func (o *sidesOptions) load(ctx context.Context, oldText, newText string, s *session) (old, new *discovery.Surface, err error) {
	oldFlags, newFlags := o.old.over(o.cluster), o.new.over(o.cluster)
	oldRef, err := s.parse(oldText, oldFlags)
	if err != nil {
		return nil, nil, err
	}
	newRef, err := s.parse(newText, newFlags)
	if err != nil {
		return nil, nil, err
	}
	if old, err = source.Open(oldRef, s.environment(oldFlags)).Load(ctx); err != nil {
		return nil, nil, err
	}
	if new, err = source.Open(newRef, s.environment(newFlags)).Load(ctx); err != nil {
		return nil, nil, err
	}
	return old, new, nil
}

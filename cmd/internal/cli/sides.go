package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/git"
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
	old, oldErr := source.Open(oldRef, s.environment(oldFlags)).Load(ctx)
	if oldErr != nil && !pathOnly(oldErr, oldRef, newRef) {
		return nil, nil, oldErr
	}
	new, newErr := source.Open(newRef, s.environment(newFlags)).Load(ctx)
	if newErr != nil && (oldErr != nil || !pathOnly(newErr, oldRef, newRef)) {
		return nil, nil, newErr
	}
	// Of two commits one may lack the path: a folder that came or went.
	if oldErr != nil {
		s.warn.warn(oldErr.Error() + "; everything is compared as new")
		old = source.Nothing(oldRef)
	}
	if newErr != nil {
		s.warn.warn(newErr.Error() + "; everything is compared as removed")
		new = source.Nothing(newRef)
	}
	return old, new, nil
}

// pathOnly reports whether all that is wrong is that one of two commits has no such path.
func pathOnly(err error, refs ...source.Reference) bool {
	var none *git.NoPathError
	return errors.As(err, &none) && !slices.ContainsFunc(refs, func(r source.Reference) bool { return r.Scheme != source.SchemeGit })
}

// sidesOf are the two sources of a command line: two arguments, or a range of commits.
func sidesOf(cmd *cobra.Command, args []string) (old, new string, err error) {
	if len(args) == 1 {
		if text, ok := strings.CutPrefix(args[0], "git:"); ok {
			if old, new, ok := git.Range(text); ok {
				return "git:" + old, "git:" + new, nil
			}
		}
	}
	if err := exactly(2, "two sources, OLD and NEW")(cmd, args); err != nil {
		return "", "", err
	}
	return args[0], args[1], nil
}

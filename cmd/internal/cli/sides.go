package cli

import (
	"context"
	"errors"
	"strings"

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
	o.cluster.bindContext(flags, "", "")
	for prefix, side := range map[string]*clusterFlags{"old-": &o.old, "new-": &o.new} {
		about := ", for " + strings.ToUpper(strings.Trim(prefix, "-"))
		side.bindContext(flags, prefix, about)
		group(flags, connectionFlags, func(flags *pflag.FlagSet) { side.bind(flags, prefix, about) })
	}
}

// checkContexts refuses contexts that nothing is read by. others are sources beside the two
// sides.
func (o *sidesOptions) checkContexts(old, new string, others ...string) error {
	return errors.Join(
		o.cluster.checkContext("", append(others, old, new)...),
		o.old.checkContext("old-", old),
		o.new.checkContext("new-", new),
	)
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
	if oldRef.Scheme == source.SchemeFile && newRef.Scheme == source.SchemeFile {
		largerHeap()
	}
	old, oldErr := source.Open(oldRef, s.environment(oldFlags)).Load(ctx)
	if oldErr != nil && !pathOnly(oldErr, oldRef, newRef) {
		return nil, nil, oldErr
	}
	new, newErr := source.Open(newRef, s.environment(newFlags)).Load(ctx)
	if newErr != nil && (oldErr != nil || !pathOnly(newErr, oldRef, newRef)) {
		return nil, nil, newErr
	}
	if oldErr != nil {
		s.warn.warn(oldErr.Error() + "; all definitions of the new side are compared as new")
		old = source.Nothing(oldRef)
	}
	if newErr != nil {
		s.warn.warn(newErr.Error() + "; all definitions of the old side are compared as removed")
		new = source.Nothing(newRef)
	}
	return old, new, nil
}

// pathOnly reports whether the only error is that one of two commits does not have the path:
// a folder was added or removed between them. Two different paths may be a typing error.
func pathOnly(err error, old, new source.Reference) bool {
	if _, none := errors.AsType[*git.NoPathError](err); !none || old.Scheme != source.SchemeGit || new.Scheme != source.SchemeGit {
		return false
	}
	_, oldPath, _ := strings.Cut(old.Value, ":")
	_, newPath, _ := strings.Cut(new.Value, ":")
	return oldPath == newPath
}

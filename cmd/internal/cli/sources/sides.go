package sources

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/git"
)

// Sides are the flags of a command that compares two sources.
type Sides struct {
	Options
	old, new ClusterFlags
}

// Bind adds the flags.
func (o *Sides) Bind(flags *pflag.FlagSet) {
	o.Options.Bind(flags)
	o.Cluster.BindContext(flags, "", "")
	for prefix, side := range map[string]*ClusterFlags{"old-": &o.old, "new-": &o.new} {
		about := ", for " + strings.ToUpper(strings.Trim(prefix, "-"))
		side.BindContext(flags, prefix, about)
		option.Group(flags, option.ConnectionFlags, func(flags *pflag.FlagSet) { side.bind(flags, prefix, about) })
	}
}

// CheckContexts returns an error for contexts that no source uses. others are sources besides the
// two sides.
func (o *Sides) CheckContexts(old, new string, others ...string) error {
	return errors.Join(
		o.Cluster.CheckContext("", append(others, old, new)...),
		o.old.CheckContext("old-", old),
		o.new.CheckContext("new-", new),
	)
}

// Load loads both sides. Both references are checked before anything is read.
func (o *Sides) Load(ctx context.Context, oldText, newText string, s *Session) (old, new *discovery.Surface, err error) {
	oldFlags, newFlags := o.old.over(o.Cluster), o.new.over(o.Cluster)
	oldRef, err := s.Parse(oldText, oldFlags)
	if err != nil {
		return nil, nil, err
	}
	newRef, err := s.Parse(newText, newFlags)
	if err != nil {
		return nil, nil, err
	}
	if oldRef.Scheme == source.SchemeFile && newRef.Scheme == source.SchemeFile {
		heap.Larger()
	}
	old, oldErr := source.Load(ctx, oldRef, s.Environment(oldFlags))
	if oldErr != nil && !pathOnly(oldErr, oldRef, newRef) {
		return nil, nil, oldErr
	}
	new, newErr := source.Load(ctx, newRef, s.Environment(newFlags))
	if newErr != nil && (oldErr != nil || !pathOnly(newErr, oldRef, newRef)) {
		return nil, nil, newErr
	}
	if oldErr != nil {
		s.Warn.Warn(oldErr.Error() + "; all definitions of the new side are compared as new")
		old = source.Nothing(oldRef)
	}
	if newErr != nil {
		s.Warn.Warn(newErr.Error() + "; all definitions of the old side are compared as removed")
		new = source.Nothing(newRef)
	}
	return old, new, nil
}

// pathOnly reports whether the only problem is that one of two commits does not have the path,
// because a folder was added or removed between them. If the paths differ, one of them may be
// misspelt.
func pathOnly(err error, old, new source.Reference) bool {
	if _, none := errors.AsType[*git.NoPathError](err); !none || old.Scheme != source.SchemeGit || new.Scheme != source.SchemeGit {
		return false
	}
	_, oldPath, _ := strings.Cut(old.Value, ":")
	_, newPath, _ := strings.Cut(new.Value, ":")
	return oldPath == newPath
}

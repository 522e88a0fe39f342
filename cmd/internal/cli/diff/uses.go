package diff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/scan"
)

// readUses reads what --uses names: manifests, or the objects of a cluster.
func readUses(ctx context.Context, s *sources.Session, text string, flags sources.ClusterFlags) (*report.Uses, error) {
	name, live := strings.CutPrefix(text, string(source.SchemeContext)+":")
	if !live {
		if err := option.Present("--uses", []string{text}); err != nil {
			return nil, err
		}
		usage, err := scan.Manifests(ctx, text)
		if err != nil {
			return nil, err
		}
		return &report.Uses{Name: text, Objects: usage.Objects, Concerns: usage.Concerns}, nil
	}
	ref := flags.InContext(source.Reference{Text: text, Scheme: source.SchemeContext, Value: name})
	uses, err := usesOfCluster(ctx, s, ref, flags)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref.Text, err)
	}
	return uses, nil
}

// usesOfCluster lists the objects of a cluster. Kinds that could not be listed count as used, and
// the report names them.
func usesOfCluster(ctx context.Context, s *sources.Session, ref source.Reference, flags sources.ClusterFlags) (*report.Uses, error) {
	surface, err := source.Load(ctx, ref, s.Environment(flags))
	if err != nil {
		return nil, err
	}
	client, err := cluster.New(s.ClusterOptions(ref, flags))
	if err != nil {
		return nil, err
	}
	usage := scan.NewUsage(true)
	uses := &report.Uses{Name: ref.Text, Concerns: usage.Concerns}
	err = client.Objects(ctx, surface, usage.Add, func(group, kind, reason string) {
		usage.MarkUnread(group, kind)
		uses.Unread = append(uses.Unread, reason)
	})
	slices.Sort(uses.Unread)
	usage.MarkUnread("", "Event")
	usage.MarkUnread("events.k8s.io", "Event")
	for _, i := range surface.Incomplete {
		if i.Part == discovery.PartSchemas {
			continue // its kinds are known, and were listed
		}
		usage.MarkUnreadGroup(i.GroupVersion.Group)
		uses.Unread = append(uses.Unread, i.GroupVersion.String()+": "+i.Reason)
	}
	uses.Objects = usage.Objects
	return uses, err
}

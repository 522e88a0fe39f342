package collect

import (
	"context"
	"io"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Server is an API server that can be read, such as a *cluster.Client.
type Server interface {
	// Read requests a path and passes on the body of the response. Its errors have the methods
	// HTTPStatus() int, with the status of the response, and BrokeOff() bool, which reports that
	// the body ended early. They must not contain credentials.
	Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error
	// TimeLimit limits the time of all requests together.
	TimeLimit(ctx context.Context) (context.Context, context.CancelFunc)
}

// Options select what is read. With the zero value, Collect reads what the checks need, without
// usage and findings.
type Options struct {
	// Name is the server as the user named it, Address its URL without user and password.
	Name, Address string
	// At is the time of the reading.
	At time.Time
	// From is the cluster's release, if the surface does not have it. To is the target.
	From, To discovery.Release
	// Lifecycles are those of Kubernetes' own APIs. Collect finds the writers of versions that a
	// release up to the target deprecates or removes.
	Lifecycles []discovery.ResourceLifecycle
	// Check returns what the target does not accept in an object. It is called from several
	// goroutines, keeps no reference to the object, and may change its Namespace. nil: objects are
	// not checked.
	Check func(*tree.Object) []finding.Finding
	// Fields reports whether Check looks at the fields of a kind. Objects of these kinds are read
	// completely; of others, Check gets the type, name, labels and annotations. nil: Check gets
	// complete objects of the resources that checks need. See [FieldRules].
	Fields func(discovery.GroupVersionKind) bool
	// Parallel is the largest number of concurrent requests; 0 is 6.
	Parallel int
	// Kubelets is how many nodes are asked for their /configz at most; 0 is 100, a negative number
	// is none.
	Kubelets int
	// Scope narrows the reading of workloads, claims, budgets and Helm releases, and of resources
	// that are read only for their writers.
	Scope evidence.Scope
	// ObjectsOnly reads only objects: no metrics, no settings of components and no kubelets. Scope
	// then narrows all lists.
	ObjectsOnly bool
	// Old reports whether writers of a version of a custom resource are looked for, in addition to
	// versions that the cluster reports as deprecated. nil: no other versions.
	Old func(discovery.GroupVersionKind) bool
	// Tier is how much [ClusterRole] grants; "" is everything.
	Tier Tier
	// Progress, if not nil, gets the number of finished requests and of those known so far. It is
	// not called concurrently.
	Progress func(done, total int)
}

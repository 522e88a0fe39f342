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

// Server is an API server that can be read; a *cluster.Client is one.
type Server interface {
	// Read asks for a path and hands over the body of the answer. Its error tells
	// by HTTPStatus() int what the server answered, and by BrokeOff() bool that the
	// body ended too early. It must hold no credentials.
	Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error
	// TimeLimit bounds the time of all requests.
	TimeLimit(ctx context.Context) (context.Context, context.CancelFunc)
}

// Options say what is looked for. The zero value reads what checks need, and finds
// neither usage nor fields.
type Options struct {
	// Name is the server as the user named it, Address its URL without user and
	// password.
	Name, Address string
	// At is the time of the reading.
	At time.Time
	// From is the cluster's release, where the surface does not tell it; To is the
	// target.
	From, To discovery.Release
	// Lifecycles are those of Kubernetes' own APIs: who writes versions that one of the
	// releases up to the target deprecates or removes is found.
	Lifecycles []discovery.ResourceLifecycle
	// Check finds what the target does not accept in an object. It is called from several
	// goroutines, keeps nothing of the object, and may change its Namespace. Nil:
	// nothing is checked.
	Check func(*tree.Object) []finding.Finding
	// Fields tells the kinds whose fields Judge looks at: their objects are read as
	// a whole, and of others it is shown type, name, labels and annotations. Nil: it
	// is shown as a whole what the checks need as a whole. See [FieldRules].
	Fields func(discovery.GroupVersionKind) bool
	// Parallel bounds the requests in flight; 0 is 6.
	Parallel int
	// Kubelets bounds how many nodes are asked for their /configz; 0 is 100, less
	// is none.
	Kubelets int
	// Scope narrows the reading of workloads, of claims and budgets, of Helm releases
	// and of what is read only for who writes it.
	Scope evidence.Scope
	// ObjectsOnly reads nothing but objects, for who checks no cluster: no metrics, no
	// settings of components and no kubelets. Scope then narrows all lists.
	ObjectsOnly bool
	// Old reports whether a version of a custom resource is one that who writes it is
	// looked for, beside those that the cluster calls deprecated. Nil: none is.
	Old func(discovery.GroupVersionKind) bool
	// Tier is how much [ClusterRole] grants; "" is all.
	Tier Tier
	// Progress, if not nil, is told how many of the requests known so far are done.
	// It is not called concurrently.
	Progress func(done, total int)
}

const (
	defaultParallel = 6
	defaultKubelets = 100
)

package ask

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
)

// Server is an API server that can be asked. *cluster.Client implements it.
type Server interface {
	// Read passes the body of the response to a GET to into.
	Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error
	// DryRun sends an object in a dry run.
	DryRun(ctx context.Context, q cluster.DryRun) (cluster.DryAnswer, error)
}

// Asker asks one server. Its methods are safe for concurrent use.
type Asker struct {
	Server Server
	// Lenient: the server ignores unknown fields.
	Lenient bool
	// Namespace is that of objects without one; "" for default.
	Namespace string
	// Own reports whether a group is one of Kubernetes itself.
	Own func(group string) bool
	// Unasked is why nothing of a group-version may be asked; "" if it may. Nil asks all.
	Unasked func(gv discovery.GroupVersion) string
	// Undefined is why a kind of another project is not served; "" if it is not known.
	Undefined func(gv discovery.GroupVersion, kind string) string
	// Ended is how the server ended; "" while it runs. Nil if that is not known.
	Ended func() string

	mu sync.Mutex
	// versions and groups read what the server serves, each once.
	versions map[discovery.GroupVersion]func() ([]metav1.APIResource, error)
	groups   func() (map[string][]string, error)
	// silent counts consecutive questions without an answer. gone is why no more are asked.
	silent int
	gone   string
}

// mostSilent is the number of consecutive questions without an answer after which the server counts
// as gone.
const mostSilent = 5

// Gone is why the server was no longer asked; "" if all questions were asked.
func (a *Asker) Gone() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.gone
}

// Ask asks about one object.
func (a *Asker) Ask(ctx context.Context, q *rehearse.Question) rehearse.Answer {
	gv := q.GroupVersion()
	switch {
	case q.Foreign:
		return rehearse.Answer{Outcome: rehearse.NotAnObject}
	case q.Unfit != "":
		return notAsked(q.Unfit)
	case OutOfTime(ctx):
		return notAsked(a.noAnswer(ctx, ctx.Err()))
	case a.Gone() != "":
		return notAsked(a.Gone())
	}
	if a.Unasked != nil {
		if why := a.Unasked(gv); why != "" {
			return notAsked(why)
		}
	}
	all, err := a.resources(ctx, gv)
	if err != nil {
		return notAsked("what the server serves of " + gv.String() + " could not be read: " + err.Error())
	}
	r := find(all, q.Kind)
	if r == nil {
		return a.unserved(ctx, q, gv, all)
	}
	switch {
	case !slices.Contains(r.Verbs, "create"):
		return notAsked("objects of " + q.APIVersion + " " + q.Kind + " cannot be created")
	case discovery.IsRequest(q.Kind):
		return notAsked(q.Kind + " is a request that the server answers and does not store")
	case !discovery.PathSegment(q.Name):
		return notAsked("its name cannot be part of a path")
	}
	return a.object(ctx, q, gv, r)
}

// unserved is the answer about an object whose version or kind the server does not serve.
func (a *Asker) unserved(ctx context.Context, q *rehearse.Question, gv discovery.GroupVersion, all []metav1.APIResource) rehearse.Answer {
	text := "the server does not serve " + q.APIVersion + " " + q.Kind
	if slices.ContainsFunc(all, func(r metav1.APIResource) bool { return r.Kind == q.Kind }) {
		return notAsked(q.Kind + " is the kind of a subresource")
	}
	listed, err := a.listed(ctx, gv.Group)
	if err != nil {
		return notAsked(text + ", and which versions it serves could not be read: " + err.Error())
	}
	if len(all) == 0 && slices.Contains(listed, gv.Version) {
		return notAsked("the server lists " + gv.String() + ", and its resources could not be read" + a.undefined(gv, q.Kind))
	}
	other, err := a.elsewhere(ctx, gv.Group, listed, q.Kind)
	switch {
	case err != nil:
		return notAsked(text + ", and which versions it serves could not be read: " + err.Error())
	case other != "" && q.Form == rehearse.Stored:
		return notAsked(text + ": it converts what is stored to " + other + ", which a dry run cannot show")
	case other != "":
		text += "; it serves " + other
	case !a.Own(gv.Group):
		return notAsked(text + a.undefined(gv, q.Kind))
	}
	a.answered()
	return rehearse.Answer{Outcome: rehearse.Refused, Reason: "NotFound", Message: text}
}

// undefined is the end of a message with the reason why a kind is not served; "" if it is not known.
func (a *Asker) undefined(gv discovery.GroupVersion, kind string) string {
	if a.Undefined == nil || a.Undefined(gv, kind) == "" {
		return ""
	}
	return ": " + a.Undefined(gv, kind)
}

// elsewhere is the version of a group in which the server serves a kind; "" if there is none.
func (a *Asker) elsewhere(ctx context.Context, group string, versions []string, kind string) (string, error) {
	for _, version := range versions {
		other := discovery.GroupVersion{Group: group, Version: version}
		all, err := a.resources(ctx, other)
		if err != nil {
			return "", err
		}
		if find(all, kind) != nil {
			return other.String() + " " + kind, nil
		}
	}
	return "", nil
}

// listed are the versions of a group in the list of all groups. They are compared with the server's
// answer about one group-version. The core group is in no such list, and has v1.
func (a *Asker) listed(ctx context.Context, group string) ([]string, error) {
	if group == "" {
		return []string{"v1"}, nil
	}
	a.mu.Lock()
	if a.groups == nil {
		a.groups = sync.OnceValues(func() (map[string][]string, error) { return a.readGroups(ctx) })
	}
	groups := a.groups
	a.mu.Unlock()
	versions, err := groups()
	return versions[group], err
}

// readGroups returns the versions that the server lists of each group, in its order.
func (a *Asker) readGroups(ctx context.Context) (map[string][]string, error) {
	var list metav1.APIGroupList
	found, err := a.document(ctx, "/apis", &list)
	if err != nil {
		return nil, err
	}
	if !found || list.Kind != "APIGroupList" || len(list.Groups) == 0 {
		return nil, errors.New("the response to /apis is not a list of groups")
	}
	out := map[string][]string{}
	for _, g := range list.Groups {
		for _, v := range g.Versions {
			out[g.Name] = append(out[g.Name], v.Version)
		}
	}
	return out, nil
}

// document reads a document of discovery. found is false if there is none.
func (a *Asker) document(ctx context.Context, path string, into any) (found bool, err error) {
	err = get(ctx, a.Server, path, maxDocument, into)
	var answered interface{ HTTPStatus() int }
	if errors.As(err, &answered) && answered.HTTPStatus() == http.StatusNotFound {
		return false, nil
	}
	if err != nil {
		a.noAnswer(ctx, err)
	}
	return true, err
}

func notAsked(why string) rehearse.Answer {
	return rehearse.Answer{Outcome: rehearse.NotAsked, Why: why}
}

// object creates an object or, if it exists, applies it.
func (a *Asker) object(ctx context.Context, q *rehearse.Question, gv discovery.GroupVersion, r *metav1.APIResource) rehearse.Answer {
	path := gv.Path() + "/"
	if r.Namespaced {
		namespace := cmp.Or(q.Namespace, a.Namespace, "default")
		if !discovery.PathSegment(namespace) {
			return notAsked("its namespace cannot be part of a path")
		}
		path += "namespaces/" + namespace + "/"
	}
	path += r.Name
	answer, exists := a.send(ctx, q, cluster.DryRun{Create: true, Path: path, Body: q.Body})
	if !exists || !slices.Contains(r.Verbs, "patch") {
		answer.As = "create"
		return answer
	}
	answer, exists = a.send(ctx, q, cluster.DryRun{Path: path + "/" + q.Name, Body: q.Body})
	if exists && answer.Outcome != rehearse.Refused {
		return notAsked("the object exists on the target, and the server did not apply it: it may be being deleted")
	}
	answer.As = "apply"
	return answer
}

// send sends an object. exists: there is an object with its name, or there may be one; the server
// validated this one before it reported that.
func (a *Asker) send(ctx context.Context, q *rehearse.Question, d cluster.DryRun) (answer rehearse.Answer, exists bool) {
	got, err := a.Server.DryRun(ctx, d)
	if err != nil {
		return notAsked(a.noAnswer(ctx, err)), false
	}
	a.answered()
	return meaning(q, got)
}

func (a *Asker) answered() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.silent = 0
}

// noAnswer records a question without an answer, and returns the reason.
func (a *Asker) noAnswer(ctx context.Context, err error) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if OutOfTime(ctx) {
		a.gone = "the time limit was reached; allow more time (--timeout)"
		return a.gone
	}
	a.silent++
	why := err.Error()
	if a.Ended != nil {
		if how := a.Ended(); how != "" {
			why = how
			a.gone = "the API server stopped: " + how
			return why
		}
	}
	var answered interface{ HTTPStatus() int }
	if errors.As(err, &answered) && answered.HTTPStatus() == http.StatusUnauthorized || a.silent >= mostSilent {
		a.gone = "no more objects were sent: " + why
	}
	return why
}

// resources returns what the server serves of a group-version. It is read once.
func (a *Asker) resources(ctx context.Context, gv discovery.GroupVersion) ([]metav1.APIResource, error) {
	a.mu.Lock()
	if a.versions == nil {
		a.versions = map[discovery.GroupVersion]func() ([]metav1.APIResource, error){}
	}
	resources := a.versions[gv]
	if resources == nil {
		resources = sync.OnceValues(func() ([]metav1.APIResource, error) { return a.read(ctx, gv) })
		a.versions[gv] = resources
	}
	a.mu.Unlock()
	return resources()
}

func (a *Asker) read(ctx context.Context, gv discovery.GroupVersion) ([]metav1.APIResource, error) {
	if !discovery.PathSegment(gv.Version) || gv.Group != "" && !discovery.PathSegment(gv.Group) {
		return nil, nil // no server serves it
	}
	var list metav1.APIResourceList
	found, err := a.document(ctx, gv.Path(), &list)
	if err != nil {
		return nil, err
	}
	if found && (list.Kind != "APIResourceList" || len(list.APIResources) == 0) {
		return nil, errors.New("the response is not a list of resources")
	}
	return list.APIResources, nil
}

// Forget makes the next question read again what is served of a group-version.
func (a *Asker) Forget(gv discovery.GroupVersion) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.versions, gv)
	a.groups = nil
}

// find is the resource of a kind. Subresources have kinds too, and a slash in their name.
func find(all []metav1.APIResource, kind string) *metav1.APIResource {
	return slice.Find(all, func(r *metav1.APIResource) bool { return r.Kind == kind && discovery.PathSegment(r.Name) })
}

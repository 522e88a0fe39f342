package collect

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/source/paging"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

const (
	acceptJSON     = "application/json"
	acceptMetadata = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
	// maxStarts is how often a list is started. Each start doubles the size of pages, so that the
	// list may end before its token expires.
	maxStarts = 4
)

// list is a list to read.
type list struct {
	from      served
	key       evidence.Resource
	namespace string
	make      func() kind
	page      int
	// part is a member that objects have; see [want].
	part, selector string
	// metadataOnly: only the metadata is requested.
	metadataOnly bool
	// watched: old versions are looked for. checked: objects are checked. whole: they are checked
	// completely, not by their outline.
	watched, checked, whole bool
	// own: the resource is one of Kubernetes.
	own bool
}

// read reads the list, and starts again if it ended early.
func (c *collector) read(ctx context.Context, l list) (*gathered, evidence.Reading) {
	for start := 1; ; start++ {
		g := newGathered(c, l.from)
		err := c.pages(ctx, l, g)
		if err == nil || start == maxStarts || !again(err) || ctx.Err() != nil {
			return g, g.reading(l, err)
		}
		l.page *= 2
	}
}

// again reports whether an error is a token that is too old (410) or a body that ended early. The
// client itself retries failures that occur before there is a body.
func again(err error) bool {
	var broke interface{ BrokeOff() bool }
	return status(err) == 410 || errors.Is(err, errCut) || errors.As(err, &broke) && broke.BrokeOff()
}

// status returns the HTTP status of an error; 0 if it has none.
func status(err error) int {
	var answered interface{ HTTPStatus() int }
	if errors.As(err, &answered) {
		return answered.HTTPStatus()
	}
	return 0
}

func (c *collector) pages(ctx context.Context, l list, g *gathered) error {
	accept := acceptJSON
	if l.metadataOnly {
		accept = acceptMetadata
	}
	walk, token := paging.Pages{}, ""
	for {
		before, page := g.seen, paging.Page{}
		g.page = ""
		err := c.get(ctx, l.from.path(l.namespace), l.query(token), accept, func(body io.Reader) (err error) {
			page, err = readList(body, l.typed, func(raw []byte) { g.add(l, raw) })
			return err
		})
		if errors.Is(err, errNoItems) && l.metadataOnly && token == "" {
			// For an empty list, only a request for the complete objects is conclusive.
			l.metadataOnly, accept = false, acceptJSON
			continue
		}
		if err != nil {
			return err
		}
		page.Objects, page.First = g.seen-before, g.page
		if err := walk.Next(page); err != nil {
			return err
		}
		if page.Continue == "" {
			return nil
		}
		g.grow(page.Remaining)
		token = page.Continue
		c.progress.Add(1, 1) // one page is done, and there is another
	}
}

// query returns the query for the page of a token; "" is the first page.
func (l *list) query(token string) string {
	return fmt.Sprintf("limit=%d", l.page) + phrase.With("&", l.selector) + phrase.With("&continue=", url.QueryEscape(token))
}

// typed returns an error if a list is not of the requested type. Custom resources and aggregated
// APIs may name the kind of their lists differently.
func (l *list) typed(is listType) error {
	want := listType{l.from.gv.String(), l.from.resource.Kind + "List"}
	switch {
	case is == want:
		return nil
	case l.metadataOnly && is.kind == "PartialObjectMetadataList" && strings.HasPrefix(is.apiVersion, "meta.k8s.io/"):
		return nil
	case !l.own && is.apiVersion == want.apiVersion && is.kind != "" && is.kind != "Status":
		return nil
	}
	if is.kind == "" || is.apiVersion == "" {
		return mistypedError("the response does not state that it is a " + want.kind + ": is there a proxy in front of the API server?")
	}
	return mistypedError(fmt.Sprintf("the response is a %s of %s, not a %s of %s: is there a proxy in front of the API server?",
		printable(is.kind), printable(is.apiVersion), want.kind, want.apiVersion))
}

// mistypedError: the response is of another type than requested.
type mistypedError string

func (e mistypedError) Error() string { return string(e) }

// maxGrow limits how much memory is allocated because of a number that the server sent.
const maxGrow = 200_000

// grow allocates memory for the remaining pods. If append grew the slice, the old array would still
// be in memory during the copy.
func (g *gathered) grow(remaining int64) {
	if room := int64(cap(g.Pods) - len(g.Pods)); len(g.Pods) > 0 && remaining > room {
		g.Pods = slices.Grow(g.Pods, int(min(remaining, maxGrow)))
	}
}

// add decodes one object.
func (g *gathered) add(l list, raw []byte) {
	g.seen++
	k := l.make()
	if err := decode(raw, k); err != nil {
		g.markUnread(k.top(), err)
		return
	}
	h := k.top()
	if err := l.of(h); err != nil {
		g.markUnread(h, err)
		return
	}
	name := h.Metadata.Namespace + "/" + h.Metadata.Name
	if l.own && name == g.last { // aggregated servers may have several of one name
		g.markUnread(h, errors.New("the list contains it twice, so another object may be missing"))
		return
	}
	g.last, g.page = name, cmp.Or(g.page, name)
	if l.watched {
		g.usage.object(l.from, h)
	}
	if l.checked {
		if err := g.check(l, raw, k); err != nil {
			g.markUnread(h, err)
		}
	}
	if l.part != "" && l.own && !l.metadataOnly && !l.has(raw) {
		g.markUnread(h, errors.New("it has no "+l.part))
		return
	}
	g.raw = raw
	k.keep(g)
}

// has reports whether the text of an object has the part that objects of the resource have. The spec of a
// budget may be empty, and the status of a node that never had a kubelet. A label of that name is a text.
func (l *list) has(raw []byte) bool {
	const space = " \t\r\n"
	for _, part, found := bytes.Cut(raw, []byte(`"`+l.part+`":`)); found; _, part, found = bytes.Cut(part, []byte(`"`+l.part+`":`)) {
		inner, is := bytes.CutPrefix(bytes.TrimLeft(part, space), []byte("{"))
		if is && (l.part == "status" || l.key == evidence.Budgets || !bytes.HasPrefix(bytes.TrimLeft(inner, space), []byte("}"))) {
			return true
		}
	}
	return false
}

// check checks an object, unless nothing of it is used again.
func (g *gathered) check(l list, raw []byte, k kind) error {
	w, isWorkload := k.(*workload)
	run, runs := k.(interface{ ended() bool })
	ended := runs && run.ended()
	switch {
	case isWorkload && w.replaced(l.from), ended && k.top().controller() == nil:
		return nil
	case ended:
		return g.over.object(l.from, raw, k.top(), l.whole)
	default:
		return g.checked.object(l.from, raw, k.top(), l.whole)
	}
}

// of returns an error if an object cannot be of the resource or namespace, or is only the metadata of
// one. Lists of built-in kinds omit the type of their objects.
func (l *list) of(h *head) error {
	kind := l.from.resource.Kind
	switch {
	case h.Metadata.Name == "":
		return errors.New("it has no name")
	case l.own && h.Metadata.Namespace == "" && l.from.resource.Scope == discovery.Namespaced:
		return errors.New("it has no namespace")
	case l.namespace != "" && h.Metadata.Namespace != l.namespace:
		return errors.New("it is in the namespace " + printable(h.Metadata.Namespace) + ", not in " + l.namespace)
	case h.Kind != "" && h.Kind != kind && (h.Kind != "PartialObjectMetadata" || !l.metadataOnly):
		return errors.New("it is a " + printable(h.Kind) + ", not a " + kind)
	default:
		return nil
	}
}

// markUnread counts an object that could not be read completely.
func (g *gathered) markUnread(h *head, err error) {
	if g.unread++; g.unread == 1 {
		g.first = err.Error()
		if h.Metadata.Name != "" {
			g.first = printable(finding.ObjectName(h.Metadata.Namespace, h.Metadata.Name)) + ": " + g.first
		}
	}
}

func (g *gathered) reading(l list, err error) evidence.Reading {
	r := evidence.Reading{What: l.from.key().String(), State: evidence.Read, Count: g.seen - g.unread}
	r.What += phrase.With(" in ", l.namespace)
	switch {
	case err != nil:
		r = failed(r, err, "list "+r.What)
		if g.seen > 0 {
			r.State = evidence.Partial
			r.Reason = fmt.Sprintf("the list ended early, after %d objects: %s", g.seen, r.Reason)
		}
	case g.unread > 0:
		r.State = evidence.Partial
		r.Reason = fmt.Sprintf("%d of %d objects cannot be read; the first: %s", g.unread, g.seen, g.first)
	case l.namespace == "" && l.selector == "":
		if why := g.collector.stored.missing(l.from.key(), g.seen); why != "" {
			r.State, r.Reason = evidence.Partial, why
		}
	}
	return r
}

func failed(r evidence.Reading, err error, permission string) evidence.Reading {
	r.State, r.Reason = evidence.Failed, sentence(err)
	if status(err) == 403 {
		r.State, r.Permission = evidence.Forbidden, permission
		r.Reason = "the user may not " + permission
	}
	return r
}

// sentence returns the text of an error on one line.
func sentence(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

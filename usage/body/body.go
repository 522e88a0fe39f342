package body

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
)

// Outcome is the result of reading the body of an event.
type Outcome int

// The outcomes. None: the event has no body that writes an object.
const (
	None Outcome = iota
	Checked
	NotChecked
)

// mostFields is how many fields of one body are reported.
const mostFields = 50

// Reader checks bodies. It is not safe for concurrent use.
type Reader struct {
	checker *checker.Checker
	reader  reader.Reader
}

// NewReader returns a reader that checks bodies against the target of a table.
func NewReader(table *api.Table) *Reader { return &Reader{checker: table.Check()} }

// typed is the type of a body, from the body or from the resource of its request.
type typed struct {
	apiVersion, kind string
	// own says that the type is in the body.
	own bool
}

// Of returns the findings about fields in the body of an event that the target does not have.
func (r *Reader) Of(e *event.Event, a *api.API) ([]*finding.Finding, Outcome) {
	if len(e.Request) == 0 {
		return nil, None
	}
	switch string(e.Verb) {
	case "create", "update", "patch":
	default:
		return nil, None
	}
	if e.Request[0] != '{' || a == nil {
		return nil, NotChecked // a JSON patch, or an unknown API
	}
	t, whole := typeOf(e, a)
	if !whole || !r.checker.HasFields(t.apiVersion, t.kind) {
		return nil, NotChecked
	}
	list, read := r.find(e, t)
	if !read {
		return nil, NotChecked
	}
	return list, Checked
}

// typeOf returns the type of a body. Merge patches can lack one: they are parts of the
// object that they are sent to.
func typeOf(e *event.Event, a *api.API) (t typed, whole bool) {
	version, kind := event.Inner(event.Member(e.Request, "apiVersion")), event.Inner(event.Member(e.Request, "kind"))
	switch {
	case len(version) > 0 && len(kind) > 0:
		return typed{event.Unescape(version), event.Unescape(kind), true}, true
	case len(version)+len(kind) > 0 || string(e.Verb) != "patch":
		return t, false
	}
	switch string(e.Subresource) {
	case "", "status", "finalize", "approval", "ephemeralcontainers", "resize":
		return typed{a.GroupVersion.String(), a.Kind, false}, true
	default:
		return t, false // the body has another kind, such as Scale
	}
}

// indices matches the list indices in the path of a field.
var indices = lazy.Regexp(`\[[^\]]*\]`)

// find checks the body of an event.
func (r *Reader) find(e *event.Event, t typed) (list []*finding.Finding, read bool) {
	text := e.Request
	if !t.own {
		typeMeta := append(append([]byte(`{"apiVersion":`), event.Quote(t.apiVersion)...), `,"kind":`...)
		typeMeta = append(append(typeMeta, event.Quote(t.kind)...), ',')
		text = append(typeMeta, text[1:]...)
	}
	has := map[string]bool{}
	r.reader.Read("", text, func(o *tree.Object) {
		if read {
			return // the body is the first object
		}
		read = true
		r.checker.Fields(o, string(e.Verb) == "patch", func(f finding.Finding) {
			f.Field = indices().ReplaceAllLiteralString(f.Field, "[]")
			// The server that answered the request most likely does not have the field
			// either: it is a mistake in the object, and the upgrade changes nothing. For
			// custom resources the log does not show this.
			if f.Rule == checker.FieldUnknown {
				f.Severity = rule.Risky
			}
			if !has[f.Field] && len(has) < mostFields {
				has[f.Field] = true
				if sent(f.Field, string(e.Subresource) == "status") {
					list = append(list, &f)
				}
			}
		})
	})
	return list, read
}

// sent reports whether a client sends a field. The server sets the metadata, and the status, or
// everything else in requests for the status. Cloud Logging adds the type of a body.
func sent(field string, status bool) bool {
	first, _, _ := strings.Cut(field, ".")
	return first != "metadata" && first != "@type" && (first == "status") == status
}

package body

import (
	"bytes"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
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

const (
	// deepest is the depth to which objects are read.
	deepest = 64
	// mostKnown is how many sets of fields are cached, longestKnown the maximum length of
	// the names of one set.
	mostKnown, longestKnown = 1000, 4000
	// mostFields is how many fields of one body are reported.
	mostFields = 50
)

// Reader checks bodies. It parses an object completely only if the object has a field name
// that the target does not have. It is not safe for concurrent use.
type Reader struct {
	checker *checker.Checker
	// kinds are the kinds of the bodies so far, by "apiVersion kind".
	kinds map[string]*checker.Members
	// known caches the findings by kind and unknown names.
	known  map[string][]*finding.Finding
	reader reader.Reader

	key, path []byte
	patch     bool
	tooDeep   bool
}

// NewReader returns a reader that checks bodies against the target of a table.
func NewReader(table *api.Table) *Reader {
	return &Reader{checker: table.Check(), kinds: map[string]*checker.Members{}, known: map[string][]*finding.Finding{}}
}

// typed is the type of a body, from the body or from the resource of its request.
type typed struct {
	apiVersion, kind string
	// own says that the type is in the body.
	own bool
}

// Of returns the findings about fields in the body of an event that the target does not
// have. The list is shared: callers must not change it.
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
	if !whole {
		return nil, NotChecked
	}
	members := r.members(t)
	if members == nil {
		return nil, NotChecked
	}
	r.patch, r.tooDeep = string(e.Verb) == "patch", false
	r.key = append(append(append(append(r.key[:0], t.apiVersion...), ' '), t.kind...), '\n')
	r.path = r.path[:0]
	named := len(r.key)
	r.object(e.Request, members, 0)
	if r.tooDeep {
		return nil, NotChecked
	}
	if len(r.key) == named {
		return nil, Checked
	}
	list, read := r.find(e.Request, t)
	if !read {
		return nil, NotChecked
	}
	return sent(list, string(e.Subresource) == "status"), Checked
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

func (r *Reader) members(t typed) *checker.Members {
	r.key = append(append(append(r.key[:0], t.apiVersion...), ' '), t.kind...)
	if m, seen := r.kinds[string(r.key)]; seen {
		return m
	}
	m := r.checker.Members(t.apiVersion, t.kind)
	if m != nil { // a log can contain any number of unknown kinds
		r.kinds[string(r.key)] = m
	}
	return m
}

// value searches a value for unknown names and adds them to the key.
func (r *Reader) value(text []byte, m *checker.Members, depth int) {
	switch {
	case m == nil || text[0] != '{' && text[0] != '[':
	case depth > deepest:
		r.tooDeep = true
	case text[0] == '{':
		r.object(text, m, depth)
	default:
		if items := m.Items(); items != nil {
			for _, item := range event.Each(text) {
				r.value(item, items, depth+1)
			}
		}
	}
}

func (r *Reader) object(text []byte, m *checker.Members, depth int) {
	at := len(r.path)
	for name, value := range event.Each(text) {
		if bytes.IndexByte(name, '\\') >= 0 {
			name = []byte(event.Unescape(name))
		}
		if r.patch && len(name) > 0 && name[0] == '$' {
			continue // a directive: $patch, $setElementOrder/containers
		}
		switch next, missing := m.Field(name); {
		case missing:
			r.note(name, value[0] == 'n')
		case next != nil:
			r.path = append(append(r.path, name...), '.')
			r.value(value, next, depth+1)
			r.path = r.path[:at]
		}
	}
}

// note adds an unknown name to the key. The checker treats null values differently.
func (r *Reader) note(name []byte, null bool) {
	if len(r.key) > longestKnown {
		return
	}
	r.key = append(append(r.key, r.path...), name...)
	if null {
		r.key = append(r.key, '=')
	}
	r.key = append(r.key, '\n')
}

// find checks the object, unless an object with the same names was checked before.
func (r *Reader) find(text []byte, t typed) (list []*finding.Finding, read bool) {
	if r.patch {
		r.key = append(r.key, "patch"...)
	}
	key := string(r.key)
	if list, seen := r.known[key]; seen {
		return list, true
	}
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
		r.checker.Fields(o, r.patch, func(f finding.Finding) {
			f.Field = finding.Unindexed(f.Field)
			// The server that answered the request most likely does not have the field
			// either: it is a mistake in the object, and the upgrade changes nothing. For
			// custom resources the log does not show this.
			if f.Rule == checker.FieldUnknown {
				f.Severity = rule.Risky
			}
			if !has[f.Field] && len(list) < mostFields {
				has[f.Field] = true
				list = append(list, &f)
			}
		})
	})
	if read && len(key) <= longestKnown && len(r.known) < mostKnown {
		r.known[key] = list
	}
	return list, read
}

// sent leaves out findings about parts that the server sets: the metadata, and the status, or
// everything else in requests for the status. Cloud Logging adds the type of a body.
func sent(list []*finding.Finding, status bool) (out []*finding.Finding) {
	for _, f := range list {
		first, _, _ := strings.Cut(f.Field, ".")
		if first != "metadata" && first != "@type" && (first == "status") == status {
			out = append(out, f)
		}
	}
	return out
}

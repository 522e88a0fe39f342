package event

import (
	"bytes"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// Event is an audit event. Its byte slices are parts of the text that it was read from. They are
// valid until the next event is read. Texts are escaped as in JSON: see Unescape.
type Event struct {
	// Level is Metadata, Request or RequestResponse. It is empty if the envelope does not have it.
	Level, Stage, Verb []byte
	// Agent is the user agent.
	Agent []byte
	// Time is the time at which the request was received, in RFC 3339.
	Time []byte
	// Group, Version, Resource, Subresource and Namespace are those of the request. Resource is
	// empty for requests that are not for a resource; these have a Path.
	Group, Version, Resource, Subresource, Namespace []byte
	Path                                             []byte
	// Username is the name of the authenticated user.
	Username []byte
	// Body says that the event has the body of the request or of the response. Request is the JSON
	// of the request's body, or nil.
	Body    bool
	Request []byte

	// These members are not decoded.
	kind, apiVersion, id, uri, ref, user, impersonated, sources, status []byte
	// table says that it is a row of AKSAudit.
	table bool
	// Text is the whole value that the event was read from.
	Text []byte
	// Caller is the same pointer for the same text about the caller, and Object for the same
	// reference to an object. They are nil if the text is not cached.
	Caller, Object *Known
}

// ofKubernetes reads an audit event as the API server writes it, from the opening brace at i. end
// is the index after it. is reports whether it is an audit event.
func (e *Event) ofKubernetes(b []byte, i int) (end int, is bool) {
	*e = Event{}
	p := partsOf(b, i)
	for name, value := range p.all {
		e.take(name, value)
	}
	if p.truncated {
		return truncated, false
	}
	audit := bytes.HasPrefix(e.apiVersion, []byte("audit.k8s.io/"))
	if audit && string(e.kind) != "Event" || !audit && e.id == nil {
		return p.i, false
	}
	if e.Verb == nil || e.Stage == nil && e.Level == nil {
		return p.i, false
	}
	e.Text = b[i:p.i]
	e.Username = Inner(Member(e.user, "username"))
	e.locate()
	return p.i, len(e.Resource)+len(e.uri) > 0 // what was requested is known
}

// member is a member of an event that is needed.
type member struct {
	role role
	// column is its name in AKSAudit, the table of Azure Monitor for the audit log of AKS.
	column string
	// raw: the value is kept as it is written, and that of a column of dynamic type may be in a text.
	// Otherwise it is a text.
	raw bool
	// in is its place; nil if only its presence or its role counts.
	in func(*Event) *[]byte
}

// The members by name. The names are those of audit.k8s.io/v1, v1beta1 and v1alpha1.
//
//nolint:gochecknoglobals // constants
var (
	members = map[string]*member{
		"kind":                     {head, "", false, func(e *Event) *[]byte { return &e.kind }},
		"apiVersion":               {head, "", false, func(e *Event) *[]byte { return &e.apiVersion }},
		"level":                    {head, "Level", false, func(e *Event) *[]byte { return &e.Level }},
		"auditID":                  {elsewhere, "AuditId", false, func(e *Event) *[]byte { return &e.id }},
		"stage":                    {stage, "Stage", false, func(e *Event) *[]byte { return &e.Stage }},
		"requestURI":               {elsewhere, "RequestUri", false, func(e *Event) *[]byte { return &e.uri }},
		"verb":                     {caller, "Verb", false, func(e *Event) *[]byte { return &e.Verb }},
		"user":                     {caller, "User", true, func(e *Event) *[]byte { return &e.user }},
		"impersonatedUser":         {caller, "ImpersonatedUser", true, func(e *Event) *[]byte { return &e.impersonated }},
		"sourceIPs":                {caller, "SourceIps", true, func(e *Event) *[]byte { return &e.sources }},
		"userAgent":                {caller, "UserAgent", false, func(e *Event) *[]byte { return &e.Agent }},
		"objectRef":                {elsewhere, "ObjectRef", true, func(e *Event) *[]byte { return &e.ref }},
		"responseStatus":           {status, "ResponseStatus", true, func(e *Event) *[]byte { return &e.status }},
		"requestReceivedTimestamp": {elsewhere, "", false, func(e *Event) *[]byte { return &e.Time }},
		"timestamp":                {elsewhere, "TimeGenerated", false, func(e *Event) *[]byte { return &e.Time }},
		"requestObject":            {elsewhere, "RequestObject", true, func(e *Event) *[]byte { return &e.Request }},
		"responseObject":           {elsewhere, "ResponseObject", false, nil},
		"annotations":              {rest, "", false, nil},
	}
	columns = func() map[string]*member {
		all := map[string]*member{}
		for _, m := range members {
			all[m.column] = m
		}
		delete(all, "")
		return all
	}()
)

// take stores a member that is needed, or a column.
func (e *Event) take(name, value []byte) {
	m, bodied := members[string(name)], bytes.HasSuffix(name, []byte("Object"))
	if m == nil {
		if m = columns[string(name)]; m == nil || bodied && len(value) <= len(`""`) {
			return // a row without a body has empty columns for it
		}
		e.table = e.table || m == members["auditID"]
		if m.raw {
			value = dynamic(value)
		}
	}
	e.Body = e.Body || bodied
	if !m.raw {
		value = Inner(value)
	}
	if m.in != nil {
		*m.in(e) = value
	}
}

// dynamic returns the JSON object or array in a text, or the value itself.
func dynamic(value []byte) []byte {
	if text := Inner(value); len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		if inside := []byte(Unescape(text)); unjson.ContainerEnd(inside, 0) != truncated {
			return inside
		}
	}
	return value
}

// locate sets the resource of the request, from the reference to the object, or from the path if
// the reference is missing or incomplete.
func (e *Event) locate() {
	path, _, _ := bytes.Cut(plain(e.uri), []byte("?"))
	if len(e.ref) > 0 && e.ref[0] == '{' {
		for name, value := range Each(e.ref) {
			e.refer(name, Inner(value))
		}
		e.split()
	}
	if e.lacks(path) {
		e.byPath(path)
	}
}

// plain returns a text without JSON escapes: some programs escape each slash.
func plain(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	return []byte(Unescape(text))
}

// lacks reports whether the reference to the object does not have the whole API, because a program
// that forwards the log removed members. The core group has no name.
func (e *Event) lacks(path []byte) bool {
	return len(e.Resource) == 0 || len(e.Version) == 0 || len(e.Group) == 0 && bytes.HasPrefix(path, []byte("/apis/"))
}

func (e *Event) refer(name, value []byte) {
	switch string(name) {
	case "resource":
		e.Resource = value
	case "subresource":
		e.Subresource = value
	case "namespace":
		e.Namespace = value
	case "apiGroup":
		e.Group = value
	case "apiVersion":
		e.Version = value
	}
}

// split separates group and version, which are one text in v1alpha1.
func (e *Event) split() {
	if group, version, both := bytes.Cut(plain(e.Version), []byte("/")); both {
		e.Group, e.Version = group, version
	}
}

// byPath parses the path of a request: /api/v1/…, /apis/GROUP/VERSION/….
func (e *Event) byPath(path []byte) {
	parts := bytes.Split(bytes.Trim(path, "/"), []byte("/"))
	switch {
	case len(parts) > 2 && string(parts[0]) == "api":
		e.Version, parts = parts[1], parts[2:]
	case len(parts) > 3 && string(parts[0]) == "apis":
		e.Group, e.Version, parts = parts[1], parts[2], parts[3:]
	default:
		e.Path = path
		return
	}
	e.below(parts)
}

// below parses the parts of a path after the version.
func (e *Event) below(parts [][]byte) {
	if len(parts) > 1 && (string(parts[0]) == "watch" || string(parts[0]) == "proxy") {
		parts = parts[1:]
	}
	if len(parts) > 2 && string(parts[0]) == "namespaces" && string(parts[2]) != "status" && string(parts[2]) != "finalize" {
		e.Namespace, parts = parts[1], parts[2:]
	}
	e.Resource = parts[0]
	if len(parts) > 2 {
		e.Subresource = parts[2]
	}
}

// Discovery reports whether the request is for discovery or OpenAPI. Clients request these for all
// versions, so that they do not show the use of a version.
func (e *Event) Discovery() bool {
	first, _, _ := bytes.Cut(bytes.Trim(e.Path, "/"), []byte("/"))
	switch string(first) {
	case "api", "apis", "openapi", "swagger.json", "swagger-2.0.0.pb-v1", "swaggerapi", "version":
		return true
	}
	return false
}

// Reads reports whether a verb changes nothing.
func Reads(verb string) bool {
	switch verb {
	case "get", "list", "watch", "head":
		return true
	}
	return false
}

// Refused reports whether the response was an error.
func (e *Event) Refused() bool { return Refused(string(Member(e.status, "code"))) }

// Refused reports whether a response code is that of an error. Codes are those of HTTP, or in Cloud
// Logging those of google.rpc.Code, where all but 0 are errors.
func Refused(status string) bool {
	const errors, google = 400, 20
	code, err := strconv.Atoi(status)
	return err == nil && (code >= errors || code > 0 && code < google)
}

// Groups returns the groups of the user.
func (e *Event) Groups() []string { return texts(Member(e.user, "groups")) }

// Impersonated returns the name of the impersonated user, or "".
func (e *Event) Impersonated() string { return Unescape(Inner(Member(e.impersonated, "username"))) }

// Sources returns the addresses that the request came from.
func (e *Event) Sources() []string {
	if s := Inner(e.sources); s != nil {
		return []string{Unescape(s)}
	}
	return texts(e.sources)
}

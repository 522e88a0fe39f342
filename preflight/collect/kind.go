package collect

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// kind is what is decoded of an object of a list.
type kind interface {
	top() *head
	// keep adds it to the evidence.
	keep(g *gathered)
}

// plain is an object whose metadata is enough.
type plain struct{ head }

func (*plain) keep(*gathered) {}

// job is a Job. Its template is checked.
type job struct {
	plain
	Status struct {
		Conditions conditions `json:"conditions"`
	} `json:"status"`
}

func (j *job) ended() bool {
	return j.Status.Conditions.of("Complete").Status == "True" || j.Status.Conditions.of("Failed").Status == "True"
}

// namespace provides the labels for the selectors of webhooks.
type namespace struct{ head }

func (n *namespace) keep(g *gathered) {
	g.NamespaceLabels[n.Metadata.Name] = n.Metadata.Labels
	if n.Metadata.Name == kubeSystem {
		g.Server.UID = clip(n.Metadata.UID)
	}
}

// gathered is what one list provides: its part of the evidence.
type gathered struct {
	collector *collector
	from      served
	evidence.Evidence
	words words
	finds
	// over has the findings in pods and Jobs that have ended.
	over results
	// revisions has the Helm releases by "namespace/name".
	revisions map[string]revisions
	// raw is the text of the object that is kept.
	raw []byte
	// seen counts the objects, unread those that could not be read.
	seen, unread int
	// first describes the first unread object. page is the first object of a page.
	first, page string
	// last is the name of the last object.
	last string
}

func newGathered(c *collector, from served) *gathered {
	return &gathered{
		collector: c, from: from, finds: c.finds(), over: results{check: ofEnded(c.options.Check), versions: c.versions}, words: words{map[string]string{}, map[string]map[string]string{}}, revisions: map[string]revisions{},
		Evidence: evidence.Evidence{NamespaceLabels: map[string]map[string]string{}, Endpoints: map[string]evidence.Endpoints{}},
	}
}

// finds is what was found in objects: their writers at old versions, and what the target does not
// accept.
type finds struct {
	usage   usages
	checked results
}

func (c *collector) finds() finds {
	return finds{usages{versions: c.versions}, results{check: c.options.Check, versions: c.versions}}
}

// words stores strings that many objects share, each once.
type words struct {
	strings map[string]string
	maps    map[string]map[string]string
}

// maxWords is the largest number of words.
const maxWords = 1 << 14

func (w *words) share(s string) string {
	if s == "" {
		return ""
	}
	if known, has := w.strings[s]; has {
		return known
	}
	if len(w.strings) < maxWords {
		w.strings[s] = s
	}
	return s
}

// maxAnnotation is the length up to which annotations are kept. Longer ones are data of some tool.
const maxAnnotation = 1024

// head is what all objects have. Lists of built-in kinds omit the type of their objects.
type head struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	Metadata   metadata `json:"metadata"`
}

type metadata struct {
	Name          string             `json:"name"`
	Namespace     string             `json:"namespace"`
	UID           string             `json:"uid"`
	Generation    int64              `json:"generation"`
	Labels        map[string]string  `json:"labels"`
	Annotations   map[string]string  `json:"annotations"`
	Owners        []evidence.Owner   `json:"ownerReferences"`
	ManagedFields []evidence.Manager `json:"managedFields"`
}

func (h *head) top() *head { return h }

// controller returns the owner that manages the object; nil if there is none.
func (h *head) controller() *evidence.Owner {
	return slice.Find(h.Metadata.Owners, func(o *evidence.Owner) bool { return o.Controller })
}

// object returns what is kept of the object. Its type is that of the list.
func (h *head) object(from served) evidence.Object {
	m := &h.Metadata
	return evidence.Object{
		APIVersion: from.gv.String(), Kind: from.resource.Kind,
		Namespace: m.Namespace, Name: m.Name, UID: m.UID, Labels: m.Labels, Annotations: m.annotations(), Owners: m.Owners, Managers: m.ManagedFields,
	}
}

// annotations returns the annotations that are kept; nil if there are none.
func (m *metadata) annotations() (kept map[string]string) {
	for key, value := range m.Annotations {
		if key == secret.LastApplied || len(value) > maxAnnotation {
			continue
		}
		if kept == nil {
			kept = map[string]string{}
		}
		kept[key] = value
	}
	return kept
}

// named returns an error if a single object is not the requested one.
func (h *head) named(kind, name string) error {
	if h.APIVersion != "v1" || h.Kind != kind || h.Metadata.Name != name || kind == "ConfigMap" && h.Metadata.Namespace != kubeSystem {
		return fmt.Errorf("the response is not a %s %s: is there a proxy in front of the API server?", kind, name)
	}
	return nil
}

// printable returns a name without control characters, truncated for a message.
func printable(name string) string {
	return strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '?'
		}
		return r
	}, phrase.Clip(name, 120)), "?")
}

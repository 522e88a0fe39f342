package rule

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Change is one difference between two surfaces, as a reader would count it.
// Its JSON form is part of the report's contract.
type Change struct {
	// Fingerprint is 12 hex digits over what the change is about (not over its
	// texts), stable from run to run: the key of waivers.
	Fingerprint string   `json:"fingerprint"`
	Rule        string   `json:"rule"`
	Severity    Severity `json:"severity"`
	// Group, Version, Resource, Subresource and Kind name the API; empty where
	// the change is not about one (a shared schema, the whole server).
	Group       string `json:"group"`
	Version     string `json:"version"`
	Resource    string `json:"resource"`
	Subresource string `json:"subresource"`
	Kind        string `json:"kind"`
	// Field is the property below Schema; of a query parameter, its name.
	Field string `json:"field"`
	// Schema is the name of the OpenAPI schema that declares the field.
	Schema string `json:"schema"`
	// Verb names the verbs concerned, separated by commas.
	Verb      string              `json:"verb"`
	Stability discovery.Stability `json:"stability"`
	// ServedByDefault: a default API server of that release serves it.
	ServedByDefault bool `json:"servedByDefault"`
	// Old and New are the two values, in the form that the rule's page tells.
	Old string `json:"old"`
	New string `json:"new"`
	// Message is one sentence without a full stop, in plain text. It begins with the title.
	Message string `json:"message"`
	// About names the API in the message, "apps/v1 deployments/scale", or the definition.
	About string `json:"about,omitempty"`
	// Variant tells which of the rule's messages it is, "" for the usual one.
	Variant Variant `json:"variant,omitempty"`
	// Stage of a new field, and Keyword that differs, as the message names them.
	Stage   discovery.Stability `json:"stage,omitempty"`
	Keyword string              `json:"keyword,omitempty"`
	// The lifecycle of the version concerned, "" where it is not known.
	Introduced  discovery.Release           `json:"introduced"`
	Deprecated  discovery.Release           `json:"deprecated"`
	Removed     discovery.Release           `json:"removed"`
	Replacement *discovery.GroupVersionKind `json:"replacement,omitempty"`
	// Reaches lists the kinds that a schema change reaches.
	Reaches []Reach `json:"reaches,omitempty"`
	// Detail tells apart changes of one rule on one thing (an enum's values); it
	// is part of the fingerprint.
	Detail string `json:"-"`
}

// Variant is one of the messages of a rule that has several.
type Variant string

const (
	// ByDefault says that the resource is no longer served by default, and can be turned on.
	ByDefault Variant = "by-default"
	// Mentions says that the description mentions something deprecated; the field is not.
	Mentions Variant = "mentions"
)

// Title names what changed: "JobSpec.managedBy", "apps/v1 deployments"; "" where the
// change is about neither a schema nor an API.
func (c *Change) Title() string {
	if c.Schema == "" {
		return c.About
	}
	return strings.TrimSuffix(c.Schema[strings.LastIndexByte(c.Schema, '.')+1:]+"."+c.Field, ".")
}

// says is the change with its message.
func (c Change) says(text string) Change {
	c.Message = c.Title() + " " + text
	return c
}

// detailed is the change with its detail.
func (c Change) detailed(detail string) Change {
	c.Detail = detail
	return c
}

// between is the change with its two values.
func (c Change) between(old, new string) Change {
	c.Old, c.New = old, new
	return c
}

// Split gives the title, and what the message says after it; no title where the message
// does not begin with it.
func (c *Change) Split() (title, text string) {
	if text, begins := strings.CutPrefix(c.Message, c.Title()+" "); begins {
		return c.Title(), text
	}
	return "", c.Message
}

// GroupVersion is the group-version that the change is about.
func (c *Change) GroupVersion() discovery.GroupVersion {
	return discovery.GroupVersion{Group: c.Group, Version: c.Version}
}

// Seal computes the fingerprint and makes the message one line: it may hold an
// expression or a value that has several.
func (c *Change) Seal() {
	c.Message = strings.Join(strings.Fields(c.Message), " ")
	sum := sha256.Sum256([]byte(strings.Join([]string{
		c.Rule, c.Group, c.Version, c.Resource, c.Subresource, c.Schema, c.Field, c.Verb, c.Detail,
	}, "\x00")))
	c.Fingerprint = hex.EncodeToString(sum[:6])
}

// Compare is the total order of changes: strongest first, then by API, then by
// rule. Equal only for the same change.
func Compare(a, b Change) int {
	return cmp.Or(
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		discovery.CompareGroupVersion(a.GroupVersion(), b.GroupVersion()),
		strings.Compare(a.Resource, b.Resource),
		strings.Compare(a.Subresource, b.Subresource),
		strings.Compare(a.Schema, b.Schema),
		strings.Compare(a.Field, b.Field),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Verb, b.Verb),
		strings.Compare(a.Detail, b.Detail),
	)
}

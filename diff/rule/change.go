package rule

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Change is one difference between two surfaces. Its JSON form is part of the report's contract.
type Change struct {
	// Fingerprint is 12 hex digits that identify the subject of the change, not its texts. It is
	// the same in every run, and waivers refer to it.
	Fingerprint string   `json:"fingerprint"`
	Rule        string   `json:"rule"`
	Severity    Severity `json:"severity"`
	// Group, Version, Resource, Subresource and Kind name the API. They are empty if the change is
	// not about one API, such as a change of a shared schema or of the whole server.
	Group       string `json:"group"`
	Version     string `json:"version"`
	Resource    string `json:"resource"`
	Subresource string `json:"subresource"`
	Kind        string `json:"kind"`
	// Field is the path of the property below Schema, or the name of a query parameter.
	Field string `json:"field"`
	// Schema is the name of the OpenAPI schema that declares the field.
	Schema string `json:"schema"`
	// Verb lists the verbs, separated by commas.
	Verb      string              `json:"verb"`
	Stability discovery.Stability `json:"stability"`
	// ServedByDefault reports that an API server with default settings serves the API.
	ServedByDefault bool `json:"servedByDefault"`
	// Old and New are the two values. The rule's page describes their form.
	Old string `json:"old"`
	New string `json:"new"`
	// Message is one sentence in plain text, without a full stop. It begins with the title.
	Message string `json:"message"`
	// About names the API or the definition in the message, such as "apps/v1 deployments/scale".
	About string `json:"about,omitempty"`
	// Variant identifies the message of a rule that has several; "" for the usual message.
	Variant Variant `json:"variant,omitempty"`
	// Stage is the stage of a new field, and Keyword the schema keyword that differs. The message
	// names them.
	Stage   discovery.Stability `json:"stage,omitempty"`
	Keyword string              `json:"keyword,omitempty"`
	// Introduced, Deprecated and Removed are the lifecycle of the version; zero if it is not known.
	Introduced  discovery.Release           `json:"introduced"`
	Deprecated  discovery.Release           `json:"deprecated"`
	Removed     discovery.Release           `json:"removed"`
	Replacement *discovery.GroupVersionKind `json:"replacement,omitempty"`
	// Reaches lists the kinds that contain the changed schema.
	Reaches []Reach `json:"reaches,omitempty"`
	// Detail distinguishes changes of one rule to the same thing, such as several values of an
	// enum. It is part of the fingerprint.
	Detail string `json:"-"`
}

// Variant identifies one of the messages of a rule that has several.
type Variant string

const (
	// ByDefault means that the resource is no longer served by default, but can be enabled.
	ByDefault Variant = "by-default"
	// Mentions means that the field is not deprecated, but its description mentions something
	// deprecated.
	Mentions Variant = "mentions"
	// Unserved means that a side does not serve the version.
	Unserved Variant = "unserved"
)

// Title names what changed, such as "JobSpec.managedBy" or "apps/v1 deployments"; "" if the change
// is about neither a schema nor an API.
func (c *Change) Title() string {
	if c.Schema == "" {
		return c.About
	}
	name := c.Schema[strings.LastIndexByte(c.Schema, '.')+1:]
	if strings.HasPrefix(c.Field, `["`) {
		return name + c.Field
	}
	return strings.TrimSuffix(name+"."+c.Field, ".")
}

func (c Change) says(text string) Change {
	c.Message = c.Title() + " " + text
	return c
}

func (c Change) detailed(detail string) Change {
	c.Detail = detail
	return c
}

func (c Change) between(old, new string) Change {
	c.Old, c.New = old, new
	return c
}

// Split returns the title and the rest of the message. The title is "" if the message does not
// begin with it.
func (c *Change) Split() (title, text string) {
	if text, begins := strings.CutPrefix(c.Message, c.Title()+" "); begins {
		return c.Title(), text
	}
	return "", c.Message
}

// GroupVersion returns the group-version that the change is about.
func (c *Change) GroupVersion() discovery.GroupVersion {
	return discovery.GroupVersion{Group: c.Group, Version: c.Version}
}

// Seal computes the fingerprint and writes the message on one line, because an expression or a
// value in it can have several.
func (c *Change) Seal() {
	c.Message = strings.Join(strings.Fields(c.Message), " ")
	sum := sha256.Sum256([]byte(strings.Join([]string{
		c.Rule, c.Group, c.Version, c.Resource, c.Subresource, c.Schema, c.Field, c.Verb, c.Detail,
	}, "\x00")))
	c.Fingerprint = hex.EncodeToString(sum[:6])
}

// Compare defines the total order of changes: by severity with the strongest first, then by API,
// then by rule. The result is 0 only for the same change.
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

package rule

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// Rule describes one way in which two surfaces can differ. Exactly one of its functions is set; its
// type determines what the rule sees.
type Rule struct {
	// ID is in kebab case. It never changes, because waivers name it.
	ID string `json:"id"`
	// Title names the difference in a few words.
	Title string `json:"title"`
	// Severity is the severity of most changes of the rule. Varies describes the exceptions.
	Severity Severity `json:"severity"`
	Varies   string   `json:"varies"`
	// Since is the release of kubedelta that added the rule.
	Since string `json:"since"`
	// Doc is the text of the rule's page, in Markdown: what the change means for users, the reason
	// for the severity, and the content of Old and New.
	Doc string `json:"doc"`
	// Example is one or two lines about a change that the rule reports.
	Example string `json:"example"`
	// HelpURI is the address of the rule's page; "" if there is none.
	HelpURI string `json:"-"`
	// Aspect is what the rule compares, in the words of reports: "verbs". Needs returns what a
	// source knows about it. The rule runs only if both sides know it. They are empty if every
	// source knows it.
	Aspect string                                       `json:"needs"`
	Needs  func(discovery.Fidelity) discovery.Knowledge `json:"-"`

	// Surface is called once, with both surfaces.
	Surface func(Surfaces) []Change `json:"-"`
	// GroupVersion is called for each group-version that at least one side shows.
	GroupVersion func(GroupVersion) []Change `json:"-"`
	// Group is called for each group that both sides show.
	Group func(Group) []Change `json:"-"`
	// Resource is called for each resource that at least one side shows.
	Resource func(Resource) []Change `json:"-"`
	// Field is called for each place that differs, in each schema that both sides have.
	Field func(Field) []Change `json:"-"`
}

// Surfaces are the two sides of a comparison, limited to what the view shows.
type Surfaces struct {
	Old, New *discovery.Surface
	// Resources are the resources that both sides show at the same version.
	Resources []Resource
	// HiddenOld and HiddenNew are the query parameters, media types and subresources of each side
	// that are not compared because they are off by default.
	HiddenOld, HiddenNew discovery.Features
	// Expressions keeps the parsed rules of schemas, because a proof needs those of many places; nil
	// parses them each time.
	Expressions Expressions
	// Effort counts the work of all proofs; nil if each proof counts its own.
	Effort *cel.Effort
}

// Group is a group that both sides show.
type Group struct {
	Name string
	// OldPreferred and NewPreferred are the preferred versions of a server that serves what is
	// compared; "" if the version is not known or the group has none.
	OldPreferred, NewPreferred string
	// Stays reports that the new side still serves the old preferred version.
	Stays bool
	// Disabled reports that a default server does not serve one of the two preferred versions.
	Disabled bool
}

// GroupVersion is a group-version that at least one side shows.
type GroupVersion struct {
	Name discovery.GroupVersion
	// InOld and InNew report which sides show it.
	InOld, InNew bool
	// Disabled reports that no default server serves any of its resources.
	Disabled bool
}

func (g GroupVersion) change(text string) []Change {
	return []Change{Change{
		Severity: Info, Group: g.Name.Group, Version: g.Name.Version,
		Stability: discovery.StabilityOf(g.Name.Version), ServedByDefault: !g.Disabled,
		About: g.Name.String(),
	}.says(text)}
}

// Resource is a resource that at least one side shows.
type Resource struct {
	Surfaces
	// GroupVersion is the group-version in the URL; for a graduated resource, that of the new side.
	GroupVersion discovery.GroupVersion
	// OldResource and NewResource are nil if the side does not show the resource.
	OldResource, NewResource *discovery.Resource
	// From is the version that a graduated resource left; "" for any other resource. If it is set,
	// OldResource is the resource in that version.
	From string
}

// Stays reports whether both sides show the resource at the same version.
func (r Resource) Stays() bool {
	return r.OldResource != nil && r.NewResource != nil && r.From == ""
}

// staying limits a rule to the resources that both sides show at the same version.
func staying(check func(Resource) []Change) func(Resource) []Change {
	return func(r Resource) []Change {
		if !r.Stays() {
			return nil
		}
		return check(r)
	}
}

// breaking returns the severity of a change that breaks users of the resource; see
// [Field.severity].
func (r Resource) breaking() Severity {
	at := r.GroupVersion
	at.Version = cmp.Or(r.From, at.Version)
	custom := r.OldResource != nil && r.OldResource.Custom != nil || r.NewResource != nil && r.NewResource.Custom != nil
	if discovery.StabilityOf(at.Version) == discovery.Alpha && !custom && !r.BySchema(at) {
		return Risky
	}
	return Breaking
}

// BySchema reports whether a side shows that a version of a resource belongs to a custom resource
// definition.
func (s Surfaces) BySchema(gv discovery.GroupVersion) bool {
	return slices.ContainsFunc([]*discovery.Surface{s.Old, s.New}, func(side *discovery.Surface) bool {
		v := side.GroupVersion(gv)
		return v != nil && v.Enforcement == discovery.BySchema
	})
}

// either returns the resource of the new side, or that of the old side if the new side has none.
func (r Resource) either() *discovery.Resource {
	if r.NewResource != nil {
		return r.NewResource
	}
	return r.OldResource
}

// kindChange starts a change about the resource. Its message names the resource by the kind.
func (r Resource) kindChange(severity Severity) Change {
	c := r.change(severity)
	c.About = r.GroupVersion.String() + " " + cmp.Or(c.Kind, c.Resource)
	return c
}

func (r Resource) change(severity Severity) Change {
	res := r.either()
	return Change{
		Severity: severity,
		Group:    r.GroupVersion.Group, Version: r.GroupVersion.Version, Resource: res.Name, Kind: res.Kind,
		Stability:       discovery.StabilityOf(r.GroupVersion.Version),
		ServedByDefault: !res.Disabled,
		About:           r.GroupVersion.String() + " " + res.Name,
		Introduced:      res.Lifecycle.Introduced, Deprecated: res.Lifecycle.Deprecated, Removed: res.Lifecycle.Removed,
	}
}

func (r Resource) subresourceChange(severity Severity, sub discovery.Subresource) Change {
	c := r.change(severity)
	c.Subresource, c.Kind = sub.Name, sub.Kind
	return c
}

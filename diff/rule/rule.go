package rule

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
)

// Rule is one way in which two surfaces can differ. Exactly one of its
// functions is set: it says what the rule is shown.
type Rule struct {
	// ID is kebab-case and stable for ever.
	ID string
	// Title says what the rule finds, in a few words.
	Title string
	// Severity of its changes as a rule; Varies says when it is another.
	Severity Severity
	Varies   string
	// Since is the release of kubedelta that brought the rule.
	Since string
	// Doc is the rule's page: what it means for a user, why the severity, and
	// what Old and New hold. Markdown.
	Doc string
	// Example is a line or two of what leads to a change.
	Example string
	// HelpURI is where the page can be read; "" where nowhere.
	HelpURI string
	// Needs picks the aspect of the fidelity that both sides must know for the
	// rule to run; nil for what every source knows.
	Needs func(discovery.Fidelity) discovery.Knowledge
	// Aspect names that aspect in reports: "verbs".
	Aspect string

	// Surface rules see both surfaces, once.
	Surface func(Surfaces) []Change
	// GroupVersion rules see each group-version that either side shows.
	GroupVersion func(GroupVersion) []Change
	// Group rules see each group that both sides show.
	Group func(Group) []Change
	// Resource rules see each resource that either side shows.
	Resource func(Resource) []Change
	// Field rules see each place of each schema that both sides have and that
	// differs.
	Field func(Field) []Change
}

// Surfaces are the two sides of a comparison, as far as the view shows them.
type Surfaces struct {
	Old, New *discovery.Surface
	// Resources are those that both sides show.
	Resources []Resource
	// HiddenOld and HiddenNew are query parameters and media types of each side that
	// are left out, because they are off by default.
	HiddenOld, HiddenNew discovery.Features
}

// Group is a group that both sides show.
type Group struct {
	Surfaces
	OldGroup, NewGroup *discovery.Group
	// OldPreferred and NewPreferred are the versions that a server prefers which
	// serves what is compared; "" where that is not known, or it serves none.
	OldPreferred, NewPreferred string
	// Stays: the new side still serves the old preferred version.
	Stays bool
	// Disabled: a default server does not prefer both.
	Disabled bool
}

// GroupVersion is a group-version that at least one side shows.
type GroupVersion struct {
	Surfaces
	Name discovery.GroupVersion
	// InOld and InNew tell which sides show it.
	InOld, InNew bool
	// Disabled: no default server serves any of its resources.
	Disabled bool
}

// Resource is a resource that at least one side shows.
type Resource struct {
	Surfaces
	// GroupVersion is that of the URL: of the new side for a graduated resource.
	GroupVersion discovery.GroupVersion
	// OldResource and NewResource are nil where the side does not show it.
	OldResource, NewResource *discovery.Resource
	// From is the version that a graduated resource left, "" otherwise. Then
	// OldResource is the resource as that version had it.
	From string
}

// Stays reports whether both sides show the resource at the same version.
func (r Resource) Stays() bool {
	return r.OldResource != nil && r.NewResource != nil && r.From == ""
}

// breaking is the severity of what breaks users of the resource; see [Field.severity].
func (r Resource) breaking() Severity {
	at := r.GroupVersion
	at.Version = cmp.Or(r.From, at.Version)
	if discovery.StabilityOf(at.Version) == discovery.Alpha && !r.bySchema(at) {
		return Risky
	}
	return Breaking
}

// bySchema tells whether a side shows that a version of the resource is a definition's.
func (r Resource) bySchema(at discovery.GroupVersion) bool {
	for _, s := range []*discovery.Surface{r.Old, r.New} {
		if v := s.GroupVersion(at); v != nil && v.Enforcement == discovery.BySchema {
			return true
		}
	}
	return r.OldResource != nil && r.OldResource.Custom != nil || r.NewResource != nil && r.NewResource.Custom != nil
}

// either is the resource on the new side, or on the old where it is gone.
func (r Resource) either() *discovery.Resource {
	if r.NewResource != nil {
		return r.NewResource
	}
	return r.OldResource
}

// kindChange starts a change about the resource, which its message names by the kind.
func (r Resource) kindChange(id string, severity Severity) Change {
	c := r.change(id, severity)
	c.About = r.GroupVersion.String() + " " + cmp.Or(c.Kind, c.Resource)
	return c
}

// change starts a change about the resource.
func (r Resource) change(id string, severity Severity) Change {
	res := r.either()
	return Change{
		Rule: id, Severity: severity,
		Group: r.GroupVersion.Group, Version: r.GroupVersion.Version, Resource: res.Name, Kind: res.Kind,
		Stability:       discovery.StabilityOf(r.GroupVersion.Version),
		ServedByDefault: !res.Disabled,
		About:           r.GroupVersion.String() + " " + res.Name,
		Introduced:      res.Lifecycle.Introduced, Deprecated: res.Lifecycle.Deprecated, Removed: res.Lifecycle.Removed,
	}
}

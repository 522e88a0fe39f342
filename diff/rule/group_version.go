package rule

import "github.com/kubedelta/kubedelta/discovery"

// change starts a change about the group-version.
func (g GroupVersion) change(id, text string) []Change {
	return []Change{Change{
		Rule: id, Severity: Info, Group: g.Name.Group, Version: g.Name.Version,
		Stability: discovery.StabilityOf(g.Name.Version), ServedByDefault: !g.Disabled,
		About: g.Name.String(),
	}.says(text)}
}

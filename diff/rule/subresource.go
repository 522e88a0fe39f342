package rule

import "github.com/kubedelta/kubedelta/discovery"

// subresourceChange starts a change about a subresource.
func (r Resource) subresourceChange(id string, severity Severity, sub discovery.Subresource) Change {
	c := r.change(id, severity)
	c.Subresource, c.Kind = sub.Name, sub.Kind
	return c
}

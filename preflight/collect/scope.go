package collect

import (
	"net/url"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// narrow leaves out of a list what is not in scope. extra: it is read only for who
// writes its objects, and for their fields.
func (c *collector) narrow(l list, extra bool) list {
	s := c.options.Scope
	if s.Whole() || !extra && !s.Narrows(l.key) || l.from.resource.Scope != discovery.Namespaced {
		return l
	}
	l.namespace = s.Namespace
	if s.Selector != "" && (extra || labelled(l.key)) {
		if l.selector != "" {
			l.selector += "&"
		}
		l.selector += "labelSelector=" + url.QueryEscape(s.Selector)
	}
	return l
}

// labelled: the labels of the objects are those of the pods, or chosen with them.
func labelled(key evidence.Resource) bool {
	return evidence.Scope{Selector: "any"}.Narrows(key)
}

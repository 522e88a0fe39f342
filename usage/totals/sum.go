package totals

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Calls returns the callers of affected APIs, sorted. Nothing may be added afterwards.
func (t *Totals) Calls() (list []*Call) {
	t.unmask()
	return sorted(&t.calls)
}

// Fields returns the callers that send fields that the target does not have, sorted. Nothing
// may be added afterwards.
func (t *Totals) Fields() []*Call { return sorted(&t.fields) }

// sorted returns all callers in a total order.
func sorted(b *bounded[Call]) (list []*Call) {
	list = slices.Collect(maps.Values(b.kept))
	for _, c := range b.folds {
		*c = Call{API: c.API, Field: c.Field, Others: true, Requests: c.Requests}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *Call) int {
		return cmp.Or(
			a.Found().Severity.Rank()-b.Found().Severity.Rank(), strings.Compare(a.API.Name(), b.API.Name()), strings.Compare(a.Subresource, b.Subresource),
			strings.Compare(a.Found().Rule, b.Found().Rule), strings.Compare(a.Found().Field, b.Found().Field),
			strings.Compare(a.User, b.User), strings.Compare(a.Impersonating, b.Impersonating), strings.Compare(a.Agent.String(), b.Agent.String()),
		)
	})
	return list
}

// unmask subtracts from users the requests that they sent as other users: the API server writes the
// stage RequestReceived before impersonation (the filter WithImpersonation runs after WithAudit).
func (t *Totals) unmask() {
	if t.unmasked {
		return
	}
	t.unmasked = true
	for _, c := range t.calls.kept {
		user := t.calls.kept[keyOf(c.API, c.Subresource, c.Impersonating, "", c.Agent)]
		if c.Impersonating == "" || user == nil {
			continue
		}
		for verb, s := range c.verbs {
			if own := user.verbs[verb]; own != nil {
				own.received = max(0, own.received-max(0, s.requests()-s.received))
			}
		}
	}
	maps.DeleteFunc(t.calls.kept, func(_ string, c *Call) bool {
		maps.DeleteFunc(c.verbs, func(_ string, s *stages) bool { return s.requests() == 0 })
		return len(c.verbs) == 0
	})
}

// Clients returns the programs, joined by name and version, the most frequent first.
func (t *Totals) Clients() []*Client {
	type name struct{ name, version string }
	sums := map[name]*Client{}
	add := func(c *Client) {
		k := name{c.Name, c.Version}
		if s := sums[k]; s != nil {
			s.Events += c.Events
			s.Others = s.Others || c.Others
			s.Users.join(&c.Users)
			return
		}
		one := *c
		one.Users = Few{slices.Clone(c.Users.List), c.Users.More}
		sums[k] = &one
	}
	for _, c := range t.clients.kept {
		add(c)
	}
	for _, c := range t.clients.folds {
		c.Others = true
		add(c)
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b *Client) int {
		return cmp.Or(b.Events-a.Events, strings.Compare(a.Name, b.Name), strings.Compare(a.Version, b.Version))
	})
}

// Resource returns the counts of a resource in all versions.
func (t *Totals) Resource(group, resource string) Resource {
	if r := t.resources.kept[group+"/"+resource]; r != nil {
		return *r
	}
	return Resource{Group: group, Resource: resource}
}

// Unchecked returns the APIs that the target has no data about, with their events.
func (t *Totals) Unchecked() map[string]int {
	all := map[string]int{}
	for _, u := range t.unchecked.kept {
		all[u.API] += u.Events
	}
	for _, u := range t.unchecked.folds {
		all["other APIs"] += u.Events
	}
	return all
}

// Events returns the number of events that were added.
func (t *Totals) Events() int { return t.Reads + t.Writes + t.Discovery + t.Others }

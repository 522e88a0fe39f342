// Package api finds what a target does with the API of a request: serve, deprecate or
// remove it.
//
// It owns the mapping from a resource in a URL to the kind that package scan/checker
// checks. It calls that package, so that usage and scan report the same for the same API.
// It must not depend on who sends the request.
package api

import (
	"cmp"
	"slices"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// API is a resource in one version of its group.
type API struct {
	discovery.GroupVersion
	Resource, Kind string
	// Found is the finding at the target, or nil if the target serves the API as before.
	Found *finding.Finding
	// Unchecked says that the target has no data about it.
	Unchecked bool
}

// Name returns, for example, "policy/v1beta1 podsecuritypolicies".
func (a *API) Name() string { return a.GroupVersion.String() + " " + a.Resource }

// Table has the result of the check of every known API at a target. It is safe for
// concurrent use.
type Table struct {
	checker *checker.Checker
	kinds   map[discovery.GroupVersionResource]string
	mu      sync.Mutex
	apis    map[discovery.GroupVersionResource]*API
}

// New makes the table of a target.
func New(target checker.Target) (*Table, error) {
	j, err := checker.New(target)
	if err != nil {
		return nil, err
	}
	t := &Table{checker: j, kinds: map[discovery.GroupVersionResource]string{}, apis: map[discovery.GroupVersionResource]*API{}}
	for _, s := range []*discovery.Surface{target.To, target.From} {
		if s == nil {
			continue
		}
		for gv, r := range s.EachResource() {
			t.add(gv, r.Name, r.Kind)
		}
	}
	for _, l := range target.Lifecycles {
		t.add(l.GroupVersion, l.Resource, l.Kind)
	}
	for _, l := range target.Customs {
		t.add(l.GroupVersion, l.Resource, l.Kind)
	}
	return t, nil
}

func (t *Table) add(gv discovery.GroupVersion, resource, kind string) {
	k := gv.WithResource(resource)
	t.kinds[k] = cmp.Or(t.kinds[k], kind)
}

// Of returns the API of a resource, or nil if the resource is not known in that version.
func (t *Table) Of(gv discovery.GroupVersion, resource string) *API {
	k := gv.WithResource(resource)
	kind, known := t.kinds[k]
	if !known {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.apis[k]
	if a == nil {
		a = &API{GroupVersion: gv, Resource: resource, Kind: kind}
		a.check(t.checker)
		t.apis[k] = a
	}
	return a
}

// Check returns the checker of the table, for callers that check whole objects.
func (t *Table) Check() *checker.Checker { return t.checker }

// Affected returns the APIs that the target removes, deprecates or does not serve, sorted.
func (t *Table) Affected() (list []*API) {
	for k := range t.kinds {
		if a := t.Of(k.GroupVersion, k.Resource); a.Found != nil {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b *API) int {
		return cmp.Or(discovery.CompareGroupVersion(a.GroupVersion, b.GroupVersion), cmp.Compare(a.Resource, b.Resource))
	})
	return list
}

// check checks an object of the kind that has no fields besides its type.
func (a *API) check(j *checker.Checker) {
	if a.Kind == "" {
		a.Unchecked = true
		return
	}
	var r reader.Reader
	r.Read("", []byte("apiVersion: "+a.GroupVersion.String()+"\nkind: "+a.Kind+"\nmetadata: {name: x}\n"), func(o *tree.Object) {
		a.Unchecked = !j.SpeaksOf(o)
		j.Object(o, func(f finding.Finding) {
			// Findings about fields are only about this empty object.
			if f.Field == "" && (a.Found == nil || f.Severity.Rank() < a.Found.Severity.Rank()) {
				a.Found = &f
			}
		})
	})
}

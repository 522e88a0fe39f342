package rehearsal

import (
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/union"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// defined has custom resources checked against the definitions that the local server serves, be
// they of files or of a cluster, so that both say something of the same API.
func (qs *questions) defined(target checker.Target, definitions [][]byte) error {
	var all []crd.Definition
	for i, text := range definitions {
		found, err := crd.Read(fmt.Sprintf("definition %d", i+1), text)
		if err != nil {
			continue // the server takes it: its objects are not compared
		}
		all = append(all, found.Definitions...)
	}
	if len(all) == 0 {
		return nil
	}
	custom, err := crd.Surface(all, openapi.NewDecoder())
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	qs.deprecations = map[discovery.GroupVersionKind]string{}
	for gv, r := range custom.EachResource() {
		qs.deprecations[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: r.Kind}] = r.DeprecationWarning
	}
	custom.Name = "the definitions of the rehearsal"
	for i := range all {
		custom.Only = append(custom.Only, discovery.Extent{Group: all[i].Group, Version: discovery.Wildcard, Resource: all[i].Names.Plural})
	}
	target.Strict = true
	target.To = union.Of([]*discovery.Surface{target.To, custom}, target.Groups).Targets[0]
	if qs.custom, err = checker.New(target); err != nil {
		return err
	}
	qs.customs = validate.New(target.To, validate.Options{Elsewhere: true})
	return nil
}

// again checks a custom resource whose definition was not known when it was read.
func (qs *questions) again(q *rehearse.Question) {
	gv := q.GroupVersion()
	q.Warning = qs.deprecations[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: q.Kind}]
	if qs.custom == nil || !q.Unchecked || len(q.Body) == 0 {
		return
	}
	var r reader.Reader
	r.Read(q.File, q.Body, func(o *tree.Object) {
		if qs.custom.SpeaksOf(o) {
			q.Said, q.Unchecked = saidBy(qs.custom, qs.customs, o, q.Form), false
		}
	})
}

// need keeps objects of a cluster that the filters leave out, but that a local server is
// filled with all the same.
func (qs *questions) need(o *tree.Object) {
	body, err := rehearse.Body(o, rehearse.Sending{Form: rehearse.Stored})
	if err != nil {
		return
	}
	q := cloned(rehearse.Question{APIVersion: o.APIVersion, Kind: o.Kind, Name: nameIn(body, o.Name), Body: slices.Clone(body)})
	qs.mu.Lock()
	defer qs.mu.Unlock()
	qs.needed = append(qs.needed, q)
}

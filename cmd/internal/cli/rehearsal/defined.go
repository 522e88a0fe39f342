package rehearsal

import (
	"fmt"
	"slices"
	"strings"

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

// defined makes the checker of custom resources from the definitions that the local server serves,
// so that the checker and the server use the same schemas.
func (qs *questions) defined(target checker.Target, definitions [][]byte) error {
	var all []crd.Definition
	for i, text := range definitions {
		found, err := crd.Read(fmt.Sprintf("definition %d", i+1), text)
		if err != nil {
			continue // the server accepts it; its objects are not compared
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
		qs.deprecations[gv.WithKind(r.Kind)] = r.DeprecationWarning
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

// again checks a custom resource whose definition was not known when the object was read.
func (qs *questions) again(q *rehearse.Question) {
	gv := q.GroupVersion()
	q.Warning = qs.deprecations[gv.WithKind(q.Kind)]
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

// need keeps an object of a cluster that the filters leave out but that other objects need in a
// local server.
func (qs *questions) need(o *tree.Object) {
	if q, ok := creation(o, rehearse.Stored); ok {
		qs.mu.Lock()
		defer qs.mu.Unlock()
		qs.needed = append(qs.needed, q)
	}
}

// creation returns the request to create an object in a local server. It shares no memory with the
// object.
func creation(o *tree.Object, form rehearse.Form) (rehearse.Question, bool) {
	body, err := rehearse.Body(o, rehearse.Sending{Form: form})
	if err != nil {
		return rehearse.Question{}, false
	}
	_, name := namesIn(body, "", o.Name)
	return rehearse.Question{
		APIVersion: strings.Clone(o.APIVersion), Kind: strings.Clone(o.Kind), Name: strings.Clone(name), Body: slices.Clone(body),
	}, true
}

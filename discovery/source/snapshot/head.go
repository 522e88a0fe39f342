package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// head has the members that identify a JSON document.
type head struct {
	// format is "openapi", "swagger" or "".
	format string
	// apiVersion and kind of a Kubernetes object.
	apiVersion, kind string
	// groupVersions are those that the paths of an OpenAPI document serve.
	groupVersions []discovery.GroupVersion
}

// headOf reads the identifying members of a JSON object, in any order, and skips their values.
func headOf(data []byte) (h head, err error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	served := map[discovery.GroupVersion]bool{}
	err = unjson.Members(dec, func(name string) error {
		switch name {
		case "openapi", "swagger":
			h.format = name
		case "apiVersion":
			return unjson.Text(dec, &h.apiVersion)
		case "kind":
			return unjson.Text(dec, &h.kind)
		case "paths":
			return unjson.Members(dec, func(path string) error {
				if gv, _, ok := discovery.ParsePath(path); ok && validNames(gv) {
					served[gv] = true
				}
				return dec.SkipValue()
			})
		}
		return dec.SkipValue()
	})
	if err != nil {
		return h, invalid(err)
	}
	h.groupVersions = slices.SortedFunc(maps.Keys(served), discovery.CompareGroupVersion)
	return h, nil
}

func invalid(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the JSON ends too early: the file is truncated")
	}
	return fmt.Errorf("it is not valid JSON: %s", strings.TrimPrefix(clip(err.Error()), "jsontext: "))
}

// refusal describes a document that is not an OpenAPI document.
func (h head) refusal() error {
	switch {
	case h.apiVersion == apiVersion && h.kind == kind:
		return errors.New("it is the manifest of a snapshot; use its folder instead")
	case h.apiVersion == apiVersion:
		return fmt.Errorf("it is a %s of kubedelta, not the documents of an API server", clip(h.kind))
	case h.kind == "APIGroupDiscoveryList", h.kind == "APIResourceList", h.kind == "APIGroupList", h.kind == "APIVersions":
		return fmt.Errorf("it is a single discovery document (%s); use a snapshot, which contains all of them", h.kind)
	case h.kind != "":
		return ErrManifests
	default:
		return errors.New("it is JSON, but not an OpenAPI document: it has no \"openapi\" or \"swagger\" field")
	}
}

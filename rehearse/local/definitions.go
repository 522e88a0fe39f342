package local

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// definition is a CustomResourceDefinition that must be served.
type definition struct {
	name, group, kind string
	versions          []string
	body              []byte
}

func (d definition) undefined(out *Filled, why string) {
	if d.kind != "" {
		out.Undefined[d.group+"/"+d.kind] = why
	}
}

// defined is a definition without its conversion webhook, which does not run here. Objects keep
// their fields in each version.
func defined(body []byte) (jsontext.Value, definition) {
	var object struct {
		Metadata struct{ Name string }
		Spec     struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name   string
				Served bool
			}
			Conversion struct{ Strategy string }
		}
	}
	if json.Unmarshal(body, &object, json.MatchCaseInsensitiveNames(true), jsontext.AllowDuplicateNames(true)) != nil {
		return body, definition{}
	}
	d := definition{name: object.Metadata.Name, group: object.Spec.Group, kind: object.Spec.Names.Kind}
	for _, v := range object.Spec.Versions {
		if v.Served {
			d.versions = append(d.versions, v.Name)
		}
	}
	var all, spec map[string]jsontext.Value
	if object.Spec.Conversion.Strategy != "Webhook" || json.Unmarshal(body, &all) != nil || json.Unmarshal(all["spec"], &spec) != nil {
		return body, d
	}
	delete(spec, "conversion")
	text, err := json.Marshal(spec, json.Deterministic(true))
	if err != nil {
		return body, d
	}
	all["spec"] = text
	if text, err = json.Marshal(all, json.Deterministic(true)); err != nil {
		return body, d
	}
	return text, d
}

// timeout is the time limit for what a server does by itself.
const timeout = 30 * time.Second

// until calls done repeatedly until it reports true, but no longer than timeout.
func until(ctx context.Context, done func() (bool, error)) (ok bool, err error) {
	err = wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, timeout, true, func(context.Context) (bool, error) { return done() })
	if wait.Interrupted(err) {
		return false, nil
	}
	return err == nil, err
}

func (s *Server) settle(ctx context.Context, definitions []definition, out *Filled) error {
	left := map[string]definition{}
	for _, d := range definitions {
		left[d.name] = d
	}
	why := map[string]string{}
	if len(left) == 0 {
		return nil
	}
	_, err := until(ctx, func() (bool, error) {
		code, text, err := s.request(ctx, http.MethodGet, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", nil)
		if err != nil || code != http.StatusOK {
			return false, err
		}
		var list struct {
			Items []struct {
				Metadata struct{ Name string }
				Status   struct {
					Conditions []struct{ Type, Status, Message string }
				}
			}
		}
		if err := json.Unmarshal(text, &list, json.MatchCaseInsensitiveNames(true)); err != nil {
			return false, unjson.Sentence(err)
		}
		for _, i := range list.Items {
			for _, c := range i.Status.Conditions {
				switch {
				case c.Type == "Established" && c.Status == "True":
					delete(left, i.Metadata.Name)
				case c.Status == "False":
					why[i.Metadata.Name] = c.Message
				}
			}
		}
		return len(left) == 0, nil
	})
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		reason := cmp.Or(why[name], "it was not established within the time limit")
		out.Left = append(out.Left, "CustomResourceDefinition "+name+": "+reason)
		left[name].undefined(out, "its definition is not served: "+reason)
	}
	return s.discover(ctx, definitions, left, out)
}

func (s *Server) discover(ctx context.Context, definitions []definition, left map[string]definition, out *Filled) error {
	for _, d := range definitions {
		if _, not := left[d.name]; not {
			continue
		}
		for _, version := range d.versions {
			gv := discovery.GroupVersion{Group: d.group, Version: version}
			out.Served = append(out.Served, gv)
			served, err := until(ctx, func() (bool, error) {
				code, text, err := s.request(ctx, http.MethodGet, "/apis/"+gv.String(), nil)
				return code == http.StatusOK && bytes.Contains(text, []byte(`"kind":"`+d.kind+`"`)), err
			})
			if err != nil {
				return err
			}
			if !served {
				out.Left = append(out.Left, "CustomResourceDefinition "+d.name+": "+gv.String()+" was not served within the time limit")
				d.undefined(out, "its definition was not served within the time limit")
			}
		}
	}
	return nil
}

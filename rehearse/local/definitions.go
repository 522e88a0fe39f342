package local

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

// ignored is how often in succession all definitions that are left have no condition, and no other
// changes, before they count as ignored: a server handles definitions one after the other, and begins
// with a condition. The requests take longer on a slow machine, so this is no time.
const ignored = 50

// until calls done repeatedly until it reports true, but no longer than timeout.
func until(ctx context.Context, done func() (bool, error)) (ok bool, err error) {
	err = wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, timeout, true, func(context.Context) (bool, error) { return done() })
	if wait.Interrupted(err) {
		return false, nil
	}
	return err == nil, err
}

// groups are the API groups that the server serves, before definitions are created in it.
func (s *Server) groups(ctx context.Context) (map[string]bool, error) {
	_, text, err := s.request(ctx, http.MethodGet, "/apis", nil)
	if err != nil {
		return nil, err
	}
	var list metav1.APIGroupList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, unjson.Sentence(err)
	}
	own := map[string]bool{}
	for _, g := range list.Groups {
		own[g.Name] = true
	}
	return own, nil
}

// settle waits until each definition is served, unless it never will be. own are the groups that
// the server serves itself: it accepts definitions in them, and looks for none when it is asked.
func (s *Server) settle(ctx context.Context, definitions []definition, own map[string]bool, out *Filled) error {
	left, why := map[string]bool{}, map[string]string{}
	for _, d := range definitions {
		if own[d.group] {
			why[d.name] = "the server serves " + d.group + " itself, and no definition in that group"
		} else {
			left[d.name] = true
		}
	}
	w := waiting{left: left, why: why}
	if _, err := until(ctx, func() (bool, error) { return w.look(ctx, s) }); err != nil {
		return err
	}
	for _, d := range definitions {
		switch {
		case w.bare[d.name]:
			why[d.name] = "the server set no condition in its status"
		case left[d.name]:
			why[d.name] = "it was not established within the time limit"
		}
		var err error
		if why[d.name] == "" {
			why[d.name], err = s.discover(ctx, d, out)
		}
		switch {
		case err != nil:
			return err
		case why[d.name] == "":
			out.Definitions = append(out.Definitions, d.body)
		default:
			out.Left = append(out.Left, "CustomResourceDefinition "+d.name+": "+why[d.name])
			d.undefined(out, "its definition is not served: "+why[d.name])
		}
	}
	return nil
}

// waiting is what is left of definitions, and why some of them will never be established.
type waiting struct {
	left map[string]bool
	why  map[string]string
	// bare are those without conditions. conditions is the number of all conditions, and same how often
	// it was that in succession.
	bare             map[string]bool
	conditions, same int
}

// look looks at the definitions once, and reports whether there is nothing to wait for.
func (w *waiting) look(ctx context.Context, s *Server) (bool, error) {
	if len(w.left) == 0 {
		return true, nil
	}
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
	before := w.conditions
	w.bare, w.conditions, w.same = maps.Clone(w.left), 0, w.same+1
	for _, i := range list.Items {
		for _, c := range i.Status.Conditions {
			delete(w.bare, i.Metadata.Name)
			w.conditions++
			switch c.Type + "=" + c.Status {
			case "NamesAccepted=False": // another definition has them, and none is deleted
				w.why[i.Metadata.Name] = "the server does not accept its names: " + c.Message
				delete(w.left, i.Metadata.Name)
			case "Established=True":
				delete(w.left, i.Metadata.Name)
			}
		}
	}
	if w.conditions != before {
		w.same = 0
	}
	return len(w.left) == 0 || len(w.left) == len(w.bare) && w.same >= ignored, nil
}

// discover waits until the versions of a definition are served. why is set if one is not.
func (s *Server) discover(ctx context.Context, d definition, out *Filled) (why string, err error) {
	for _, version := range d.versions {
		gv := discovery.GroupVersion{Group: d.group, Version: version}
		out.Served = append(out.Served, gv)
		served, err := until(ctx, func() (bool, error) {
			code, text, err := s.request(ctx, http.MethodGet, "/apis/"+gv.String(), nil)
			return code == http.StatusOK && bytes.Contains(text, []byte(`"kind":"`+d.kind+`"`)), err
		})
		if err != nil {
			return "", err
		}
		if !served {
			return gv.String() + " was not served within the time limit", nil
		}
	}
	return "", nil
}

package local

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/go-json-experiment/json"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/rehearse"
)

// paramKind is the kind of the parameters of a ValidatingAdmissionPolicy.
type paramKind struct {
	APIVersion, Kind string
	// namespace is one with such an object; "" if the kind has no namespaces.
	namespace string
}

// paramRef is how a binding selects parameters.
type paramRef struct {
	Name, Namespace string
	Selector        *metav1.LabelSelector
}

// parameters are those of policies, and the bindings that lack them.
type parameters struct {
	// kinds are those of which the server has an object.
	kinds []paramKind
	// without is why a binding, by name, has no parameters. A policy that denies requests without
	// parameters would deny all of them.
	without map[string]string
}

// ParamKinds returns the kinds of the objects that policies read as parameters, such as "v1
// ConfigMap".
func ParamKinds(objects []rehearse.Question) map[string]bool {
	all := map[string]bool{}
	for _, k := range paramKinds(objects) {
		all[k.APIVersion+" "+k.Kind] = true
	}
	return all
}

// paramKinds are the kinds by the names of the policies.
func paramKinds(objects []rehearse.Question) map[string]paramKind {
	all := map[string]paramKind{}
	for i := range objects {
		var object struct {
			Spec struct{ ParamKind *paramKind }
		}
		if objects[i].Kind == policy && json.Unmarshal(objects[i].Body, &object, json.MatchCaseInsensitiveNames(true)) == nil && object.Spec.ParamKind != nil {
			all[objects[i].Name] = *object.Spec.ParamKind
		}
	}
	return all
}

// parameters creates the objects that bindings select as parameters.
func (s *Server) parameters(ctx context.Context, f Filling, out *Filled) (p parameters, err error) {
	p.without = map[string]string{}
	kinds := paramKinds(f.Objects)
	made := map[*rehearse.Question]string{} // why it was not created; "" if it was
	for i := range f.Objects {
		var binding struct {
			Spec struct {
				PolicyName string
				ParamRef   *paramRef
			}
		}
		q := &f.Objects[i]
		if q.Kind != policyBinding || json.Unmarshal(q.Body, &binding, json.MatchCaseInsensitiveNames(true)) != nil {
			continue // the server refuses anything else
		}
		kind, has := kinds[binding.Spec.PolicyName]
		if !has || binding.Spec.ParamRef == nil {
			continue
		}
		if kind.APIVersion == "v1" && kind.Kind == "Secret" {
			p.without[q.Name] = "its parameters are Secrets, whose values are not sent"
			continue
		}
		why, namespace, err := s.chosen(ctx, f.Params, kind, binding.Spec.ParamRef, made, out)
		if err != nil {
			return p, err
		}
		kind.namespace = namespace
		switch {
		case why != "":
			p.without[q.Name] = why
		case !slices.ContainsFunc(p.kinds, func(k paramKind) bool { return k.APIVersion == kind.APIVersion && k.Kind == kind.Kind }):
			p.kinds = append(p.kinds, kind)
		}
	}
	return p, nil
}

// chosen creates the parameters that a binding selects. namespace is that of one of them. why is
// set if there are none, or if one could not be created.
func (s *Server) chosen(ctx context.Context, params []rehearse.Question, kind paramKind, by *paramRef, made map[*rehearse.Question]string, out *Filled) (why, namespace string, err error) {
	why = "none of its parameters (" + kind.APIVersion + " " + kind.Kind + ") is among the objects"
	for i := range params {
		param := &params[i]
		if param.APIVersion != kind.APIVersion || param.Kind != kind.Kind || !by.picks(param) {
			continue
		}
		refused, known := made[param]
		if !known {
			if refused, err = s.parameter(ctx, param, out); err != nil {
				return "", "", err
			}
			made[param] = refused
		}
		if refused != "" {
			return "its parameter " + param.Name + " could not be created: " + refused, "", nil
		}
		why, namespace = "", param.Namespace
	}
	return why, namespace, nil
}

// picks reports whether an object is one of the parameters. Without a namespace, the parameters are
// in the namespace of the admitted object.
func (r *paramRef) picks(q *rehearse.Question) bool {
	if r.Namespace != "" && cmp.Or(q.Namespace, metav1.NamespaceDefault) != r.Namespace {
		return false
	}
	if r.Name != "" {
		return q.Name == r.Name
	}
	selector, err := metav1.LabelSelectorAsSelector(r.Selector)
	if err != nil {
		return false
	}
	var object struct {
		Metadata struct{ Labels map[string]string }
	}
	return json.Unmarshal(q.Body, &object, json.MatchCaseInsensitiveNames(true)) == nil && selector.Matches(labels.Set(object.Metadata.Labels))
}

// parameter creates one object. why is set if the server refuses it.
func (s *Server) parameter(ctx context.Context, q *rehearse.Question, out *Filled) (why string, err error) {
	path, err := s.pathOf(ctx, q.GroupVersion(), q.Kind, cmp.Or(q.Namespace, metav1.NamespaceDefault))
	if err != nil || path == "" {
		return "the server does not serve " + q.APIVersion + " " + q.Kind, err
	}
	if why, err = s.create(ctx, path, q.Body); err == nil && why == "" {
		out.Made[q.Kind]++
	}
	return why, err
}

// pathOf is the path at which objects of a kind are created; "" if the server does not serve the
// kind.
func (s *Server) pathOf(ctx context.Context, gv discovery.GroupVersion, kind, namespace string) (string, error) {
	root := discovery.GroupVersion{Group: url.PathEscape(gv.Group), Version: url.PathEscape(gv.Version)}.Path()
	code, text, err := s.request(ctx, http.MethodGet, root, nil)
	if err != nil || code != http.StatusOK {
		return "", err
	}
	var list metav1.APIResourceList
	if err := json.Unmarshal(text, &list); err != nil {
		return "", unjson.Sentence(err)
	}
	for _, r := range list.APIResources {
		switch {
		case r.Kind != kind || url.PathEscape(r.Name) != r.Name: // a subresource has a slash in its name
		case r.Namespaced:
			return root + "/namespaces/" + url.PathEscape(namespace) + "/" + r.Name, nil
		default:
			return root + "/" + r.Name, nil
		}
	}
	return "", nil
}

package local

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/rehearse"
)

// needs are the kinds of objects that are created in a server, in their order, with their paths.
// Other objects cannot be asked about without them, or are admitted by them.
func needs() []need {
	const admission = "/apis/admissionregistration.k8s.io/v1/"
	return []need{
		{"CustomResourceDefinition", "apiextensions.k8s.io", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"},
		{"Namespace", "", "/api/v1/namespaces"},
		{"PriorityClass", "scheduling.k8s.io", "/apis/scheduling.k8s.io/v1/priorityclasses"},
		{"RuntimeClass", "node.k8s.io", "/apis/node.k8s.io/v1/runtimeclasses"},
		{"StorageClass", "storage.k8s.io", "/apis/storage.k8s.io/v1/storageclasses"},
		{policy, "admissionregistration.k8s.io", admission + "validatingadmissionpolicies"},
		{policyBinding, "admissionregistration.k8s.io", admission + "validatingadmissionpolicybindings"},
	}
}

type need struct{ kind, group, path string }

const (
	policy        = "ValidatingAdmissionPolicy"
	policyBinding = "ValidatingAdmissionPolicyBinding"
)

// Needed reports whether objects of a kind are created in a server, if it is of version v1.
func Needed(gv discovery.GroupVersion, kind string) bool {
	return gv.Version == "v1" && slices.ContainsFunc(needs(), func(n need) bool { return n.kind == kind && n.group == gv.Group })
}

// Filling is what is created in a server.
type Filling struct {
	// Objects are of the kinds that are [Needed]. Namespaces are those of all objects.
	Objects    []rehearse.Question
	Namespaces []string
	// Params are objects of the kinds that policies read ([ParamKinds]).
	Params []rehearse.Question
}

// Filled is the result of Fill.
type Filled struct {
	// Made counts the created objects by kind.
	Made map[string]int
	// Left is what could not be created, and why.
	Left []string
	// Undefined is why definitions are not served, by "group/kind".
	Undefined map[string]string
	// Served are the group-versions of the definitions. Definitions are those that are served.
	Served      []discovery.GroupVersion
	Definitions [][]byte
}

// Fill creates objects in the server, and waits until it serves their definitions and applies their
// policies.
func (s *Server) Fill(ctx context.Context, f Filling) (*Filled, error) {
	out := &Filled{Made: map[string]int{}, Undefined: map[string]string{}}
	made := map[string]bool{}
	own, err := s.groups(ctx)
	if err != nil {
		return nil, err
	}
	var definitions []definition
	// Files are read in any order. Of two definitions with one name, always the same is created.
	order.Stably(f.Objects, func(a, b rehearse.Question) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.File, b.File), strings.Compare(string(a.Body), string(b.Body)))
	})
	var params parameters
	for _, n := range needs() {
		if n.kind == policy { // what policies refer to must exist before them
			err := s.settle(ctx, definitions, own, out)
			if err == nil {
				params, err = s.parameters(ctx, f, out)
			}
			if err != nil {
				return nil, err
			}
		}
		for i := range f.Objects {
			q := &f.Objects[i]
			if q.Kind != n.kind || q.GroupVersion().Group != n.group || made[n.kind+"/"+q.Name] {
				continue
			}
			made[n.kind+"/"+q.Name] = true
			d, err := s.fill(ctx, n, q, params, out)
			if err != nil {
				return nil, err
			}
			if d.name != "" {
				definitions = append(definitions, d)
			}
		}
		if n.kind == "Namespace" {
			if err := s.namespaces(ctx, f.Namespaces, made, out); err != nil {
				return nil, err
			}
		}
	}
	if out.Made[policy] > 0 {
		return out, s.admits(ctx, params.kinds)
	}
	return out, nil
}

// fill creates one object. It returns a definition that the server accepted.
func (s *Server) fill(ctx context.Context, n need, q *rehearse.Question, params parameters, out *Filled) (d definition, err error) {
	if why := params.without[q.Name]; n.kind == policyBinding && why != "" {
		out.Left = append(out.Left, fmt.Sprintf("%s %s: %s, so it is not applied", q.Kind, q.Name, why))
		return d, nil
	}
	body := q.Body
	if n.kind == "CustomResourceDefinition" {
		body, d = defined(q.Body)
	}
	why, err := s.create(ctx, n.path, body)
	if err != nil {
		return d, err
	}
	if why != "" {
		out.Left = append(out.Left, fmt.Sprintf("%s %s: %s", q.Kind, q.Name, why))
		d.undefined(out, "its definition was refused: "+why)
		return definition{}, nil
	}
	out.Made[n.kind]++
	d.body = body
	return d, nil
}

func (s *Server) namespaces(ctx context.Context, names []string, made map[string]bool, out *Filled) error {
	for _, name := range append([]string{"default"}, names...) {
		if made["Namespace/"+name] {
			continue
		}
		made["Namespace/"+name] = true
		body, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name}}, json.Deterministic(true))
		if err != nil {
			continue // a name that is not valid text cannot be that of a namespace
		}
		why, err := s.create(ctx, "/api/v1/namespaces", body)
		if err != nil {
			return err
		}
		if why != "" {
			out.Left = append(out.Left, "Namespace "+name+": "+why)
			continue
		}
		out.Made["Namespace"]++
	}
	return nil
}

// create creates an object. why is set if the server refuses it.
func (s *Server) create(ctx context.Context, path string, body []byte) (why string, err error) {
	code, text, err := s.request(ctx, http.MethodPost, path, body)
	switch {
	case err != nil:
		return "", err
	case code/100 == 2 || code == http.StatusConflict:
		return "", nil
	}
	why = cmp.Or(unjson.Texts(bytes.NewReader(text), "message")[0], fmt.Sprintf("%d %s", code, http.StatusText(code)))
	return strings.Join(strings.Fields(why), " "), nil
}

func (s *Server) request(ctx context.Context, method, path string, body []byte) (code int, text []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, method, s.URL(path), bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	answer, err := s.Client.Do(r)
	if err != nil {
		if how := s.Ended(); how != "" {
			return 0, nil, errors.New(how)
		}
		return 0, nil, fmt.Errorf("cannot create objects in the local API server: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was read as far as it is wanted
	text, err = io.ReadAll(io.LimitReader(answer.Body, 256<<20))
	return answer.StatusCode, text, err
}

package rehearse

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/discovery/manifest"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// Sending is what is removed from objects before they are sent, and what replaces it.
type Sending struct {
	// Form is the form of the object.
	Form Form
	// OwnNetwork: the server has other addresses for Services than the cluster that the object was
	// written for.
	OwnNetwork bool
	// Secrets are the types of Secrets whose values are sent unchanged.
	Secrets []string
}

// fields are the members of a JSON object, each as it was written.
type fields map[string]jsontext.Value

// Body is an object as it is sent to a server. Fields that servers write are removed, values of
// Secrets are replaced by others of the same length, and a generated name by one that is always the
// same.
func Body(o *tree.Object, s Sending) (jsontext.Value, error) {
	text, err := manifest.Value(o.Tree, o.Root)
	if err != nil {
		return nil, err
	}
	if !jsontext.Value(text).IsValid() {
		text = lastOfEach(text)
	}
	object, err := read(text)
	if err != nil {
		return nil, errors.New("it is not a map of fields")
	}
	object["apiVersion"], object["kind"] = quoted(o.APIVersion), quoted(o.Kind)
	if s.Form == Stored {
		delete(object, "status")
	}
	if err := object.within(fields.metadata, "metadata"); err != nil {
		return nil, err
	}
	if o.APIVersion+" "+o.Kind == "v1 Secret" && !slices.Contains(s.Secrets, object.text("type")) {
		object.hide()
	}
	kind := o.APIVersion + " " + o.Kind
	if s.Form == Stored {
		err = object.anew(kind)
	}
	if kind == "v1 Service" && err == nil && (s.Form == Stored || s.OwnNetwork) {
		err = object.within(fields.addresses, "spec")
	}
	if err != nil {
		return nil, err
	}
	return object.written()
}

// anew removes what an API server set when the object was created, and does not accept for a new
// one.
func (f fields) anew(kind string) error {
	return f.within(func(spec fields) error {
		switch kind {
		case "v1 Service":
			delete(spec, "healthCheckNodePort")
			return spec.items("ports", func(port fields) { delete(port, "nodePort") })
		case "v1 Pod": // added through a subresource
			delete(spec, "ephemeralContainers")
		case "batch/v1 Job": // pkg/registry/batch/job, generateSelector
			if string(spec["manualSelector"]) == "true" {
				return nil
			}
			delete(spec, "selector")
			return spec.within(func(labels fields) error {
				delete(labels, "controller-uid")
				delete(labels, "batch.kubernetes.io/controller-uid")
				return nil
			}, "template", "metadata", "labels")
		}
		return nil
	}, "spec")
}

// addresses removes the addresses of a Service, because each cluster has its own range of them.
// Others are sent: the server refuses them.
func (f fields) addresses() error {
	var all []string
	ip := f.text("clusterIP")
	if list := f["clusterIPs"]; len(list) > 0 && json.Unmarshal(list, &all) != nil || len(all) > 0 && all[0] != ip {
		return nil //nolint:nilerr // see above
	}
	for _, ip := range append(all, ip) {
		if len(validation.IsValidIPForLegacyField(nil, ip, false, nil)) > 0 {
			return nil
		}
	}
	delete(f, "clusterIP")
	delete(f, "clusterIPs")
	return nil
}

func (f fields) items(name string, change func(fields)) error {
	var list []jsontext.Value
	if json.Unmarshal(f[name], &list) != nil {
		return nil //nolint:nilerr // the server refuses anything but a list
	}
	for i := range list {
		item, err := read(list[i])
		if err != nil || item == nil {
			continue
		}
		change(item)
		if list[i], err = item.written(); err != nil {
			return err
		}
	}
	text, err := json.Marshal(list)
	if err == nil && list != nil {
		f[name] = text
	}
	return err
}

// lastOfEach removes all but the last of the members with the same name, as kubectl and Helm do when
// they convert YAML to JSON (sigs.k8s.io/yaml), and kubectl when it decodes JSON (cli-runtime,
// infoForData).
func lastOfEach(value jsontext.Value) jsontext.Value {
	switch value.Kind() { //nolint:exhaustive // other values have no members
	case '{':
		if members, err := read(value); err == nil {
			for name := range members {
				members[name] = lastOfEach(members[name])
			}
			if out, err := members.written(); err == nil {
				return out
			}
		}
	case '[':
		var items []jsontext.Value
		if json.Unmarshal(value, &items, jsontext.AllowDuplicateNames(true)) == nil {
			for i := range items {
				items[i] = lastOfEach(items[i])
			}
			if out, err := json.Marshal(items); err == nil {
				return out
			}
		}
	}
	return value
}

func read(text []byte) (f fields, err error) {
	return f, json.Unmarshal(text, &f, jsontext.AllowDuplicateNames(true))
}

func (f fields) written() (jsontext.Value, error) {
	return json.Marshal(f, json.Deterministic(true), jsontext.AllowDuplicateNames(true))
}

// within changes the map at a path. If there is none, nothing is changed, and the server refuses
// the object.
func (f fields) within(change func(fields) error, path ...string) error {
	if len(path) == 0 {
		return change(f)
	}
	name := path[0]
	inner, err := read(f[name])
	if len(f[name]) == 0 || err != nil || inner == nil {
		return nil //nolint:nilerr // see above
	}
	if err := inner.within(change, path[1:]...); err != nil {
		return err
	}
	f[name], err = inner.written()
	return err
}

func (f fields) text(name string) (text string) {
	_ = json.Unmarshal(f[name], &text) // anything but a string counts as ""
	return text
}

func quoted(text string) jsontext.Value {
	value, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return jsontext.Value(`""`)
	}
	return value
}

// generated replaces the random end of a name.
const generated = "00000"

// metadata removes what servers write, because they refuse some of it in a new object
// (resourceVersion) or in one that is applied (managedFields, another uid or deletionTimestamp).
// Values that no server writes are sent, because it refuses them.
func (f fields) metadata() error {
	for _, name := range []string{"managedFields", "resourceVersion", "uid", "creationTimestamp", "generation", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"} {
		var m metav1.ObjectMeta
		text, err := fields{name: f[name]}.written()
		if f[name] != nil && err == nil && json.Unmarshal(text, &m, json.RejectUnknownMembers(true)) == nil && m.Generation >= 0 {
			delete(f, name)
		}
	}
	if prefix := f.text("generateName"); prefix != "" && slices.Contains([]string{"", "null", `""`}, string(f["name"])) {
		f["name"] = quoted(prefix + generated)
		delete(f, "generateName")
	}
	return f.within(func(a fields) error {
		if value := a[secret.LastApplied]; len(value) == 0 || value.Kind() == jsontext.KindString || value.Kind() == jsontext.KindNull {
			delete(a, secret.LastApplied)
		} else {
			a[secret.LastApplied] = jsontext.Value("0") // as in each
		}
		return nil
	}, "annotations")
}

func (f fields) hide() {
	f.each("stringData", redacted)
	f.each("data", func(text string) string {
		if value, err := base64.StdEncoding.DecodeString(text); err == nil {
			return base64.StdEncoding.EncodeToString([]byte(redacted(string(value))))
		}
		return strings.Repeat("*", len(text)) // not base64 either
	})
}

// redacted is a text of the same length. JSON stays JSON, because the server requires it for some
// types, such as kubernetes.io/dockerconfigjson.
func redacted(text string) string {
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") && jsontext.Value(text).IsValid() {
		return "{" + strings.Repeat(" ", len(text)-2) + "}"
	}
	return strings.Repeat("x", len(text))
}

// each replaces the strings of a map. Other values are no values that a server would accept, and
// are replaced too.
func (f fields) each(name string, replace func(string) string) {
	inner, err := read(f[name])
	if len(f[name]) == 0 || err != nil || inner == nil {
		if len(f[name]) > 0 && f[name].Kind() != jsontext.KindNull {
			f[name] = jsontext.Value(`"hidden"`)
		}
		return
	}
	for key, value := range inner {
		var text string
		if json.Unmarshal(value, &text) == nil {
			inner[key] = quoted(replace(text))
		} else if value.Kind() != jsontext.KindNull {
			inner[key] = jsontext.Value("0") // a number replaces a number or a list: it is refused too
		}
	}
	if f[name], err = inner.written(); err != nil {
		f[name] = jsontext.Value("null")
	}
}

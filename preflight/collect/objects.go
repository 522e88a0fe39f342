package collect

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// LiveFile is what findings in live objects have for a file.
const LiveFile = "cluster"

// results are the findings in objects.
type results struct {
	check  func(*tree.Object) []finding.Finding
	reader reader.Reader
	counted[finding.Finding]
}

func newResults(check func(*tree.Object) []finding.Finding) *results {
	if check == nil {
		return nil
	}
	return &results{check: check}
}

// object checks a live object: all of it, or its outline.
func (j *results) object(from served, raw []byte, h *head, whole bool) error {
	if j == nil || !checkable(from, h) {
		return nil
	}
	if whole {
		return j.live(from, append(typePrefix(from, h), strings.TrimLeft(string(raw), " \t\r\n")[1:]...))
	}
	text, err := outline(from, h)
	if err != nil {
		return errors.New("its metadata cannot be checked")
	}
	return j.live(from, text)
}

// outline returns an object with only its type, name, labels and annotations.
func outline(from served, h *head) ([]byte, error) {
	m := h.Metadata
	annotations := map[string]string{}
	for key, value := range m.Annotations {
		if key != lastApplied && len(value) <= maxAnnotation {
			annotations[key] = value
		}
	}
	return json.Marshal(map[string]any{
		"apiVersion": from.gv.String(), "kind": from.resource.Kind,
		"metadata": map[string]any{"name": m.Name, "namespace": m.Namespace, "labels": m.Labels, "annotations": annotations},
	}, json.Deterministic(true), lenient())
}

// checkable: what a controller made of another object follows that one, and what
// Kubernetes looks after needs nobody.
func checkable(from served, h *head) bool {
	return h.controller() == nil && !managed(from.gv.Group, h)
}

// typePrefix begins an object that does not tell its type.
func typePrefix(from served, h *head) []byte {
	if h.APIVersion != "" && h.Kind != "" {
		return []byte("{")
	}
	quote := func(s string) string {
		b, err := json.Marshal(s, lenient())
		if err != nil {
			return `""`
		}
		return string(b)
	}
	return []byte(`{"apiVersion":` + quote(from.gv.String()) + `,"kind":` + quote(from.resource.Kind) + ",")
}

// live checks the text of one object. Its error says what of it could not be read.
func (j *results) live(from served, text []byte) error {
	account := j.reader.Read(LiveFile, text, func(o *tree.Object) {
		for _, f := range j.check(o) {
			if ofServer(o, f.Field) || ofList(&f) {
				continue
			}
			// There is no text that a place could point at, nor may its values show.
			f.Line, f.Column, f.EndColumn, f.Document, f.Source, f.SourceColumn = 0, 0, 0, 0, "", 0
			j.add(f, from.key())
		}
	})
	return unreadOf(account, false)
}

// unreadOf says what the reader makes of a text that it could not read as a whole, or not
// for sure: what nobody looked at may hold anything. Of a manifest, which may hold secrets,
// only the place is told.
func unreadOf(account reader.Result, manifest bool) error {
	switch {
	case len(account.Problems) > 0 && manifest:
		return fmt.Errorf("its manifest cannot be read completely: line %d", max(account.Problems[0].Line, 1))
	case len(account.Problems) > 0:
		return errors.New(strings.Join(strings.Fields(account.Problems[0].Reason), " "))
	case account.Unreadable+account.Other > 0:
		return fmt.Errorf("%d of %d documents in it contain no API object", account.Unreadable+account.Other, account.Documents)
	}
	return nil
}

// manifest checks a manifest of a Helm release, whose objects are in the release's
// namespace where they name none and are not of the whole cluster. Its error says that not
// all of it could be read.
func (j *results) manifest(file, text string, visit func(*tree.Object)) error {
	r := &reader.Reader{}
	if j != nil {
		r = &j.reader
	}
	account := r.Read(file, []byte(text), func(o *tree.Object) {
		visit(o)
		if j == nil {
			return
		}
		for _, f := range j.check(o) {
			if o.Kind == "Secret" {
				f.Source, f.SourceColumn, f.Value = "", 0, ""
			}
			j.add(f, evidence.HelmSecrets)
		}
	})
	return unreadOf(account, true)
}

// indices are those of lists in a field's path.
var indices = lazy.Regexp(`\[[^\]]*\]`)

func (j *results) add(f finding.Finding, key evidence.Resource) {
	class := evidence.Unlisted{Resource: key, Rule: f.Rule, Field: clip(indices().ReplaceAllString(f.Field, "[]"))}
	others := class
	others.Field = "others"
	j.counted.add(f, class, others)
}

// ofList reports whether a finding is about the version that the object was listed
// at, where the kind lives on in another: the server converts, so that version says
// nothing of the object. Who wrote it at which version, Usage tells. A kind that
// goes for good takes its objects along.
func ofList(f *finding.Finding) bool {
	return f.Field == "" && f.Replacement != nil && f.Replacement.Kind == f.Kind
}

// ofServer reports whether the server or a controller wrote a field, so that
// nobody can stop using it: all of status, metadata that servers fill in, the
// taints that kubeadm gives to nodes and takes away again in an upgrade, the copy of serviceAccountName that the server itself keeps in serviceAccount
// (pkg/apis/core/v1/conversion.go, Convert_core_PodSpec_To_v1_PodSpec).
func ofServer(o *tree.Object, field string) bool {
	first, _, _ := strings.Cut(field, ".")
	if first == "status" || strings.HasPrefix(field, "metadata.") && !strings.HasPrefix(field, "metadata.annotations") && !strings.HasPrefix(field, "metadata.labels") {
		return true
	}
	if o.Kind == "Node" && strings.HasPrefix(field, "spec.taints") {
		return true
	}
	above, isAccount := strings.CutSuffix(field, ".serviceAccount")
	if !isAccount {
		return false
	}
	at := o.Root
	for part := range strings.SplitSeq(above, ".") {
		at = o.Tree.Child(at, part)
	}
	name, copied := o.Tree.Child(at, "serviceAccountName"), o.Tree.Child(at, "serviceAccount")
	return name >= 0 && copied >= 0 && o.Tree.Nodes[name].Value == o.Tree.Nodes[copied].Value
}

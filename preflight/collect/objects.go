package collect

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// results are the findings in objects.
type results struct {
	check    func(*tree.Object) []finding.Finding
	versions *versions
	reader   reader.Reader
	counted[finding.Finding]
}

// object checks a live object: all of it, or its outline.
func (j *results) object(from served, raw []byte, h *head, whole bool) error {
	if !j.checkable(from, h) {
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
	m := &h.Metadata
	return json.Marshal(map[string]any{
		"apiVersion": from.gv.String(), "kind": from.resource.Kind,
		"metadata": map[string]any{"name": m.Name, "namespace": m.Namespace, "labels": m.Labels, "annotations": m.annotations()},
	}, json.Deterministic(true), lenient())
}

// checkable reports whether an object is checked. An object of a controller of Kubernetes, such as a
// pod of a Job, follows the object of that controller, which is checked. A custom resource does not
// show what its controller writes, so the written objects are checked. What Kubernetes itself manages
// needs no action.
func (j *results) checkable(from served, h *head) bool {
	by := h.controller()
	return (by == nil || !j.versions.own[discovery.ParseGroupVersion(by.APIVersion).Group]) && !managed(from.gv.Group, h)
}

// typePrefix returns the start of an object that has no type.
func typePrefix(from served, h *head) []byte {
	if h.APIVersion != "" && h.Kind != "" {
		return []byte("{")
	}
	// Bytes that are not text are replaced.
	out, _ := jsontext.AppendQuote([]byte(`{"apiVersion":`), from.gv.String())
	out, _ = jsontext.AppendQuote(append(out, `,"kind":`...), from.resource.Kind)
	return append(out, ',')
}

// live checks the text of one object. It returns an error if not all of it could be read.
func (j *results) live(from served, text []byte) error {
	account := j.reader.Read(evidence.LiveFile, text, func(o *tree.Object) {
		for _, f := range j.check(o) {
			if ofServer(o, f.Field) || ofList(&f) {
				continue
			}
			// The object is in no file, so a position would be wrong, and its values must not be
			// shown.
			f.Line, f.Column, f.EndColumn, f.Document, f.Source, f.SourceColumn = 0, 0, 0, 0, "", 0
			j.add(f, from.key())
		}
	})
	return unreadOf(account, false)
}

// unreadOf returns an error if the reader could not read all of a text: the rest may contain
// anything. For a manifest, which may contain secrets, the error has only the line.
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

// manifest checks a manifest of a Helm release. visit completes each object before it is checked.
// It returns an error if not all of it could be read.
func (j *results) manifest(file, text string, visit func(*tree.Object)) error {
	account := j.reader.Read(file, []byte(text), func(o *tree.Object) {
		visit(o)
		if j.check == nil {
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

func (j *results) add(f finding.Finding, key evidence.Resource) {
	j.counted.add(f, evidence.Unlisted{Resource: key, Rule: f.Rule, Field: clip(finding.Unindexed(f.Field))})
}

// ofList reports whether a finding is only about the version at which the object was listed, while
// another version of the kind remains. The server converts objects, so that version says nothing
// about the object; Usage has the versions at which it was written. If a kind is removed
// completely, its objects are removed, too.
func ofList(f *finding.Finding) bool {
	return f.Field == "" && f.Replacement != nil && f.Replacement.Kind == f.Kind
}

// ofServer reports whether the server or a controller wrote a field, so that no user can change it:
// status, metadata that servers fill in, the taints that kubeadm adds to nodes and removes in an
// upgrade, the rules of a ClusterRole that aggregates others
// (pkg/controller/clusterroleaggregation), and the copy of serviceAccountName in serviceAccount
// (pkg/apis/core/v1/conversion.go, Convert_core_PodSpec_To_v1_PodSpec).
func ofServer(o *tree.Object, field string) bool {
	first, _, _ := strings.Cut(field, ".")
	if first == "status" || strings.HasPrefix(field, "metadata.") && !strings.HasPrefix(field, "metadata.annotations") && !strings.HasPrefix(field, "metadata.labels") {
		return true
	}
	if o.Kind == "Node" && strings.HasPrefix(field, "spec.taints") || strings.HasPrefix(first, "rules[") && o.Tree.Child(o.Root, "aggregationRule") >= 0 {
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

package live

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// In is what was read of a cluster, and what it is checked with.
type In struct {
	*evidence.Evidence
	// Name is used as the file: "context:prod".
	Name string
	// Given is the name that the user gave, which is used in fingerprints: "context:".
	Given   string
	Checker *checker.Checker
	// Picks reports whether an object was requested; nil for all.
	Picks func(evidence.ObjectName) bool
}

// Result returns the result of a scan of the cluster.
func Result(in In) scan.Result {
	r := scan.Result{Account: in.account()}
	told := check.Told(in.Checked)
	// No action is needed, the manifest of a Helm release has the finding, or it was not requested.
	uses := slices.DeleteFunc(slices.Clone(in.Usage), func(u evidence.Usage) bool { return u.Managed || told(u) || in.Picks != nil && !in.Picks(u.Object) })
	byWriter := check.ToldByWriter(uses)
	for f := range slice.Each(in.Checked) {
		if byWriter(f) {
			continue
		}
		one := *f
		if one.File = in.Name; f.File != evidence.LiveFile {
			one.File += ": " + f.File
		}
		r.Findings = append(r.Findings, one)
	}
	for _, w := range check.Writings(uses) {
		r.Findings = append(r.Findings, in.written(w)...)
	}
	r.Findings = append(r.Findings, in.more()...)
	in.seal(r.Findings)
	return r
}

// seal seals the findings. Those of the current context have the same fingerprints in each context.
func (in In) seal(list []finding.Finding) {
	for f := range slice.Each(list) {
		f.File = in.Given + strings.TrimPrefix(f.File, in.Name)
	}
	finding.SealAll(list)
	for f := range slice.Each(list) {
		f.File = in.Name + strings.TrimPrefix(f.File, in.Given)
	}
}

// written checks the version at which an object was written. The server converts what it lists, so
// only managedFields and the annotation of kubectl apply have that version.
func (in In) written(w check.Writing) (list []finding.Finding) {
	for _, f := range in.version(w.Version, w.Object) {
		it := preflight.Item{Finding: f}
		if slices.Contains(w.Writers, string(evidence.Listed)) {
			it.Message = "stored objects must be deleted before the upgrade: " + it.Message
		} else {
			it.Message += fmt.Sprintf("; the object %s %s (written by %s)", w.How(), w.Version, w.By())
			check.Weigh(&it, w.Order, w.Sure)
		}
		list = append(list, it.Finding)
	}
	return list
}

func (in In) version(gv discovery.GroupVersion, of evidence.ObjectName) (list []finding.Finding) {
	text, err := json.Marshal(map[string]any{
		"apiVersion": gv.String(), "kind": of.Kind, "metadata": map[string]any{"name": of.Name, "namespace": of.Namespace},
	}, json.Deterministic(true))
	if err != nil {
		return nil // an object whose name is not text was not read
	}
	var r reader.Reader
	r.Read(in.Name, text, func(o *tree.Object) {
		in.Checker.Object(o, func(f finding.Finding) {
			if f.Field == "" {
				f.Line, f.Column, f.EndColumn, f.Document, f.Fixable = 0, 0, 0, 0, false
				list = append(list, f)
			}
		})
	})
	return list
}

// more returns findings for the objects that are only counted because they are like others.
func (in In) more() (list []finding.Finding) {
	for _, n := range in.Unlisted {
		if n.Count <= 0 || n.Managed {
			continue
		}
		f := finding.Finding{File: in.Name, Field: n.Field, Value: n.Resource.String(), Offset: -1}
		if n.Rule != "" {
			f.Rule, f.Severity = n.Rule, in.like(n)
			f.Message = fmt.Sprintf("%d more objects of %s have similar findings", n.Count, n.Resource)
			list = append(list, f)
			continue
		}
		for _, one := range in.version(n.Version, evidence.ObjectName{Kind: in.kind(n.Version, n.Resource.Name), Name: "others"}) {
			f.Rule, f.Severity, f.APIVersion, f.Kind, f.Removed, f.Deprecated = one.Rule, one.Severity, one.APIVersion, one.Kind, one.Removed, one.Deprecated
			it := preflight.Item{Finding: f}
			it.Message = fmt.Sprintf("%d more objects of %s were written as %s by %s: %s", n.Count, n.Resource, n.Version, cmp.Or(n.By, "an unnamed manager"), one.Message)
			check.Weigh(&it, n.Order, n.By != evidence.LastApplied)
			list = append(list, it.Finding)
		}
	}
	return list
}

// like returns the worst severity of the findings that an unlisted one resembles; that of the rule if
// none of them is listed.
func (in In) like(n evidence.Unlisted) rule.Severity {
	alike := check.Alike(in.Checked, n)
	if len(alike) == 0 {
		return slice.Find(checker.Rules(), func(r *checker.Rule) bool { return r.ID == n.Rule }).Severity
	}
	return slices.MinFunc(alike, func(a, b finding.Finding) int { return a.Severity.Rank() - b.Severity.Rank() }).Severity
}

// kind returns the kind of a resource that was written at an old version; "" if unknown.
func (in In) kind(gv discovery.GroupVersion, resource string) string {
	for i := range in.Usage {
		if u := &in.Usage[i]; u.Version == gv && u.Object.Resource == resource {
			return u.Object.Kind
		}
	}
	return ""
}

// account returns what was read, and what was not.
func (in In) account() finding.Account {
	a := finding.NewAccount()
	c := finding.ClusterAccount{Name: in.Name, NotListed: in.notListed()}
	for _, key := range slices.SortedFunc(maps.Keys(in.Readings), evidence.Resource.Compare) {
		r := in.Readings[key]
		switch r.State {
		case evidence.NotServed, evidence.NotAsked:
			continue
		case evidence.Read, evidence.Partial:
			c.Resources++
			if key != evidence.HelmSecrets && key != evidence.HelmConfigMaps {
				c.Objects += r.Count
			}
		case evidence.Forbidden, evidence.Failed:
		}
		if r.State != evidence.Read {
			a.Unreadable = append(a.Unreadable, finding.Unreadable{File: in.Name, Reason: r.What + ": " + r.Reason})
		}
	}
	if in.Surface != nil {
		for _, i := range in.Surface.Incomplete {
			if i.Part == discovery.PartResources {
				a.Unreadable = append(a.Unreadable, finding.Unreadable{File: in.Name, Reason: "what it serves of " + groupVersion(i.GroupVersion) + " is unknown, so its objects were not read: " + i.Reason})
			}
		}
	}
	a.Objects, a.Clusters = c.Objects, []finding.ClusterAccount{c}
	return a
}

func groupVersion(gv discovery.GroupVersion) string {
	switch {
	case gv.Group == discovery.Wildcard:
		return "all groups but the core group"
	case gv.Group == "":
		return "the core group"
	case gv.Version == discovery.Wildcard:
		return gv.Group
	default:
		return gv.String()
	}
}

// notListed returns the resources with objects that were not read.
func (in In) notListed() (names []string) {
	if in.Surface == nil {
		return nil
	}
	for gv, r := range in.Surface.EachResource() {
		key := evidence.Resource{Group: gv.Group, Name: r.Name}
		if _, read := in.Readings[key]; !read && slices.Contains(r.Verbs, "list") && !slices.Contains(names, key.String()) {
			names = append(names, key.String())
		}
	}
	slices.Sort(names)
	return names
}

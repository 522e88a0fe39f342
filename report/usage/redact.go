package usage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// redaction replaces names of users, addresses, groups and namespaces with placeholders. Names that
// Kubernetes defines are kept. The numbers of the placeholders are in the order of the names, so
// that they do not depend on the order of the log.
type redaction struct {
	on     bool
	byName map[string]string
	// prints are the fingerprints with placeholders, by those with names.
	prints map[string]string
}

// seal sets the name, the value and the fingerprint of the finding about a caller. The fingerprint is
// that of the names.
func (m *redaction) seal(f *finding.Finding, c *totals.Call, redacted *Caller) {
	f.Name, f.Value = c.User, redacted.Agent+phrase.With(" for ", c.Impersonating)
	f.Seal()
	real := f.Fingerprint
	f.Name, f.Value = redacted.User, redacted.Agent+phrase.With(" for ", redacted.ImpersonatedBy)
	f.Seal()
	m.prints[real], f.Fingerprint = f.Fingerprint, real
}

// redact replaces the fingerprints, because names could be guessed from them, and the names in the
// reasons of waivers.
func (r *Report) redact() {
	m := r.redaction
	if m == nil || !m.on {
		return
	}
	r.redaction = nil
	replace := func(f *string) { *f = cmp.Or(m.prints[*f], *f) }
	r.Each(func(f *finding.Finding) { replace(&f.Fingerprint) })
	for i := range r.Waived {
		r.Waived[i].Reason = m.text(r.Waived[i].Reason)
	}
	for i := range r.Usage.Callers {
		replace(&r.Usage.Callers[i].Fingerprint)
	}
	unmatched := 0
	for i := range r.Warnings {
		r.Warnings[i].Text = word().ReplaceAllStringFunc(r.Warnings[i].Text, func(w string) string {
			if m.prints[w] == "" && decision.IsFingerprint(w) {
				unmatched++
				m.prints[w] = fmt.Sprintf("fingerprint-%d", unmatched)
			}
			return cmp.Or(m.prints[w], w)
		})
	}
}

// word matches a word of a text, such as the name of a user.
var word = lazy.Regexp(`[^\s"'(),;]*[^\s"'(),;.:!?]`)

func (m *redaction) text(text string) string {
	return word().ReplaceAllStringFunc(text, func(name string) string {
		for _, class := range []string{"user", "group", "address", "namespace"} {
			if redacted := m.redact(class, name); redacted != name {
				return redacted
			}
		}
		return name
	})
}

func (m *redaction) learn(result *usage.Result) {
	if !m.on {
		return
	}
	names := map[string][]string{}
	add := func(class string, list ...string) { names[class] = append(names[class], list...) }
	for _, c := range slices.Concat(result.Calls(), result.Fields()) {
		add("user", c.User, c.Impersonating)
		add("address", c.Sources.List...)
		add("group", c.Groups.List...)
		add("namespace", c.Namespaces.List...)
	}
	for _, c := range result.Clients() {
		add("user", c.Users.List...)
	}
	for class, all := range names {
		n := 0
		for _, name := range slice.Unique(all) {
			if name != "" && !public(name) {
				n++
				m.byName[class+"\x00"+name] = fmt.Sprintf("%s-%d", class, n)
			}
		}
	}
}

// public reports whether every cluster has the name.
func public(name string) bool {
	switch name {
	case "default", "kube-system", "kube-public", "kube-node-lease", "kubernetes-admin", "system:anonymous", "system:masters":
		return true
	}
	switch {
	case totals.ClassOf(name) == totals.ControlPlane:
		return true
	case strings.HasPrefix(name, "system:serviceaccount"), strings.HasPrefix(name, "system:node:"):
		return false
	default:
		return strings.HasPrefix(name, "system:")
	}
}

func (m *redaction) redact(class, name string) string {
	return cmp.Or(m.byName[class+"\x00"+name], name)
}

func (m *redaction) user(name string) string { return m.redact("user", name) }

func (m *redaction) each(class string, names []string) []string {
	return slice.Map(names, func(name string) string { return m.redact(class, name) })
}

package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

var (
	// full matches a group-version, with or without a kind after it. inWords matches a version and a
	// group in words. moved matches a kind that gets a version.
	full      = lazy.Regexp(`\b((?:[a-z0-9-]+\.)+k8s\.io|apps|batch|autoscaling|policy|extensions)/(v[0-9]+(?:(?:alpha|beta)[0-9]+)?)(?:[/. ]([A-Z][A-Za-z]+[a-z][A-Za-z]*)\b)?`)
	inWords   = lazy.Regexp(`\b(v[0-9]+(?:alpha|beta)[0-9]+) ([a-z]+) (?:API|api)(?: for (?:an? |the )?([A-Z][A-Za-z]+))?`)
	movedKind = lazy.Regexp(`\b([A-Z][A-Za-z]+) (?:API |resource |kind |API type )?(?:is |was |has |been |are |were |have )*(?:now )?(?:promoted|graduated|moved|moving|promotes|graduates) to (v[0-9]+(?:(?:alpha|beta)[0-9]+)?)\b`)
	adds      = lazy.Regexp(`(?i)^\W*(?:(?:an? |the )?new |added |adds |add |introduced |introduces |introduce |introducing |created |implemented )`)
	takes     = lazy.Regexp(`(?i)^\W*(?:removed |removes |remove |dropped |drops |drop )`)
	going     = lazy.Regexp(`(?i)\b(?:promoted|promotes|promote|graduated|graduates|graduate|moved|moving) (?:[^.]{0,80} )?to $`)
	// into matches the words before a group-version to which a kind is added.
	addedInto = lazy.Regexp(`^\W*(?i:added|adds|add|introduced|introduces|introduce) (?:the |an? |new )*([A-Z][A-Za-z]*[a-z][A-Za-z]*) (?:API |kind |resource |type )?(?:to|in|into) (?:the )?$`)
	// field matches an addition of a field to a type, or a removal.
	ofField = lazy.Regexp(`(?i:^\W*(added|adds|add|introduced|introduce|removed|removes|remove)) (?:an? |the |new |optional |alpha |beta |deprecated )*(?:(?:spec|status|\.spec|\.status)\.)?([a-z][A-Za-z0-9]*) field (?:to|in|on|from) (?:the )?([A-Z][A-Za-z]+)\b`)
	// listed matches two kinds with "and" between them. resources matches kinds that the text calls
	// resources.
	listed    = lazy.Regexp(`\b([A-Z][A-Za-z]+) and ([A-Z][A-Za-z]+)\b`)
	resources = lazy.Regexp(`\b(?:([A-Z][A-Za-z]+) and )?(?:the )?([A-Z][A-Za-z]+) resources?\b`)
)

// reader finds assertions in texts.
type reader struct {
	api *apiNames
	// groups maps the first label of a group's name to the group, of both sides.
	groups map[string]string
	// newKind has the version of each kind that only the new side has.
	newKind map[string]discovery.GroupVersion
}

func newReader(in *Input, api *apiNames) *reader {
	r := &reader{api: api, groups: map[string]string{}, newKind: map[string]discovery.GroupVersion{}}
	for _, side := range [...]*discovery.Surface{in.Old, in.New} {
		for _, g := range side.Groups {
			first, _, _ := strings.Cut(g.Name, ".")
			r.groups[first] = g.Name
		}
	}
	for gv, res := range in.New.EachResource() {
		r.newKind[res.Kind] = gv
	}
	for _, res := range in.Old.EachResource() {
		delete(r.newKind, res.Kind)
	}
	return r
}

// groupOf returns the group of a kind that only one group has.
func (r *reader) groupOf(kind string) (group string, ok bool) {
	if groups := r.api.groups[kind]; len(groups) == 1 {
		return groups[0], true
	}
	return "", false
}

// assertions reads a note, sentence by sentence.
func (r *reader) assertions(n *changelog.Note) (out []assertion) {
	text := strings.ReplaceAll(prose(n.Text), "`", "")
	for _, move := range n.Renames {
		if to := discovery.ParseGroupVersion(move.To); to.Group != "" && isVersion(to.Version) {
			out = append(out, assertion{act: added, gv: to})
		}
	}
	return slice.Add(out, slice.Flat(sentences(text), r.sentence)...)
}

// sentences splits the first 4 kB of a text at full stops and line ends. Assertions are at the
// beginning of a note.
func sentences(text string) []string {
	text = text[:min(len(text), 4<<10)]
	text = strings.NewReplacer(". ", "\n", "; ", "\n", ".\n", "\n").Replace(text)
	return strings.Split(text, "\n")
}

func (r *reader) sentence(s string) (out []assertion) {
	if strings.Contains(s, "will be ") || strings.Contains(s, "will no longer") {
		return nil // planned
	}
	out = r.newResources(s)
	if strings.Contains(s, " field") {
		return append(out, r.fieldOf(s)...) // a change within a type
	}
	api := strings.Contains(s, "API") || strings.Contains(s, " api")
	for _, m := range full().FindAllStringSubmatchIndex(s, 4) {
		gv := discovery.GroupVersion{Group: s[m[2]:m[3]], Version: s[m[4]:m[5]]}
		if apart(gv.Group) {
			continue
		}
		kind := ""
		if m[6] >= 0 {
			kind = s[m[6]:m[7]]
		}
		before, after := s[:m[0]], s[m[1]:]
		if m := addedInto().FindStringSubmatch(before); m != nil && kind == "" {
			out = append(out, assertion{act: added, gv: gv, kind: kindOnly(m[1])})
			continue
		}
		a, ok := r.verb(before, after, api || kind != "")
		if !ok {
			continue
		}
		if kind = kindOnly(kind); kind == "" {
			kind = r.kindIn(before)
		}
		out = append(out, assertion{act: a, gv: gv, kind: kind})
		if other := r.listedBefore(before, kind); other != "" {
			out = append(out, assertion{act: a, gv: gv, kind: other})
		}
	}
	if adds().MatchString(s) {
		for _, m := range inWords().FindAllStringSubmatch(s, 2) {
			if group, ok := r.groups[m[2]]; ok {
				out = append(out, assertion{act: added, gv: discovery.GroupVersion{Group: group, Version: m[1]}, kind: kindOnly(m[3])})
			}
		}
	}
	for _, m := range movedKind().FindAllStringSubmatch(s, 2) {
		if group, ok := r.groupOf(m[1]); ok {
			out = append(out, assertion{act: added, gv: discovery.GroupVersion{Group: group, Version: m[2]}, kind: m[1]})
		}
	}
	return out
}

// kindIn returns the last word of a text that is a kind of one group.
func (r *reader) kindIn(text string) string {
	words := strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > 'z' || c > '9' && c < 'A' || c > 'Z' && c < 'a' })
	for i := len(words) - 1; i >= 0; i-- {
		for _, word := range [...]string{words[i], strings.TrimSuffix(words[i], "s")} {
			if _, ok := r.groupOf(word); ok {
				return word
			}
		}
	}
	return ""
}

// fieldOf reads "Added the fooBar field to Pod". Only kinds that a side serves count, because
// configuration files have fields too.
func (r *reader) fieldOf(s string) []assertion {
	m := ofField().FindStringSubmatch(s)
	if m == nil || len(Humps(m[2])) < 2 {
		return nil
	}
	kind := base(m[3])
	if len(r.api.groups[kind]) == 0 {
		return nil
	}
	a := assertion{act: added, kind: kind, field: m[2]}
	if strings.HasPrefix(strings.ToLower(m[1]), "r") {
		a.act = removed
	}
	return []assertion{a}
}

// verb returns what happened to the group-version between before and after.
func (r *reader) verb(before, after string, api bool) (act, bool) {
	lower := strings.ToLower(before)
	others := []string{"instead", "in favor of", "in favour of", "use ", "using ", "from ", "replac", "support", "warning", "metric", "client", "migrat", "stor", "conver", "when ", "if "}
	if slices.ContainsFunc(others, func(other string) bool { return strings.Contains(lower, other) }) {
		return altered, false
	}
	end := strings.ToLower(after[:min(len(after), 80)])
	switch {
	case going().MatchString(before):
		return added, true
	case strings.Contains(end, "no longer served") || strings.Contains(end, "been removed") || strings.Contains(end, "is removed") || strings.Contains(end, "was removed") || strings.Contains(end, "are removed"):
		return removed, !strings.Contains(end, "deprecated ")
	case takes().MatchString(before) && api && len(before) < 60:
		return removed, true
	case adds().MatchString(before) && api && len(before) < 60:
		return added, true
	}
	return altered, false
}

// kindOnly returns "" for a capitalized word that is no kind.
func kindOnly(word string) string {
	switch word {
	case "API", "APIs", "The", "Use", "This", "Resources", "Kubernetes", "Alpha", "Beta", "Types", "Objects":
		return ""
	}
	return word
}

// apart reports whether a group belongs to a file format, or to an API that a Kubernetes API server
// does not serve itself.
func apart(group string) bool {
	if strings.Contains(group, ".config.k8s.io") || strings.Contains(group, "x-k8s.io") {
		return true
	}
	switch group {
	case "kubeadm.k8s.io", "client.authentication.k8s.io", "audit.k8s.io", "imagepolicy.k8s.io", "admission.k8s.io", "apidiscovery.k8s.io", "apiserver.k8s.io",
		"config.k8s.io", "credentialprovider.kubelet.k8s.io", "meta.k8s.io", "metrics.k8s.io", "custom.metrics.k8s.io", "external.metrics.k8s.io",
		"snapshot.storage.k8s.io", "gateway.networking.k8s.io", "groupsnapshot.storage.k8s.io", "policy.networking.k8s.io":
		return true
	}
	return false
}

// newResources returns the new kinds that a sentence adds and calls resources.
func (r *reader) newResources(s string) (out []assertion) {
	if !adds().MatchString(s) {
		return nil
	}
	for _, m := range resources().FindAllStringSubmatch(s, 2) {
		for _, kind := range m[1:] {
			if gv, found := r.newKind[kind]; found {
				out = append(out, assertion{act: added, gv: gv, kind: kind})
			}
		}
	}
	return out
}

// listedBefore returns the kind before another one in a list: "the types Workload and PodGroup".
func (r *reader) listedBefore(text, kind string) string {
	for _, m := range listed().FindAllStringSubmatch(text, 2) {
		if m[2] == kind && len(r.api.groups[m[1]]) > 0 {
			return m[1]
		}
	}
	return ""
}

package fact

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/lazy"
)

func (r *reading) groupVersions() (names found) {
	if !r.says("v1", "v2", "v3") {
		return nil
	}
	for n, s := range r.sentences {
		group, at := "", -9 // the group and place of the previous one, for "g/v1alpha1 and v1beta1"
		moved := map[string]string{}
		for i, t := range s.tokens {
			if t.mark {
				continue
			}
			gv, ok := r.groupVersion(t.text)
			switch {
			case ok:
			case version(t.low) && r.groupBefore(s, i) != "":
				gv, ok = discovery.GroupVersion{Group: r.groupBefore(s, i), Version: t.low}, true
			case version(t.low) && i-at == 2 && (joins(s.tokens[i-1]) || s.word(i-1) == "to" || s.word(i-1) == "→"):
				gv, ok = discovery.GroupVersion{Group: group, Version: t.low}, true
				moved[t.low] = group
			case version(t.low) && s.word(i-1) == "from" && r.groupOf(s, i-1) != "":
				gv, ok = discovery.GroupVersion{Group: r.groupOf(s, i-1), Version: t.low}, true
				moved[t.low] = gv.Group
			case version(t.low) && moved[t.low] != "":
				gv, ok = discovery.GroupVersion{Group: moved[t.low], Version: t.low}, true
			}
			if ok {
				names.add(n, i, gv.String())
				group, at = gv.Group, i
			}
		}
	}
	return names
}

// groupBefore returns the group before the version at i, or "": "batch v1", "the networking v1beta1
// group".
func (r *reading) groupBefore(s sentence, i int) string {
	switch {
	case i == 0:
		return ""
	case !r.namesGroup(s, i-1):
		if has([]string{"api", "apis", "group"}, s.word(i+1)) && !s.tokens[i-1].quoted {
			return r.groups[s.word(i-1)]
		}
		return ""
	}
	return s.tokens[i-1].text
}

// ownVersions returns the versions of a component's own API, in a note that begins with the
// component: "kubeadm: removed the v1beta3 API". They are used to find what a statement is about.
// They are not listed as group-versions of the note, because the text has only the version.
func (r *reading) ownVersions() (names found) {
	if len(r.sentences) == 0 || r.sentences[0].word(0) != "kubeadm" || r.sentences[0].word(1) != ":" {
		return nil
	}
	for n, s := range r.sentences {
		for i, t := range s.tokens {
			if !t.mark && version(t.low) && (s.word(i+1) == "api" || s.word(i+1) == "apis") {
				names.add(n, i, "kubeadm.k8s.io/"+t.low)
			}
		}
	}
	return names
}

// groupOf returns the group before "from v1alpha2 to v1alpha3", or "". Only the words API and group
// may be between them.
func (r *reading) groupOf(s sentence, i int) string {
	for i--; i >= 0 && has([]string{"api", "apis", "group", "the", "from"}, s.word(i)); i-- {
		continue
	}
	if i >= 0 && r.namesGroup(s, i) {
		return s.tokens[i].text
	}
	return ""
}

// namesGroup reports whether the token at i is the full name of a group, or one of the groups
// without a dot.
func (r *reading) namesGroup(s sentence, i int) bool {
	t := s.tokens[i]
	if t.mark {
		return false
	}
	return strings.HasSuffix(t.text, ".k8s.io") && t.text == t.low && !strings.Contains(t.text, "/") || has([]string{"apps", "autoscaling", "batch", "extensions", "policy"}, t.text)
}

// groupVersion parses "group/v1", "group/v1/Kind", "group/v1.Kind", "/apis/group/v1" and
// "resources.v1.group".
func (r *reading) groupVersion(text string) (gv discovery.GroupVersion, ok bool) {
	if i := strings.Index(text, ".v"); i >= 0 && !strings.Contains(text, "/") {
		return r.dotted(text[i+1:])
	}
	text = strings.TrimPrefix(text, "apis/")
	group, rest, ok := strings.Cut(text, "/")
	if !ok {
		return gv, false
	}
	v, tail := cutVersion(rest)
	if v == "" || tail != "" && tail[0] != '/' && tail[0] != '.' {
		return gv, false
	}
	gv = discovery.GroupVersion{Group: group, Version: v}
	full, known := r.groups[group]
	switch {
	case known:
		gv.Group = full
		return gv, true
	case strings.HasSuffix(group, ".k8s.io") && group == strings.ToLower(group):
		return gv, true
	case tail == "" && group != "" && lowerFirst(group) && consists(group, lowers+".-"):
		// An unknown group counts only with an alpha or beta version or with a domain: "klog/v2"
		// and "api/v1" are Go packages.
		return gv, strings.Contains(group, ".") && !strings.HasPrefix(group, "github.") && group != "k8s.io" && group != "sigs.k8s.io" || len(v) > 2
	}
	return gv, false
}

// dotted parses "v1beta1.extensions", as in the full resource names of kubectl.
func (r *reading) dotted(text string) (gv discovery.GroupVersion, ok bool) {
	v, group, ok := strings.Cut(text, ".")
	if !ok || !version(v) {
		return gv, false
	}
	if full, known := r.groups[group]; known && group == full || strings.HasSuffix(group, ".k8s.io") && group == strings.ToLower(group) {
		return discovery.GroupVersion{Group: group, Version: v}, true
	}
	return gv, false
}

// version reports whether s is an API version: v1, v2beta2.
func version(s string) bool {
	v, tail := cutVersion(s)
	return v != "" && tail == ""
}

// cutVersion splits an API version from the beginning of s.
func cutVersion(s string) (v, tail string) {
	if strings.HasPrefix(s, "v") { // else not worth a search
		v = apiVersion().FindString(s)
	}
	tail = s[len(v):]
	if tail != "" && (wordByte(tail[0]) || tail[0] == '.' && len(tail) > 1 && digit(tail[1])) {
		return "", s // v1.26, v1x
	}
	return v, tail
}

var apiVersion = lazy.Regexp(`^v[1-9]\d?(?:(?:alpha|beta)\d+)?`)

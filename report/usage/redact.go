package usage

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// redaction replaces names of users, addresses, groups and namespaces with placeholders. Names that
// Kubernetes defines are kept. The numbers of the placeholders are in the order of the names, so
// that they do not depend on the order of the log.
type redaction struct {
	on     bool
	byName map[string]string
}

func (m *redaction) learn(result *usage.Result) {
	if !m.on {
		return
	}
	names := map[string]map[string]bool{}
	add := func(class string, list ...string) {
		if names[class] == nil {
			names[class] = map[string]bool{}
		}
		for _, name := range list {
			names[class][name] = true
		}
	}
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
		for _, name := range slices.Sorted(maps.Keys(all)) {
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
	if redacted, known := m.byName[class+"\x00"+name]; m.on && known {
		return redacted
	}
	return name
}

func (m *redaction) user(name string) string { return m.redact("user", name) }

func (m *redaction) each(class string, names []string) []string {
	return slice.Map(names, func(name string) string { return m.redact(class, name) })
}

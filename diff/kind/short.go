package kind

import (
	_ "embed"
	"strings"
	"sync"
)

// shortNames has the short names of Kubernetes' resources, which API documents do not contain.
//
//go:embed short.txt
var shortNames string

// shorts are the short names by resource and group: "deployments.apps".
//
//nolint:gochecknoglobals // read once
var shorts = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(shortNames) {
		names := strings.Fields(line)
		out[names[0]] = names[1:]
	}
	return out
})

// Short returns the short names of one of Kubernetes' own resources.
func Short(group, resource string) []string {
	return shorts()[strings.TrimSuffix(resource+"."+group, ".")]
}

package componentconfig

import (
	_ "embed" // for the table of plugins
	"strings"
	"sync"
)

//go:embed plugins.tsv
var plugins string

// AdmissionPlugins returns the rows of plugins.tsv: the plugins of AllOrderedPlugins in pkg/kubeapiserver/options/plugins.go
// of v1.23.17 to v1.37.0. The pull requests are those of the release notes.
//
//nolint:gochecknoglobals // read once
var AdmissionPlugins = sync.OnceValue(func() map[string]Removal {
	removals := map[string]Removal{}
	for line := range strings.Lines(plugins) {
		column := strings.Fields(line)
		removals[column[0]] = removal(column[1:])
	}
	return removals
})

// AdmissionFlags returns the flags that name plugins. admission-control is the oldest one.
func AdmissionFlags() []string {
	return []string{"admission-control", "disable-admission-plugins", "enable-admission-plugins"}
}

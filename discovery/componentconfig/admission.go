package componentconfig

import (
	_ "embed" // for the table of plugins
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// PluginLifecycle has the minor of the release that removed an admission plugin, 0 for none, and
// the pull request of the release note, 0 for none.
type PluginLifecycle struct{ Minor, PR int }

// Removed returns the release that removed the plugin; the zero value for none.
func (p PluginLifecycle) Removed() (r discovery.Release) {
	if p.Minor > 0 {
		r = minor(p.Minor)
	}
	return r
}

//go:embed plugins.tsv
var plugins string

// AdmissionPlugins returns the rows of plugins.tsv: the plugins of AllOrderedPlugins in pkg/kubeapiserver/options/plugins.go
// of v1.23.17 to v1.37.0. The pull requests are those of the release notes.
func AdmissionPlugins() map[string]PluginLifecycle {
	lifecycles := map[string]PluginLifecycle{}
	for line := range strings.Lines(plugins) {
		var name string
		var p PluginLifecycle
		_, _ = fmt.Sscan(line, &name, &p.Minor, &p.PR)
		lifecycles[name] = p
	}
	return lifecycles
}

// AdmissionFlags returns the flags that name plugins. admission-control is the oldest one.
func AdmissionFlags() []string {
	return []string{"admission-control", "disable-admission-plugins", "enable-admission-plugins"}
}

package main

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"
)

// minor is the release of Kubernetes that the program is compiled against.
type minor struct {
	major, minor int
	version      string
}

func (m minor) String() string { return fmt.Sprintf("%d.%d", m.major, m.minor) }

// read are the modules whose types and clients the program reads.
//
//nolint:gochecknoglobals // a constant list; Go has no constant slices.
var read = []string{
	"k8s.io/api",
	"k8s.io/apiextensions-apiserver",
	"k8s.io/apimachinery",
	"k8s.io/client-go",
	"k8s.io/kube-aggregator",
}

// builtAgainst tells the release from the program's own build information.
// Kubernetes v1.37.2 publishes its modules as v0.37.2.
func builtAgainst() (minor, map[string]string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return minor{}, nil, errors.New("the program has no build information; build it in module mode")
	}
	modules := map[string]string{}
	for _, dep := range info.Deps {
		for _, path := range read {
			if dep.Path == path {
				modules[path] = dep.Version
			}
		}
	}
	version := modules["k8s.io/api"]
	for _, path := range read {
		if modules[path] != version {
			return minor{}, nil, fmt.Errorf("%s is %q but k8s.io/api is %q; pin all of %s to one version", path, modules[path], version, strings.Join(read, ", "))
		}
	}
	m := minor{major: 1, version: "v1" + strings.TrimPrefix(version, "v0")}
	if _, err := fmt.Sscanf(version, "v0.%d.", &m.minor); err != nil {
		return minor{}, nil, fmt.Errorf("k8s.io/api is %q, not a version like v0.37.2: %w", version, err)
	}
	return m, modules, nil
}

// serves tells whether objects of a type are served in the release. The modules
// keep types for years after the servers dropped them; servers stop serving a
// type by the same mark, APILifecycleRemoved (apiserver's RemoveUnavailableKinds).
func (m minor) serves(t reflect.Type) bool {
	removed := unmarked[modelName(t)]
	if marked, ok := reflect.New(t).Interface().(interface{ APILifecycleRemoved() (int, int) }); ok {
		removed.major, removed.minor = marked.APILifecycleRemoved()
	}
	if removed.major == 0 {
		return true
	}
	return removed.major > m.major || removed.major == m.major && removed.minor > m.minor
}

// unmarked are the kinds that servers dropped before the modules began to mark
// alpha versions, each with the first release whose documents lack it. Newer
// kinds are marked when they go, or their types go too.
//
//nolint:gochecknoglobals // a constant table; Go has no constant maps.
var unmarked = map[string]minor{
	"io.k8s.api.node.v1alpha1.RuntimeClass":        {major: 1, minor: 24},
	"io.k8s.api.rbac.v1alpha1.ClusterRole":         {major: 1, minor: 23},
	"io.k8s.api.rbac.v1alpha1.ClusterRoleBinding":  {major: 1, minor: 23},
	"io.k8s.api.rbac.v1alpha1.Role":                {major: 1, minor: 23},
	"io.k8s.api.rbac.v1alpha1.RoleBinding":         {major: 1, minor: 23},
	"io.k8s.api.scheduling.v1alpha1.PriorityClass": {major: 1, minor: 23},
}

// Package metrics makes the table of the metrics that the components of each release declare, from
// the published Go modules of Kubernetes. It reads declarations in source code. Metrics with names
// that are only known at run time are missing.
package metrics

import (
	"context"
	"fmt"
	"go/ast"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
	"github.com/kubedelta/kubedelta/history"
)

// later is a module that only a release and newer ones have.
type later struct {
	module string
	first  int
}

// reading returns the modules to read for a release.
func reading(minor int) []string {
	list := []string{modules.Kubernetes, "k8s.io/apiserver", "k8s.io/apiextensions-apiserver", "k8s.io/component-base", "k8s.io/kube-aggregator", "k8s.io/cloud-provider"}
	for _, l := range []later{{"k8s.io/pod-security-admission", 22}, {"k8s.io/endpointslice", 28}, {"k8s.io/dynamic-resource-allocation", 26}} {
		if minor >= l.first {
			list = append(list, l.module)
		}
	}
	return list
}

// folders returns the folders of a module that have metrics of its components.
func folders(module, dir string) []string {
	switch module {
	case modules.Kubernetes:
		return []string{filepath.Join(dir, "cmd"), filepath.Join(dir, "pkg"), filepath.Join(dir, "plugin")}
	case "k8s.io/component-base": // k8s.io/component-base/metrics is the library, with examples
		return []string{filepath.Join(dir, "metrics", "prometheus"), filepath.Join(dir, "logs")}
	default:
		return []string{dir}
	}
}

// Make makes the table of metrics.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	all := history.Declarations{}
	err := modules.Each(ctx, reading, func(r discovery.Release, dirs map[string]string) error {
		found, unread, err := read(dirs)
		if err == nil && len(unread)*20 > len(found) {
			err = fmt.Errorf("%d of %d metrics could not be read: %s", len(unread), len(found)+len(unread), strings.Join(unread, ", "))
		}
		for name, list := range found {
			for _, one := range list {
				Add(all, name, one, r)
			}
		}
		return err
	})
	return map[string][]byte{history.MetricsFile: packed.Encode(Format(all))}, err
}

// read returns the metrics of a release by name, and the places of declarations that it does not
// understand.
func read(dirs map[string]string) (found map[string][]history.Declaration, unread []string, err error) {
	found = map[string][]history.Declaration{}
	known := packages{dirs: dirs, read: map[string]values{}}
	for module, dir := range dirs {
		for _, folder := range folders(module, dir) {
			files, err := source.Files(folder, "etrics")
			if err != nil {
				return nil, nil, err
			}
			for _, file := range files {
				if strings.Contains(file.Path, "/testing/") || strings.Contains(file.Path, "/testutil") {
					continue
				}
				s := scope{packages: known, file: file, own: known.of(filepath.Dir(file.Path))}
				ast.Inspect(file.File, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					name, one, is := s.declared(call)
					switch {
					case is && name == "":
						unread = append(unread, strings.TrimPrefix(file.Path, dir))
					case is:
						found[name] = append(found[name], one)
					}
					return true
				})
			}
		}
	}
	return found, unread, nil
}

// declared reads a call that declares a metric: NewCounterVec(&CounterOpts{…}, labels), or
// NewDesc(name, help, labels, values, stability, deprecated). The name is empty if it is not
// understood.
func (s scope) declared(call *ast.CallExpr) (name string, one history.Declaration, is bool) {
	of := source.Name(call.Fun)
	if of == "NewDesc" && len(call.Args) == 6 {
		one = history.Declaration{Type: "custom", Labels: s.labels(call.Args[2]), Stability: stability(call.Args[4]), Deprecated: s.release(call.Args[5])}
		return s.text(call.Args[0]), one, true
	}
	kind, vector := strings.CutSuffix(strings.TrimPrefix(of, "New"), "Vec")
	types := map[string]string{"Counter": "counter", "Gauge": "gauge", "Histogram": "histogram", "Summary": "summary", "TimingHistogram": "histogram"}
	if types[kind] == "" || !strings.HasPrefix(of, "New") || len(call.Args) == 0 {
		return "", one, false
	}
	options, ok := s.options(call.Args[0])
	if !ok {
		return "", one, false // a call of another library, such as that of Prometheus
	}
	one = history.Declaration{Type: types[kind], Stability: stability(options["StabilityLevel"]), Deprecated: s.release(options["DeprecatedVersion"])}
	if vector && len(call.Args) > 1 {
		one.Labels = s.labels(call.Args[1])
	}
	parts := []string{}
	for _, key := range []string{"Namespace", "Subsystem", "Name"} {
		if e := options[key]; e != nil {
			text := s.text(e)
			if text == "" && !s.empty(e) {
				return "", one, true
			}
			if text != "" {
				parts = append(parts, text)
			}
		}
	}
	return strings.Join(parts, "_"), one, true
}

// stability returns the stability level of a declaration. The default is ALPHA, as in
// k8s.io/component-base/metrics.
func stability(e ast.Expr) string {
	switch level := source.Name(e); level {
	case "STABLE", "BETA", "INTERNAL":
		return strings.ToLower(level)
	default:
		return "alpha"
	}
}

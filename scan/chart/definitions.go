package chart

import (
	"context"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Definitions are the CustomResourceDefinitions that a chart installs: those in crds/, and those
// that its templates write with the default values and all switches for CRDs on. Templates that may
// write others are reported as unreadable.
type Definitions struct {
	Manifests crd.Manifests
	// Said describes the source: "chart cert-manager 1.19.0, crds.enabled=true".
	Said string
}

// Definitions returns the definitions of a source.
func (s Source) Definitions(ctx context.Context, t Target) (Definitions, error) {
	var out Definitions
	c, err := s.load(ctx)
	if err != nil {
		return out, fmt.Errorf("%s: the chart cannot be read: %w", s.Name, err)
	}
	switches := c.switches("")
	out.Said = strings.TrimSpace("chart " + c.meta.Name + " " + c.meta.Version)
	values := Values{}
	for _, name := range switches {
		values.Set = append(values.Set, name+"=true")
		out.Said += ", " + name + "=true"
	}
	rendering, err := Render(ctx, s, t, values)
	if err != nil {
		return out, fmt.Errorf("%s: the chart cannot be rendered: %w", s.Name, err)
	}
	folder := crd.NewFolder(s.Name)
	written := map[string]bool{}
	for _, d := range rendering.Documents {
		if strings.Contains(string(d.Data), "CustomResourceDefinition") {
			written[d.Template] = true
			folder.Add(d.Template, d.Data)
		}
	}
	rendering.unread(s, folder, written)
	out.Manifests, err = folder.Manifests()
	return out, err
}

// unread records the parts of a chart that may write definitions and wrote none.
func (r *Rendering) unread(s Source, folder *crd.Folder, written map[string]bool) {
	for _, m := range r.Missing {
		folder.Unreadable("Chart.yaml", fmt.Sprintf("the dependency %s is not in charts/; run helm dependency build first", path.Join(m.Place, m.Name)))
	}
	for _, name := range s.Unread {
		if OfChart(name) && Holds(name) {
			folder.Unreadable(name, "it is not a regular file, or a link out of the git work tree or the folder")
		}
	}
	failures := map[string]string{}
	for _, f := range r.Failures {
		failures[f.Template] = f.Message
	}
	for _, text := range r.Texts {
		// Templates of a disabled chart do not run, and files of helpers write nothing themselves.
		if len(text.outputs) == 0 || strings.HasPrefix(path.Base(text.Template), "_") || written[text.Template] {
			continue
		}
		if why, failed := failures[text.Template]; failed && (crd.MayDefine(text.Data) || namesCRDs().MatchString(text.Template)) {
			folder.Unreadable(text.Template, "the template cannot be rendered: "+why)
		} else if !failed && defines(text.Data) {
			folder.Unreadable(text.Template, "the template writes a CustomResourceDefinition only with other values")
		}
	}
}

// defines reports whether a template writes a definition, or files with definitions.
func defines(text []byte) bool {
	return kindCRD().Match(text) || !strings.Contains(string(text), "CustomResourceDefinition") && crd.MayDefine(text)
}

var (
	kindCRD   = lazy.Regexp(`(?m)^\s*["']?kind["']?\s*:\s*["']?CustomResourceDefinition["']?\s*$`)
	namesCRDs = lazy.Regexp(`(?i)crd|customresource`)
	// flatSwitch matches a switch such as installCRDs. tableOfCRDs matches the name of a table such
	// as crds, and switchInTable a switch in that table.
	flatSwitch    = lazy.Regexp(`(?i)^(install|create|enable|deploy|manage|include)_?(crds?|customresources?|customresourcedefinitions?)(enabled)?$`)
	tableOfCRDs   = lazy.Regexp(`(?i)^(crds?|customresources?|customresourcedefinitions?)$`)
	switchInTable = lazy.Regexp(`(?i)^(install|installed|create|enable|enabled|deploy)$`)
	plainKey      = lazy.Regexp(`^[A-Za-z0-9_-]+$`)
)

// switches returns the names for --set of the values of a chart and its dependencies that are false
// and enable its definitions. If a chart has both crds.enabled and installCRDs, only the first is
// returned: the second is its old name, and some charts refuse both.
func (c *loaded) switches(prefix string) (all []string) {
	all = tableSwitches(c.values, prefix, 0)
	if all == nil {
		all = off(c.values, prefix, flatSwitch())
	}
	for _, sub := range c.charts {
		if plainKey().MatchString(sub.meta.Name) {
			all = append(all, sub.switches(prefix+sub.meta.Name+".")...)
		}
	}
	return slice.Unique(all)
}

// off returns the names of the values that are false and whose name has the form of a switch.
func off(values map[string]any, prefix string, form *regexp.Regexp) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if on, is := values[name].(bool); is && !on && form.MatchString(name) {
			all = append(all, prefix+name)
		}
	}
	return all
}

// maxTables limits the depth of switches in the values.
const maxTables = 4

func tableSwitches(values map[string]any, prefix string, depth int) (all []string) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		table, is := values[key].(map[string]any)
		if !is || !plainKey().MatchString(key) || depth == maxTables {
			continue
		}
		if tableOfCRDs().MatchString(key) {
			all = append(all, off(table, prefix+key+".", switchInTable())...)
		}
		all = append(all, tableSwitches(table, prefix+key+".", depth+1)...)
	}
	return all
}

package chart

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/chart/engine"
)

// metadata has the fields of Chart.yaml, as Helm has them (Metadata in its pkg/chart/v2).
type metadata struct {
	Name         string            `json:"name,omitempty"`
	Home         string            `json:"home,omitempty"`
	Sources      []string          `json:"sources,omitempty"`
	Version      string            `json:"version,omitempty"`
	Description  string            `json:"description,omitempty"`
	Keywords     []string          `json:"keywords,omitempty"`
	Maintainers  []maintainer      `json:"maintainers,omitempty"`
	Icon         string            `json:"icon,omitempty"`
	APIVersion   string            `json:"apiVersion,omitempty"`
	Condition    string            `json:"condition,omitempty"`
	Tags         string            `json:"tags,omitempty"`
	AppVersion   string            `json:"appVersion,omitempty"`
	Deprecated   bool              `json:"deprecated,omitempty"`
	Annotations  map[string]string `json:"annotations,omitempty"`
	KubeVersion  string            `json:"kubeVersion,omitempty"`
	Dependencies []*dependency     `json:"dependencies,omitempty"`
	Type         string            `json:"type,omitempty"`
}

type chartObject struct {
	metadata
	IsRoot bool
}

type maintainer struct {
	Name  string `json:"name,omitempty"`
	Email string `json:"email,omitempty"`
	URL   string `json:"url,omitempty"`
}

type dependency struct {
	Name         string   `json:"name"`
	Version      string   `json:"version,omitempty"`
	Repository   string   `json:"repository"`
	Condition    string   `json:"condition,omitempty"`
	Tags         []string `json:"tags,omitempty"`
	Enabled      bool     `json:"enabled,omitempty"`
	ImportValues []any    `json:"import-values,omitempty"`
	Alias        string   `json:"alias,omitempty"`
}

// loaded is a chart with its dependencies.
type loaded struct {
	meta metadata
	// place is the path of the chart in the source: "", "charts/db", "charts/db-1.0.0.tgz".
	place     string
	values    map[string]any
	templates []File
	files     []File
	parent    *loaded
	charts    []*loaded
}

// loading is the state while a chart and its dependencies are loaded.
type loading struct {
	ctx context.Context //nolint:containedctx // it lives as long as the call
	// local has [Source.Local]; open has the places of the charts that are being loaded.
	local map[string][]File
	open  []string
}

// ErrNoChart is the error for files without a Chart.yaml.
var ErrNoChart = errors.New("Chart.yaml file is missing") //nolint:staticcheck // Helm's words

func (s *Source) load(ctx context.Context) (*loaded, error) {
	l := loading{ctx: ctx, local: s.Local}
	return l.load(s.Files, "", 0)
}

func (l *loading) load(files []File, place string, depth int) (*loaded, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("charts are nested more than %d levels deep", maxNesting)
	}
	meta, err := metadataOf(files)
	if err != nil {
		return nil, err
	}
	c := &loaded{meta: meta, place: place, values: map[string]any{}}
	below := map[string][]File{}
	if name := c.meta.Name; name == "" || name == "." || name == ".." || name != path.Base(name) {
		return nil, fmt.Errorf("validation: chart.metadata.name %q is invalid", c.meta.Name)
	}
	for _, f := range files {
		switch {
		case f.Path == "Chart.yaml", f.Path == "Chart.lock", f.Path == "requirements.lock", f.Path == "values.schema.json":
		case f.Path == "values.yaml":
			v, err := decodeValues(f.Data)
			if err != nil {
				return nil, fmt.Errorf("cannot load %s: %w", path.Join(place, f.Path), err)
			}
			c.values = v
		case strings.HasPrefix(f.Path, "templates/"):
			c.templates = append(c.templates, f)
		case strings.HasPrefix(f.Path, "charts/"):
			name, _, _ := strings.Cut(strings.TrimPrefix(f.Path, "charts/"), "/")
			below[name] = append(below[name], f)
		default:
			c.files = append(c.files, f)
		}
	}
	if err := c.loadBelow(l, below, depth); err != nil {
		return c, err
	}
	l.open = append(l.open, place)
	defer func() { l.open = l.open[:len(l.open)-1] }()
	return c, c.loadLocal(l, depth)
}

// metadataOf decodes Chart.yaml, and requirements.yaml, which has the dependencies in Helm 2.
func metadataOf(files []File) (m metadata, err error) {
	err = ErrNoChart
	for _, name := range []string{"Chart.yaml", "requirements.yaml"} {
		f := slice.Find(files, func(f *File) bool { return f.Path == name })
		if f == nil {
			continue
		}
		if err := decodeStruct(f.Data, &m); err != nil {
			return m, fmt.Errorf("cannot load %s: %w", name, err)
		}
		if name == "Chart.yaml" {
			err = nil
		}
	}
	return m, err
}

func (c *loaded) loadBelow(l *loading, below map[string][]File, depth int) error {
	for _, name := range slices.Sorted(maps.Keys(below)) {
		if passedOver(name) {
			continue
		}
		place := path.Join(c.place, "charts", name)
		files := below[name]
		switch {
		case path.Ext(name) == ".prov":
			continue
		case path.Ext(name) == ".tgz":
			src, err := OpenArchive(l.ctx, name, bytes.NewReader(files[0].Data))
			if err != nil {
				return fmt.Errorf("error unpacking subchart %s in %s: %w", name, c.meta.Name, err)
			}
			files = src.Files
		default:
			prefix := "charts/" + name + "/"
			var inside []File
			for _, f := range files {
				if rest, ok := strings.CutPrefix(f.Path, prefix); ok {
					inside = append(inside, File{rest, f.Data})
				}
			}
			if files = inside; len(files) == 0 {
				// This is a file, such as a README.
				continue
			}
		}
		sub, err := l.load(files, place, depth+1)
		if err != nil {
			return fmt.Errorf("error unpacking subchart %s in %s: %w", name, c.meta.Name, err)
		}
		sub.parent = c
		c.charts = append(c.charts, sub)
	}
	return nil
}

// decodeStruct decodes YAML into a struct. It first decodes values, whose size it can check:
// aliases can make a small text large.
func decodeStruct(data []byte, into any) error {
	v, err := engine.DecodeYAML(data)
	if err != nil {
		return err
	}
	if err := engine.Weigh(v); err != nil {
		return err
	}
	plain, err := yaml.Marshal(v)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(plain, into)
}

// decodeValues decodes a values file and merges the maps of its documents.
func decodeValues(data []byte) (map[string]any, error) {
	out := map[string]any{}
	for document := range strings.SplitSeq("\n"+strings.ReplaceAll(string(data), "\r\n", "\n"), "\n---") {
		v, err := engine.DecodeYAML([]byte(document))
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the values are a %T, not a map", v)
		}
		if err := engine.Weigh(v); err != nil {
			return nil, err
		}
		out = mergeMaps(out, engine.Copy(m).(map[string]any))
	}
	return out, nil
}

// fullPath returns Helm's name of the chart: "parent/charts/alias".
func (c *loaded) fullPath() string {
	if c.parent == nil {
		return c.meta.Name
	}
	return path.Join(c.parent.fullPath(), "charts", c.meta.Name)
}

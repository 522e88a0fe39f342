package kustomize

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	kyaml "sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// checked refuses a kustomization whose build would access the network or run a program, and
// enables origin annotations in that of the root.
func (g *guard) checked(name string, data []byte) ([]byte, error) {
	var k types.Kustomization
	if err := k.Unmarshal(data); err != nil {
		return data, nil //nolint:nilerr // kustomize reports the error
	}
	k.FixKustomization()
	g.keep(&k)
	if len(k.HelmCharts) > 0 || k.HelmGlobals != nil {
		return nil, g.refuse(name, "helmCharts runs helm, which kubedelta does not do: scan the chart itself")
	}
	for _, p := range paths(&k) {
		if Remote(p) {
			return nil, g.refuse(name, fmt.Sprintf("%q is remote, and is not downloaded: build it with kustomize and scan the result, or vendor it with kustomize localize", p))
		}
	}
	for _, p := range slices.Concat(k.Generators, k.Transformers, k.Validators) {
		if err := g.checkPlugin(name, p); err != nil {
			return nil, err
		}
	}
	if filepath.Dir(name) != g.root {
		return data, nil
	}
	return g.withOrigins(data)
}

// keep records the secrets that errors must not contain.
func (g *guard) keep(k *types.Kustomization) {
	for i := range k.SecretGenerator {
		for _, literal := range k.SecretGenerator[i].LiteralSources {
			_, value, found := strings.Cut(literal, "=")
			if !found {
				value = literal
			}
			if value = strings.Trim(value, `"'`); len(value) >= shortestSecret && len(g.secrets) < maxKustomizations {
				g.secrets = append(g.secrets, value)
			}
		}
	}
}

// shortestSecret is the least length of a secret: shorter ones are part of other words.
const shortestSecret = 4

// paths returns the paths that kustomize loads for a kustomization.
func paths(k *types.Kustomization) []string {
	// FixKustomization has moved bases to resources.
	out := slices.Concat(k.Resources, k.Components, k.Crds, k.Configurations, k.Generators, k.Transformers, k.Validators)
	out = append(out, k.OpenAPI["path"])
	for _, p := range k.PatchesStrategicMerge { //nolint:staticcheck // deprecated, and still written
		out = append(out, string(p))
	}
	for _, p := range slices.Concat(k.Patches, k.PatchesJson6902) { //nolint:staticcheck // as above
		out = append(out, p.Path)
	}
	for _, r := range k.Replacements {
		out = append(out, r.Path)
	}
	sources := func(s types.KvPairSources) {
		for _, file := range slices.Concat(s.FileSources, s.EnvSources, []string{s.EnvSource}) {
			_, path, _ := strings.Cut(file, "=")
			out = append(out, file, path)
		}
	}
	for i := range k.ConfigMapGenerator {
		sources(k.ConfigMapGenerator[i].KvPairSources)
	}
	for i := range k.SecretGenerator {
		sources(k.SecretGenerator[i].KvPairSources)
	}
	return out
}

// The prefixes of remote paths.
var (
	urlForm = lazy.Regexp(`^(?i:(?:git::)*(?:https?|ssh|file|git):)`)
	// userForm matches "user@host:path" of git, and the variants that kustomize accepts.
	userForm = lazy.Regexp(`^(?i:git::)*[a-zA-Z][a-zA-Z0-9-]*@[^/:]*[/:]`)
	hostForm = lazy.Regexp(`^(?i:(?:git::)*github\.com[/:])`)
)

// Remote reports whether kustomize might fetch a path by HTTP or with git.
func Remote(path string) bool {
	path = strings.TrimSpace(path)
	return urlForm().MatchString(path) || userForm().MatchString(path) || hostForm().MatchString(path)
}

// checkPlugin checks the configuration of a generator or a transformer, inline or in a file. One
// that a kustomization builds is refused, because patches can write any path into it.
func (g *guard) checkPlugin(name, entry string) error {
	text := []byte(entry)
	if !strings.Contains(entry, "\n") {
		file := filepath.Join(filepath.Dir(name), filepath.FromSlash(entry))
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			return g.refuse(name, fmt.Sprintf("%q is a kustomization that creates generators or transformers, which kubedelta does not build", entry))
		}
		data, err := g.readRegular(file)
		if err != nil {
			return nil // not a file: kustomize reports it and fetches nothing
		}
		text = data
	}
	if err := checkAliases(text); err != nil {
		return g.refuse(name, err.Error())
	}
	for _, root := range documents(text) {
		var document any
		if root.Decode(&document) != nil {
			break // kustomize reports the error
		}
		if remote := remoteIn(document, false, 0); remote != "" {
			return g.refuse(name, fmt.Sprintf("%q, in the generator or transformer %s, is remote, and is not downloaded", remote, phrase.Clip(strings.SplitN(entry, "\n", 2)[0], 80)))
		}
	}
	return nil
}

// remoteIn returns a remote path at a key from which kustomize's plugins load files; or "".
func remoteIn(v any, loaded bool, depth int) string {
	if depth > 100 {
		return ""
	}
	switch x := v.(type) {
	case string:
		_, path, _ := strings.Cut(x, "=")
		if loaded && (Remote(x) || Remote(path)) {
			return x
		}
	case []any:
		for _, each := range x {
			if found := remoteIn(each, loaded, depth+1); found != "" {
				return found
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			if found := remoteIn(x[key], loaded || loads(key), depth+1); found != "" {
				return found
			}
		}
	}
	return ""
}

// loads reports whether kustomize loads the path at a key, without case as in Go's JSON.
func loads(key string) bool {
	loading := []string{"path", "paths", "targetfilepath", "files", "envs", "env", "filesources", "envsources", "valuesfile", "additionalvaluesfiles", "repo"}
	return slices.Contains(loading, strings.ToLower(key))
}

// withOrigins enables the annotations with the source of each object, which describeOne removes, or
// disables them if they take too long.
func (g *guard) withOrigins(data []byte) ([]byte, error) {
	var k map[string]any
	if err := kyaml.Unmarshal(data, &k); err != nil || k == nil {
		return data, nil //nolint:nilerr // kustomize reports the error
	}
	list, _ := k["buildMetadata"].([]any)
	switch {
	case !g.traced:
		delete(k, "buildMetadata")
	case !slices.Contains(list, any(types.OriginAnnotations)):
		k["buildMetadata"] = append(slices.Clone(list), types.OriginAnnotations)
	}
	return kyaml.Marshal(k)
}

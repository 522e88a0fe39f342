package cluster

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
)

// maxKubeconfig limits a kubeconfig file. A cluster with its certificates takes 6 kB, so this is
// enough for more than a thousand clusters.
const maxKubeconfig = 8 << 20

// rules finds and loads kubeconfig files as kubectl does, but limits their size. The rules of
// client-go would read a file of any size, and expand its YAML aliases without a limit.
type rules struct {
	*clientcmd.ClientConfigLoadingRules
	read *Kubeconfigs
}

func newRules(explicit string, read *Kubeconfigs) rules {
	r := rules{clientcmd.NewDefaultClientConfigLoadingRules(), read}
	r.ExplicitPath = explicit
	return r
}

// Kubeconfigs caches kubeconfigs for the clients of many contexts, each of which would otherwise
// read all files. The zero value is empty.
type Kubeconfigs struct {
	mu   sync.Mutex
	read map[string]*clientcmdapi.Config
}

// Load implements clientcmd.ClientConfigLoader. Callers must not change the result, which is
// shared.
func (r rules) Load() (*clientcmdapi.Config, error) {
	if r.read == nil {
		return r.load()
	}
	r.read.mu.Lock()
	defer r.read.mu.Unlock()
	files := strings.Join(r.GetLoadingPrecedence(), "\x00")
	if config := r.read.read[files]; config != nil {
		return config, nil
	}
	config, err := r.load()
	if err == nil {
		if r.read.read == nil {
			r.read.read = map[string]*clientcmdapi.Config{}
		}
		r.read.read[files] = config
	}
	return config, err
}

// load reads and merges the files. If several define the same name, the first file wins. A missing
// file is an error only if the user named it.
func (r rules) load() (*clientcmdapi.Config, error) {
	all := clientcmdapi.NewConfig()
	for _, name := range r.GetLoadingPrecedence() {
		if name == "" {
			continue
		}
		config, err := loadFile(name)
		if errors.Is(err, fs.ErrNotExist) && r.ExplicitPath == "" {
			continue
		}
		if err != nil {
			return nil, err
		}
		addFirst(all.Clusters, config.Clusters)
		addFirst(all.AuthInfos, config.AuthInfos)
		addFirst(all.Contexts, config.Contexts)
		all.CurrentContext = cmp.Or(all.CurrentContext, config.CurrentContext)
	}
	if err := clientcmd.ResolveLocalPaths(all); err != nil {
		return nil, fmt.Errorf("cannot resolve the relative paths of the kubeconfig: %w", err)
	}
	return all, nil
}

func addFirst[V any](to, from map[string]V) {
	for name, v := range from {
		if _, taken := to[name]; !taken {
			to[name] = v
		}
	}
}

// loadFile reads one kubeconfig. Its errors never quote the file, which contains credentials.
func loadFile(name string) (*clientcmdapi.Config, error) {
	data, err := cause.ReadFile(name, maxKubeconfig)
	if err != nil {
		return nil, fmt.Errorf("cannot read the kubeconfig: %w", err)
	}
	if len(data) > maxKubeconfig {
		return nil, fmt.Errorf("kubeconfig %s: larger than %d MiB, the limit for a kubeconfig; specify another file", name, maxKubeconfig>>20)
	}
	if err := refuseBomb(data); err != nil {
		return nil, fmt.Errorf("kubeconfig %s: %w", name, err)
	}
	config, err := clientcmd.Load(data)
	if err != nil {
		return nil, fmt.Errorf("kubeconfig %s: not a kubeconfig%s; `kubectl config view --kubeconfig` shows how kubectl reads it", name, place(err))
	}
	for _, c := range config.Clusters {
		c.LocationOfOrigin = name
	}
	for _, u := range config.AuthInfos {
		u.LocationOfOrigin = name
	}
	for _, c := range config.Contexts {
		c.LocationOfOrigin = name
	}
	return config, nil
}

var (
	wrongLine  = lazy.Regexp(`line \d+`)
	wrongField = lazy.Regexp(`into (?:Go struct field )?(\w+\.\S+) of type`) // of Go 1.26 and 1.27
)

// place returns where a file is wrong, if the error of the library states it. The rest of the error
// may quote the file.
func place(err error) string {
	if line := wrongLine().FindString(err.Error()); line != "" {
		return " (see " + line + ")"
	}
	if field := wrongField().FindStringSubmatch(err.Error()); field != nil {
		return " (see the field " + field[1] + ")"
	}
	return ""
}

// refuseBomb refuses a file that expands to more than maxKubeconfig bytes: clientcmd counts
// aliases, but not the text that they repeat. Parsing to nodes expands nothing.
func refuseBomb(data []byte) error {
	if !bytes.ContainsRune(data, '*') {
		return nil
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return fmt.Errorf("not valid YAML%s, or it has an alias without an anchor", place(err))
	}
	if reader.Expanded(&root, maxKubeconfig, func(n *yaml.Node) int { return len(n.Value) + 1 }) > maxKubeconfig {
		return errors.New("its YAML aliases expand to too much text; write it without aliases")
	}
	return nil
}

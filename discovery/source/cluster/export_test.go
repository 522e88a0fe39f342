package cluster

import (
	"context"
	"time"

	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubedelta/kubedelta/discovery"
)

// Indexed is an entry of the OpenAPI index, for tests.
type Indexed struct{ Version, Path, Query, Hash, Refused string }

// ReadIndex parses the index of /openapi/v3.
func ReadIndex(body []byte, prefix string) ([]Indexed, error) {
	list, err := readIndex(body, prefix)
	var out []Indexed
	for _, d := range list {
		out = append(out, Indexed{d.gv.String(), d.path, d.query, d.hash, d.refused})
	}
	return out, err
}

// RefuseBomb checks the YAML of a kubeconfig.
func RefuseBomb(data []byte) error { return refuseBomb(data) }

// CheckContext checks the choice of a context.
func CheckContext(config *clientcmdapi.Config, name string) error { return checkContext(config, name) }

// SetClock replaces the clock, so that tests do not wait for retries.
func (c *Client) SetClock(now func() time.Time, pause func(context.Context, time.Duration) error) {
	c.now, c.pause = now, pause
}

// MaxKubeconfig is the limit of a kubeconfig file.
const MaxKubeconfig = maxKubeconfig

// Changes reports whether a document may change while the API server runs.
func Changes(gv discovery.GroupVersion) bool { return changes(gv) }

package ask

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
)

// oldestDry is the first minor release with reliable dry runs. The feature is stable from 1.18 on
// (KEP-576), and a server without it would write the object.
const oldestDry = 18

// strictFrom is the first minor release that reports unknown and duplicate fields (KEP-2885, beta).
const strictFrom = 25

// Named is what must be known about a server that the user named before it is asked.
type Named struct {
	// Version is the version that the server reports.
	Version string
	Release discovery.Release
	// Lenient: it does not report unknown fields.
	Lenient bool
	// Webhooks are webhooks with side effects. Objects that they are called for cannot be asked
	// about.
	Webhooks []string
	// Extensions are the group-versions that other servers serve, with the Service. They may not
	// support dry runs.
	Extensions map[discovery.GroupVersion]string
	// unknown is why it is not known which group-versions other servers serve.
	unknown string
	own     func(group string) bool
}

// Look reads what must be known about a named server. Its error is why nothing may be asked.
func Look(ctx context.Context, s Server, own func(group string) bool) (*Named, error) {
	n := &Named{Extensions: map[discovery.GroupVersion]string{}, own: own}
	var version struct {
		GitVersion string `json:"gitVersion"`
	}
	if err := get(ctx, s, "/version", maxDocument, &version); err != nil {
		return nil, err
	}
	release, err := discovery.ParseRelease(version.GitVersion)
	if err != nil {
		return nil, fmt.Errorf("the version of the server is unknown (%q), so it may not support dry runs; no objects were sent", version.GitVersion)
	}
	n.Version, n.Release = version.GitVersion, release
	if release.Major == 1 && release.Minor < oldestDry {
		return nil, fmt.Errorf("the server is %s: dry runs are safe from 1.%d on; no objects were sent", version.GitVersion, oldestDry)
	}
	n.Lenient = release.Major == 1 && release.Minor < strictFrom
	if err := n.extensions(ctx, s); err != nil {
		n.unknown = "which APIs other servers serve could not be read, and those may not support dry runs: " + err.Error()
	}
	for _, kind := range []string{"mutatingwebhookconfigurations", "validatingwebhookconfigurations"} {
		if err := n.webhooks(ctx, s, kind); err != nil {
			n.Webhooks = append(n.Webhooks, kind+" could not be read: "+err.Error())
		}
	}
	slices.Sort(n.Webhooks)
	return n, nil
}

func (n *Named) extensions(ctx context.Context, s Server) error {
	type service struct {
		Spec struct {
			Group, Version string
			Service        *struct{ Namespace, Name string }
		}
	}
	items, err := items[service](ctx, s, "/apis/apiregistration.k8s.io/v1/apiservices")
	if err != nil {
		return err
	}
	for _, i := range items {
		if i.Spec.Service != nil {
			n.Extensions[discovery.GroupVersion{Group: i.Spec.Group, Version: i.Spec.Version}] = i.Spec.Service.Namespace + "/" + i.Spec.Service.Name
		}
	}
	return nil
}

// webhooks records the webhooks that the server does not call in dry runs.
func (n *Named) webhooks(ctx context.Context, s Server, kind string) error {
	type configuration struct {
		Metadata struct{ Name string }
		Webhooks []struct{ Name, SideEffects string }
	}
	items, err := items[configuration](ctx, s, "/apis/admissionregistration.k8s.io/v1/"+kind)
	if err != nil {
		return err
	}
	for _, c := range items {
		for _, w := range c.Webhooks {
			if w.SideEffects != "None" && w.SideEffects != "NoneOnDryRun" {
				n.Webhooks = append(n.Webhooks, fmt.Sprintf("%s of %s declares sideEffects: %s", w.Name, c.Metadata.Name, w.SideEffects))
			}
		}
	}
	return nil
}

// Unasked is [Asker.Unasked] for the server.
func (n *Named) Unasked(gv discovery.GroupVersion) string {
	switch service, other := n.Extensions[gv]; {
	case other:
		return gv.String() + " is served by " + service + ", which may not support dry runs"
	case n.unknown != "" && !n.own(gv.Group):
		return n.unknown
	default:
		return ""
	}
}

// items reads a list. Anything else, such as {}, is an error, not an empty list.
func items[T any](ctx context.Context, s Server, path string) ([]T, error) {
	var list struct {
		Kind  string
		Items []T
	}
	err := get(ctx, s, path, maxList, &list)
	if err == nil && !strings.HasSuffix(list.Kind, "List") {
		err = errors.New("GET " + path + ": the response is not a list")
	}
	return list.Items, err
}

// The largest documents of discovery, and the largest lists, in bytes.
const (
	maxDocument = 16 << 20
	maxList     = 64 << 20
)

func get(ctx context.Context, s Server, path string, limit int64, into any) error {
	return s.Read(ctx, path, "", "application/json", func(body io.Reader) error {
		if err := json.UnmarshalRead(io.LimitReader(body, limit), into, json.MatchCaseInsensitiveNames(true), jsontext.AllowDuplicateNames(true)); err != nil {
			return errors.New("GET " + path + ": the response is not what an API server answers")
		}
		return nil
	})
}

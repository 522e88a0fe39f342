package collect

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// releaseType is the type of the Secrets in which Helm 3 keeps revisions
// (helm.sh/helm/pkg/storage/driver).
const releaseType = "helm.sh/release.v1"

// releaseName is the beginning of the names of revisions.
const releaseName = "sh.helm.release.v1."

// errChanged: the API server selects revisions by their type and labels.
var errChanged = errors.New("it has the name of a Helm release, but not its type and labels: is there a proxy in front of the API server?")

// maxRelease is the largest revision without compression, in bytes. A Secret can hold 1 MiB of
// compressed data in base64.
const maxRelease = 32 << 20

// maxRevisions is the largest number of releases of a cluster.
const maxRevisions = 20_000

// releaseSecret is a revision of a Helm release in a Secret, releaseConfigMap one in a ConfigMap.
// Only the fields of [release] are kept of their data.
type releaseSecret struct {
	head
	Type string `json:"type"`
	Data struct {
		Release []byte `json:"release"`
	} `json:"data"`
}

type releaseConfigMap struct {
	head
	Data struct {
		Release string `json:"release"`
	} `json:"data"`
}

func (s *releaseSecret) keep(g *gathered) {
	if s.Type == releaseType {
		g.collector.addRevision(g, &s.head, "secret", s.Data.Release)
	} else if strings.HasPrefix(s.Metadata.Name, releaseName) {
		g.markUnread(&s.head, errChanged)
	}
}

func (m *releaseConfigMap) keep(g *gathered) {
	// Other tools use Helm's labels on their ConfigMaps, too.
	if m.Data.Release != "" || strings.HasPrefix(m.Metadata.Name, releaseName) {
		g.collector.addRevision(g, &m.head, "configmap", []byte(m.Data.Release))
	}
}

// revision is a revision while its list is being read.
type revision struct {
	evidence.Release
	finds
}

// revisions are the revisions of a release that may count: the latest deployed one, and the latest
// of the others.
type revisions struct{ deployed, last *revision }

// uninstalled is the status of a release whose objects Helm deleted, and whose history it kept.
const uninstalled = "uninstalled"

// revisionOf returns the release and the number of a revision. ok: its labels identify them, and its
// name is that of the labels (makeKey in helm.sh/helm/pkg/storage).
func revisionOf(h *head) (id string, number int, ok bool) {
	name, version := h.Metadata.Labels["name"], h.Metadata.Labels["version"]
	number, err := strconv.Atoi(version)
	return h.Metadata.Namespace + "/" + name, number, err == nil && name != "" && h.Metadata.Name == releaseName+name+".v"+version
}

// addRevision reads a revision, unless a later one of the same release and kind is known. If Helm
// is interrupted, it leaves old revisions marked as deployed.
func (c *collector) addRevision(g *gathered, h *head, driver string, payload []byte) {
	labels := h.Metadata.Labels
	if labels["owner"] != "helm" {
		if strings.HasPrefix(h.Metadata.Name, releaseName) {
			g.markUnread(h, errChanged)
		}
		return
	}
	id, number, ok := revisionOf(h)
	if !ok {
		g.markUnread(h, errors.New("its name and labels do not identify the release and the revision"))
		return
	}
	known, has := g.revisions[id]
	place := &known.last
	if labels["status"] == "deployed" {
		place = &known.deployed
	}
	switch {
	case *place != nil && (*place).Revision >= number:
		return
	case !has && len(g.revisions) >= maxRevisions:
		g.markUnread(h, fmt.Errorf("there are more than %d releases", maxRevisions))
		return
	}
	one := &revision{Release: evidence.Release{
		Namespace: h.Metadata.Namespace, Name: labels["name"], Status: labels["status"], Revision: number, Driver: driver,
	}}
	payloadOf, err := readRelease(payload)
	if one.Status == uninstalled && err == nil && payloadOf.Info.Status != "" && payloadOf.Info.Status != uninstalled {
		one.Status = payloadOf.Info.Status // Helm writes both at once
	}
	if one.Status != uninstalled {
		if err == nil {
			err = c.manifests(one, payloadOf)
		}
		if err != nil {
			g.markUnread(h, err) // it still is the revision that counts
		}
	}
	*place = one
	g.revisions[id] = known
}

// replaced is a revision that Helm marked as superseded, without its data.
type replaced struct{ head }

func (r *replaced) keep(g *gathered) {
	id, number, ok := revisionOf(&r.head)
	if !ok {
		g.markUnread(&r.head, errors.New("its name and labels do not identify the release and the revision"))
		return
	}
	known := g.revisions[id]
	if known.last == nil || known.last.Revision < number {
		g.revisions[id] = revisions{last: &revision{Release: evidence.Release{Namespace: r.Metadata.Namespace, Name: r.Metadata.Labels["name"], Revision: number}}}
	}
}

// addReplaced reads the last revision of releases that have only superseded ones: their objects are
// in the cluster, and helm upgrade begins from it (helm.sh/helm/pkg/action/upgrade.go). That is so if
// the deployed revision was deleted. Of other superseded revisions, only the metadata is requested.
// It returns the reading of all revisions.
func (c *collector) addReplaced(ctx context.Context, l list, g *gathered) evidence.Reading {
	one := l
	l.make, l.metadataOnly, l.page = func() kind { return &replaced{} }, true, page
	l.selector = strings.Replace(l.selector, notSuperseded, "status%3Dsuperseded", 1)
	all, r := c.read(ctx, l)
	for _, id := range slices.Sorted(maps.Keys(all.revisions)) {
		last, known := all.revisions[id].last, g.revisions[id]
		if known.deployed != nil || known.last != nil && known.last.Revision > last.Revision {
			continue
		}
		one.namespace = last.Namespace
		one.selector = strings.Replace(l.selector, "status", url.QueryEscape(fmt.Sprintf("name=%s,version=%d,status", last.Name, last.Revision)), 1)
		if err := c.pages(ctx, one, g); err != nil {
			r.State, r.Reason = evidence.Partial, sentence(err)
		}
	}
	read := g.reading(l, nil)
	if r.State != evidence.Read {
		read.State, read.Reason, read.Permission = r.State, "superseded revisions: "+r.Reason, r.Permission
	}
	return read
}

// release is what is read of a revision.
type release struct {
	Info struct {
		LastDeployed string `json:"last_deployed"`
		Status       string `json:"status"`
	} `json:"info"`
	Chart struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
	} `json:"chart"`
	// Manifest is never nil in a revision that Helm wrote: it is "" in a release without objects.
	Manifest *string `json:"manifest"`
	// Hooks are objects that Helm creates at certain events and that are not in the manifest.
	Hooks []struct {
		Manifest *string `json:"manifest"`
	} `json:"hooks"`
}

// readRelease decodes a revision: base64 of gzip of JSON. Old revisions are not compressed. Its
// errors do not repeat the content.
func readRelease(payload []byte) (*release, error) {
	data := make([]byte, base64.StdEncoding.DecodedLen(len(payload)))
	n, err := base64.StdEncoding.Decode(data, payload)
	if err != nil {
		return nil, errors.New("its data is not doubly encoded in base64, as Helm writes it")
	}
	var from io.Reader = bytes.NewReader(data[:n])
	if bytes.HasPrefix(data[:n], []byte{0x1f, 0x8b, 0x08}) {
		zip, err := gzip.NewReader(from)
		if err != nil {
			return nil, errors.New("its data is not gzip, as Helm writes it")
		}
		from = zip
	}
	bounded := &io.LimitedReader{R: from, N: maxRelease}
	out := &release{}
	if err := json.UnmarshalRead(bounded, out, jsontext.AllowInvalidUTF8(true)); err != nil {
		if bounded.N <= 0 {
			return nil, fmt.Errorf("it is larger than %d MiB without compression", maxRelease>>20)
		}
		return nil, errors.New("its data is not a Helm release")
	}
	return out, nil
}

// manifests checks the manifest of a revision and those of its hooks.
func (c *collector) manifests(one *revision, from *release) error {
	one.Chart = clip(from.Chart.Metadata.Name)
	one.finds = c.finds()
	file := "helm release " + one.Namespace + "/" + one.Name
	texts := []*string{from.Manifest}
	for _, h := range from.Hooks {
		texts = append(texts, h.Manifest)
	}
	var problems []error
	for _, text := range texts {
		if text == nil {
			problems = append(problems, errors.New("it has no manifest"))
			continue
		}
		problems = append(problems, one.checked.manifest(file, *text, func(o *tree.Object) { c.releasedObject(one, o, from.Info.LastDeployed) }))
	}
	return cmp.Or(problems...)
}

// releasedObject records an object of a manifest.
func (c *collector) releasedObject(one *revision, o *tree.Object, deployed string) {
	one.Objects++
	gv := discovery.ParseGroupVersion(o.APIVersion)
	if o.Namespace == "" && c.namespaced(gv, o.Kind) {
		o.Namespace = one.Namespace
	}
	vk := gv.WithKind(o.Kind)
	if c.versions.old[vk] {
		one.usage.add(evidence.Usage{
			Object:  evidence.ObjectName{Group: gv.Group, Resource: c.versions.resources[vk], Kind: strings.Clone(o.Kind), Namespace: strings.Clone(o.Namespace), Name: strings.Clone(o.Name)},
			Version: discovery.ParseGroupVersion(strings.Clone(o.APIVersion)), By: evidence.ByHelm, Time: clip(deployed),
		})
	}
}

// namespaced reports whether objects of a kind are in namespaces, according to any version that the
// cluster serves.
func (c *collector) namespaced(gv discovery.GroupVersion, kind string) bool {
	if g := c.surface.Group(gv.Group); g != nil {
		for _, v := range g.Versions {
			if r := slice.Find(v.Resources, func(r *discovery.Resource) bool { return r.Kind == kind }); r != nil {
				return r.Scope == discovery.Namespaced
			}
		}
	}
	return false
}

// settle adds the revisions to the evidence. A revision that is not deployed counts only if none is
// deployed, because the next upgrade begins from the deployed one.
func (g *gathered) settle(p *part) {
	for _, id := range slices.Sorted(maps.Keys(g.revisions)) {
		known := g.revisions[id]
		counts := cmp.Or(known.deployed, known.last)
		if counts.Status == uninstalled {
			continue
		}
		p.Releases = append(p.Releases, counts.Release)
		p.found(&counts.finds)
		if known.deployed != nil && known.last != nil && known.last.Revision > known.deployed.Revision {
			known.last.advise(known.deployed, p)
		}
	}
}

// advise adds, as information, the findings of a later revision that did not finish, except those
// that the deployed one also has. helm upgrade begins from the deployed revision; helm rollback and
// helm uninstall use the objects of the last one (helm.sh/helm/pkg/action).
func (r *revision) advise(deployed *revision, p *part) {
	for _, f := range r.checked.list {
		same := func(o finding.Finding) bool {
			return o.Rule == f.Rule && o.APIVersion == f.APIVersion && o.Kind == f.Kind && o.Namespace == f.Namespace && o.Name == f.Name && o.Field == f.Field
		}
		if slices.ContainsFunc(deployed.checked.list, same) {
			continue
		}
		f.File += fmt.Sprintf(", revision %d (%s)", r.Revision, printable(r.Status))
		f.Severity = rule.Info
		f.Message += "; this revision is newer than the deployed one: helm rollback and helm uninstall use it, helm upgrade does not"
		p.Checked = append(p.Checked, f)
	}
}

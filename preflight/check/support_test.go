package check_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"flag"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/changelog"
	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/project"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

var update = flag.Bool("update", false, "write what the checks say into the cases")

// now is the time in all cases.
var now = time.Date(2026, 1, 15, 12, 0, 0, 0, time.UTC)

// frame is the file "input" of a case.
type frame struct {
	From, To, Target discovery.Release
	// Server is gitVersion; the default is the first patch of From.
	Server string
	// Emulator is the version of the server, if it emulates From.
	Emulator string
	// NoTime, NoData and NoNotes remove what is there by default.
	NoTime, NoData, NoNotes bool
	// ServerRelease is set if From is the start of a later hop.
	ServerRelease discovery.Release
	// Up is how long the API server that answered has run.
	Up string
	// The readings that are not "read", by "nodes", "deployments.apps", "/metrics".
	Forbidden, NotServed, Failed, Partial []string
	// Watched are the resources whose objects were read.
	Watched []string
	// Serves are the resources that the cluster serves: "policy/v1beta1/podsecuritypolicies".
	// "=Kind" after a custom resource is its kind. Incomplete are group-versions whose discovery
	// failed.
	Serves, Incomplete []string
	Notes              []changelog.Note
	Prose              []changelog.Prose
	Advisories         []changelog.Advisory
}

// resources returns everything that can be read.
func resources() []evidence.Resource {
	return []evidence.Resource{
		evidence.KubeSystem, evidence.Namespaces, evidence.Nodes, evidence.Pods, evidence.ComponentPods, evidence.Services, evidence.EndpointSlices,
		evidence.Budgets, evidence.Deployments, evidence.StatefulSets, evidence.DaemonSets, evidence.ReplicaSets, evidence.Volumes, evidence.Claims,
		evidence.Definitions, evidence.APIServices, evidence.ValidatingWebhooks, evidence.MutatingWebhooks, evidence.ValidatingPolicies, evidence.ValidatingPolicyBindings,
		evidence.MutatingPolicies, evidence.MutatingPolicyBindings, evidence.KubeadmConfig, evidence.KubeletConfig,
		evidence.KubeProxyConfig, evidence.CoreDNSConfig, evidence.Roles, evidence.ClusterRoles, evidence.HelmSecrets, evidence.HelmConfigMaps, evidence.Metrics, evidence.Configz,
	}
}

func resource(name string) evidence.Resource {
	if strings.HasPrefix(name, "/") {
		return evidence.Resource{Group: "path", Name: name}
	}
	plural, group, _ := strings.Cut(name, ".")
	return evidence.Resource{Group: group, Name: plural}
}

// input returns the input of a check for a case.
func input(t *testing.T, f frame, e *evidence.Evidence) preflight.Input {
	t.Helper()
	e.At = now
	if f.NoTime {
		e.At = time.Time{}
	}
	e.Started = started(t, f.Up)
	e.Server.Release, e.Server.Version, e.Server.Emulator = f.From, f.Server, f.Emulator
	if f.ServerRelease.Known() {
		e.Server.Release = f.ServerRelease
	}
	if f.Server == "" {
		e.Server.Version = "v" + f.From.String() + ".0"
	}
	readings(f, e)
	e.Surface = surfaceOf(t, f)
	in := preflight.Input{Evidence: e, From: f.From, To: f.To, Target: f.Target, Prose: f.Prose, Advisories: f.Advisories, Notes: f.Notes}
	if !f.NoData {
		in.Old, in.New, in.Lifecycles, in.Customs = surface(t, f.From), surface(t, f.To), lifecycles(t), customs(t)
	}
	if !f.NoNotes {
		in.Notes = append(in.Notes, notesOf(t, f)...)
	}
	return in
}

func started(t *testing.T, up string) time.Time {
	t.Helper()
	switch up {
	case "":
		return now.AddDate(0, 0, -40)
	case "unknown":
		return time.Time{}
	}
	d, err := time.ParseDuration(up)
	if err != nil {
		t.Fatal(err)
	}
	return now.Add(-d)
}

func readings(f frame, e *evidence.Evidence) {
	e.Readings = map[evidence.Resource]evidence.Reading{}
	for _, name := range f.Watched {
		e.Watched = append(e.Watched, resource(name))
	}
	if f.Watched == nil {
		e.Watched = []evidence.Resource{evidence.Deployments}
	}
	for _, r := range append(resources(), e.Watched...) {
		e.Readings[r] = evidence.Reading{What: r.String(), State: evidence.Read}
	}
	set := func(names []string, state evidence.State, reason, permission string) {
		for _, name := range names {
			r := resource(name)
			e.Readings[r] = evidence.Reading{What: r.String(), State: state, Reason: reason, Permission: strings.ReplaceAll(permission, "%", r.String())}
		}
	}
	set(f.Forbidden, evidence.Forbidden, "the server answered 403", "list %")
	set(f.NotServed, evidence.NotServed, "", "")
	set(f.Failed, evidence.Failed, "the server answered 503", "")
	set(f.Partial, evidence.Partial, "the list broke off", "")
}

func surfaceOf(t *testing.T, f frame) *discovery.Surface {
	t.Helper()
	s, known := &discovery.Surface{Source: discovery.SourceCluster, Release: f.From}, surface(t, f.From)
	if known == nil {
		known = s
	}
	for _, served := range f.Serves {
		name, kind, _ := strings.Cut(served, "=")
		at := strings.LastIndexByte(name, '/')
		v := s.AddGroupVersion(discovery.ParseGroupVersion(name[:at]))
		r := discovery.Resource{Name: name[at+1:], Kind: kind}
		if own := known.Resource(discovery.ParseGroupVersion(name[:at]), r.Name); own != nil {
			r.Kind, r.Scope = own.Kind, own.Scope
		}
		v.Resources = append(v.Resources, r)
	}
	for _, name := range f.Incomplete {
		s.Incomplete = append(s.Incomplete, discovery.Incomplete{GroupVersion: discovery.ParseGroupVersion(name), Part: discovery.PartResources, Reason: "503"})
	}
	return s
}

// The built-in catalog is read once, because no check changes it.
var (
	shared   = catalog.New()
	surfaces sync.Map // by release
	minors   sync.Map // of notes, by release
)

// surface returns nil for a release that the catalog does not have.
func surface(t *testing.T, r discovery.Release) *discovery.Surface {
	t.Helper()
	if s, known := surfaces.Load(r); known {
		return s.(*discovery.Surface)
	}
	s, err := shared.Load(t.Context(), r)
	if err != nil {
		s = nil
	}
	surfaces.Store(r, s)
	return s
}

func customs(t *testing.T) []discovery.CustomLifecycle {
	t.Helper()
	all, err := project.New().Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func lifecycles(t *testing.T) []discovery.ResourceLifecycle {
	t.Helper()
	all, err := shared.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func notesOf(t *testing.T, f frame) (all []changelog.Note) {
	t.Helper()
	for _, r := range notes.Releases() {
		if r.Compare(f.From) <= 0 || r.Compare(f.To) > 0 {
			continue
		}
		minor, known := minors.Load(r)
		if !known {
			m, _, err := notes.Load(r)
			if err != nil {
				t.Fatal(err)
			}
			minor = m
			minors.Store(r, m)
		}
		for _, d := range minor.(notes.Minor).Documents {
			all = append(all, d.Notes...)
		}
	}
	return all
}

// decode reads YAML into a value by the names of its fields, in any case.
func decode(t *testing.T, text string, into any) {
	t.Helper()
	var tree any
	if err := yaml.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	if tree == nil {
		return
	}
	b, err := json.Marshal(certify(t, tree))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into, json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
}

// certify replaces "caBundle: expired" with such a bundle.
func certify(t testing.TB, tree any) any {
	t.Helper()
	switch node := tree.(type) {
	case map[string]any:
		for key, value := range node {
			if text, is := value.(string); is && key == "caBundle" {
				node[key] = base64.StdEncoding.EncodeToString(bundle(t, text))
				continue
			}
			node[key] = certify(t, value)
		}
	case []any:
		for i := range node {
			node[i] = certify(t, node[i])
		}
	}
	return tree
}

// bundle returns a CA bundle with a property.
func bundle(t testing.TB, kind string) []byte {
	t.Helper()
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hook.hooks.svc"}, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(5, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	switch kind {
	case "good":
	case "empty":
		return nil
	case "garbage":
		return []byte("this is no PEM")
	case "broken":
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte{1, 2, 3}})
	case "expired":
		c.NotAfter = now.AddDate(0, 0, -3)
	case "expiring":
		c.NotAfter = now.AddDate(0, 0, 12)
	case "last-day":
		c.NotAfter = now.Add(20 * time.Hour)
	case "monthly": // renewed after two thirds of its lifetime
		c.NotBefore, c.NotAfter = now.AddDate(0, 0, -19), now.AddDate(0, 0, 11)
	case "monthly-late":
		c.NotBefore, c.NotAfter = now.AddDate(0, 0, -25), now.AddDate(0, 0, 5)
	case "daily":
		c.NotBefore, c.NotAfter = now.Add(-10*time.Hour), now.Add(14*time.Hour)
	case "future":
		c.NotBefore = now.AddDate(0, 1, 0)
	case "leaf":
		c.IsCA, c.DNSNames = false, []string{"hook.hooks.svc"}
	case "leaf-of-another":
		c.IsCA, c.DNSNames = false, []string{"other.hooks.svc"}
	case "common-name-only":
		c.IsCA = false
	case "expired-and-good":
		return append(bundle(t, "expired"), bundle(t, "good")...)
	case "leaf-of-another-and-leaf":
		return append(bundle(t, "leaf-of-another"), bundle(t, "leaf")...)
	case "expired-and-future":
		return append(bundle(t, "expired"), bundle(t, "future")...)
	default:
		t.Fatalf("there is no CA bundle of the kind %q", kind)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

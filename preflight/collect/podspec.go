package collect

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// frozenRegistry is the registry that takes no images any more
// (https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/).
const frozenRegistry = "k8s.gcr.io/"

// details is what few pods have; nil where this one has none of it.
func (p *pod) details(static bool, w *words) *evidence.PodDetails {
	var d evidence.PodDetails
	for _, v := range p.Spec.Volumes {
		if v.Claim != nil {
			d.Claims = append(d.Claims, v.Claim.Name)
		}
		if v.Ephemeral != nil { // the claim that is made for it has this name
			d.Claims = append(d.Claims, p.Metadata.Name+"-"+v.Name)
		}
	}
	for _, c := range slices.Concat(p.Spec.InitContainers, p.Spec.Containers) {
		if strings.HasPrefix(c.Image, frozenRegistry) {
			d.FrozenImages = append(d.FrozenImages, w.share(c.Image))
		}
		d.ProbeHost = d.ProbeHost || c.probesHost()
	}
	if static {
		d.Refers = p.references()
	}
	if d.Claims == nil && d.FrozenImages == nil && !d.ProbeHost && d.Refers == nil {
		return nil
	}
	return &d
}

// settingsOfContainer are the parts of a container that few checks look at.
type settingsOfContainer struct {
	LivenessProbe  handler `json:"livenessProbe"`
	ReadinessProbe handler `json:"readinessProbe"`
	StartupProbe   handler `json:"startupProbe"`
	Lifecycle      struct {
		PostStart handler `json:"postStart"`
		PreStop   handler `json:"preStop"`
	} `json:"lifecycle"`
	// Env and EnvFrom are long in many pods, and read in static ones only.
	Env     jsontext.Value `json:"env"`
	EnvFrom jsontext.Value `json:"envFrom"`
}

// handler is a probe, or a handler of a container's lifecycle.
type handler struct {
	HTTPGet   hostName `json:"httpGet"`
	TCPSocket hostName `json:"tcpSocket"`
}

type hostName struct {
	Host string `json:"host"`
}

// probesHost: a probe or lifecycle handler names a host.
func (c *settingsOfContainer) probesHost() bool {
	return slices.ContainsFunc([]handler{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe, c.Lifecycle.PostStart, c.Lifecycle.PreStop}, func(h handler) bool {
		return h.HTTPGet.Host != "" || h.TCPSocket.Host != ""
	})
}

type reference struct {
	Name string `json:"name"`
}

// podVolume is a volume of a pod.
type podVolume struct {
	Name     string    `json:"name"`
	HostPath *struct{} `json:"hostPath"`
	Claim    *struct {
		Name string `json:"claimName"`
	} `json:"persistentVolumeClaim"`
	Ephemeral *struct{} `json:"ephemeral"`
	ConfigMap *struct{} `json:"configMap"`
	Secret    *struct{} `json:"secret"`
	CSI       *struct{} `json:"csi"`
	GlusterFS *struct{} `json:"glusterfs"`
	AzureFile *struct{} `json:"azureFile"`
	Projected *struct {
		Sources []struct {
			ConfigMap   *struct{} `json:"configMap"`
			Secret      *struct{} `json:"secret"`
			Token       *struct{} `json:"serviceAccountToken"`
			TrustBundle *struct{} `json:"clusterTrustBundle"`
			Certificate *struct{} `json:"podCertificate"`
		} `json:"sources"`
	} `json:"projected"`
	secretVolumes
}

// secretVolumes are those that may name a Secret.
type secretVolumes struct {
	CephFS     *secretRef `json:"cephfs"`
	Cinder     *secretRef `json:"cinder"`
	FlexVolume *secretRef `json:"flexVolume"`
	ISCSI      *secretRef `json:"iscsi"`
	RBD        *secretRef `json:"rbd"`
	ScaleIO    *secretRef `json:"scaleIO"`
	StorageOS  *secretRef `json:"storageos"`
}

type secretRef struct {
	Secret reference `json:"secretRef"`
}

// references are the kinds of API objects that the pod refers to, by the rule that
// kubelets have for static pods (HasAPIObjectReference in pkg/api/pod/util.go of
// v1.34.0).
func (p *pod) references() (kinds []string) {
	add := func(refers bool, kind string) {
		if refers {
			kinds = append(kinds, kind)
		}
	}
	s := &p.Spec
	add(s.ServiceAccountName != "", "a ServiceAccount")
	add(len(s.ResourceClaims) > 0, "ResourceClaims")
	add(slices.ContainsFunc(s.ImagePullSecrets, func(r reference) bool { return r.Name != "" }), "Secrets")
	for _, c := range slices.Concat(s.InitContainers, s.Containers) {
		maps, secrets := c.environment()
		add(maps, "ConfigMaps")
		add(secrets, "Secrets")
	}
	for i := range s.Volumes {
		s.Volumes[i].references(add)
	}
	return slice.Unique(kinds)
}

func (v *podVolume) references(add func(bool, string)) {
	add(v.ConfigMap != nil, "ConfigMaps")
	add(v.Secret != nil || v.AzureFile != nil, "Secrets")
	add(v.CSI != nil, "CSIDrivers")
	add(v.GlusterFS != nil, "Endpoints")
	add(v.Claim != nil || v.Ephemeral != nil, "PersistentVolumeClaims")
	for _, r := range []*secretRef{v.CephFS, v.Cinder, v.FlexVolume, v.ISCSI, v.RBD, v.ScaleIO, v.StorageOS} {
		add(r != nil && r.Secret.Name != "", "Secrets")
	}
	if v.Projected == nil {
		return
	}
	for _, from := range v.Projected.Sources {
		add(from.ConfigMap != nil, "ConfigMaps")
		add(from.Secret != nil, "Secrets")
		add(from.Token != nil, "a ServiceAccount")
		add(from.TrustBundle != nil, "ClusterTrustBundles")
		add(from.Certificate != nil, "PodCertificateRequests")
	}
}

// environment tells whether variables of a container come from ConfigMaps or
// Secrets.
func (c *settingsOfContainer) environment() (maps, secrets bool) {
	var env []struct {
		From struct {
			ConfigMap reference `json:"configMapKeyRef"`
			Secret    reference `json:"secretKeyRef"`
		} `json:"valueFrom"`
	}
	var all []struct {
		ConfigMap reference `json:"configMapRef"`
		Secret    reference `json:"secretRef"`
	}
	// What cannot be read refers to nothing: the API server would not have it.
	_, _ = json.Unmarshal(c.Env, &env, lenient()), json.Unmarshal(c.EnvFrom, &all, lenient())
	for _, e := range env {
		maps, secrets = maps || e.From.ConfigMap.Name != "", secrets || e.From.Secret.Name != ""
	}
	for _, e := range all {
		maps, secrets = maps || e.ConfigMap.Name != "", secrets || e.Secret.Name != ""
	}
	return maps, secrets
}

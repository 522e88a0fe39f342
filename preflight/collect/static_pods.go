package collect

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// reference is a reference to an object in the same namespace.
type reference struct {
	Name string `json:"name"`
}

// staticPod has what may refer to API objects.
type staticPod struct {
	Spec struct {
		ServiceAccountName string                      `json:"serviceAccountName"`
		ResourceClaims     []struct{}                  `json:"resourceClaims"`
		ImagePullSecrets   []reference                 `json:"imagePullSecrets"`
		InitContainers     []environment               `json:"initContainers"`
		Containers         []environment               `json:"containers"`
		Volumes            []map[string]jsontext.Value `json:"volumes"`
	} `json:"spec"`
}

// environment has the variables of a container.
type environment struct {
	Env []struct {
		From map[string]reference `json:"valueFrom"`
	} `json:"env"`
	EnvFrom []struct {
		ConfigMap reference `json:"configMapRef"`
		Secret    reference `json:"secretRef"`
	} `json:"envFrom"`
}

// references returns the kinds of API objects that a pod refers to, by the rule of kubelets for
// static pods (HasAPIObjectReference in pkg/api/pod/util.go of v1.34.0).
func references(raw []byte) (kinds []string) {
	var p staticPod
	_ = json.Unmarshal(raw, &p, lenient()) // the API server would not accept what cannot be decoded
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
		for _, e := range c.Env {
			add(e.From["configMapKeyRef"].Name != "", "ConfigMaps")
			add(e.From["secretKeyRef"].Name != "", "Secrets")
		}
		for _, e := range c.EnvFrom {
			add(e.ConfigMap.Name != "", "ConfigMaps")
			add(e.Secret.Name != "", "Secrets")
		}
	}
	return slice.Unique(append(kinds, slice.Flat(s.Volumes, referred)...))
}

// referred returns the kinds of API objects that a volume, or a source of a projected volume, refers
// to.
func referred(volume map[string]jsontext.Value) (kinds []string) {
	always := map[string]string{
		"configMap": "ConfigMaps", "secret": "Secrets", "azureFile": "Secrets", "csi": "CSIDrivers", "glusterfs": "Endpoints",
		"persistentVolumeClaim": "PersistentVolumeClaims", "ephemeral": "PersistentVolumeClaims",
		"serviceAccountToken": "a ServiceAccount", "clusterTrustBundle": "ClusterTrustBundles", "podCertificate": "PodCertificateRequests",
	}
	for field, value := range volume {
		var with struct {
			Secret  reference                   `json:"secretRef"` // of cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos
			Sources []map[string]jsontext.Value `json:"sources"`   // of projected
		}
		switch kind := always[field]; {
		case kind != "" && value.Kind() != 'n':
			kinds = append(kinds, kind)
		case json.Unmarshal(value, &with, lenient()) == nil && with.Secret.Name != "":
			kinds = append(kinds, "Secrets")
		}
		kinds = append(kinds, slice.Flat(with.Sources, referred)...)
	}
	return kinds
}

package crd

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
)

// Manifests has the definitions of some files.
type Manifests struct {
	// Definitions are sorted by group, then plural.
	Definitions []Definition
	// Skipped counts the documents that are not definitions.
	Skipped int
	// Unread lists the files of a folder that could not be parsed and may contain definitions.
	Unread []Unread
	// Hidden lists the hidden files and folders of a folder, which are not read.
	Hidden []string
}

// Unread is a file that could not be parsed. Advice is what to do; "" for the usual advice.
type Unread struct{ File, Reason, Advice string }

// Incomplete lists the unread files. Their groups are unknown, so each entry has the name of the
// file as its version. The definitions that were read are compared nevertheless.
func (m *Manifests) Incomplete() (list []discovery.Incomplete) {
	for _, u := range m.Unread {
		list = append(list, discovery.Incomplete{
			GroupVersion: discovery.GroupVersion{Version: u.File}, Part: discovery.PartResources,
			Reason: u.Reason + "; " + cmp.Or(u.Advice, "it may contain CustomResourceDefinitions: correct the file, or remove it from the folder"),
		})
	}
	return list
}

// Definition is a CustomResourceDefinition with the defaults of its API version.
type Definition struct {
	// Origin is the place of the definition for messages: "crds/a.yaml, line 12".
	Origin string
	// Name is metadata.name, which must be "<plural>.<group>".
	Name  string
	Group string
	Names Names
	Scope discovery.Scope
	// PreserveUnknownFields disables pruning for all versions. The default of v1beta1 is true.
	PreserveUnknownFields bool
	Conversion            Conversion
	// Versions are in the order of the manifest, including versions that are not served.
	Versions []Version
	// StoredVersions is status.storedVersions: versions that objects in etcd may have. Nil in a
	// manifest that was not read from a server.
	StoredVersions []string
	// Established: a server serves the resource. It is false in a manifest.
	Established bool
}

// Names are the names of the resource and its kind.
type Names struct {
	Plural     string   `json:"plural"`
	Singular   string   `json:"singular"`
	Kind       string   `json:"kind"`
	ListKind   string   `json:"listKind"`
	ShortNames []string `json:"shortNames"`
	Categories []string `json:"categories"`
}

// Conversion says how objects are converted between versions.
type Conversion struct {
	// Strategy is "None" (only apiVersion changes) or "Webhook".
	Strategy string
	// ReviewVersions are the versions of ConversionReview that the webhook supports.
	ReviewVersions []string
	// URL or Service is the address of the webhook.
	URL     string
	Service *Service
	// CABundle is the CA bundle for the webhook.
	CABundle string
}

// Service is the service of a webhook, with the defaults of the API.
type Service struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	Path      string `json:"path,omitempty"`
	Port      int    `json:"port,omitempty"`
}

// State is what a definition states about a version.
type State struct {
	Name string `json:"name"`
	// Served: the API serves the version. Storage: objects are stored in it.
	Served     bool `json:"served"`
	Storage    bool `json:"storage"`
	Deprecated bool `json:"deprecated,omitempty"`
	// DeprecationWarning is the warning for users of the version. It is untrusted text.
	DeprecationWarning string `json:"deprecationWarning,omitempty"`
}

// Version is one version of a definition.
type Version struct {
	State

	// Schema is openAPIV3Schema as in the manifest, as JSON; nil if there is none.
	Schema []byte
	// Status reports whether the version has the status subresource. Scale is nil if it has no
	// scale subresource.
	Status         bool
	Scale          *Scale
	PrinterColumns []PrinterColumn
	// SelectableFields are the paths that field selectors can use: ".spec.color".
	SelectableFields []string
}

// Scale has the paths of the fields of the scale subresource.
type Scale struct {
	SpecReplicasPath   string `json:"specReplicasPath"`
	StatusReplicasPath string `json:"statusReplicasPath"`
	LabelSelectorPath  string `json:"labelSelectorPath"`
}

// PrinterColumn is one column of kubectl get.
type PrinterColumn struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Format      string `json:"format,omitempty"`
	Description string `json:"description,omitempty"`
	Priority    int    `json:"priority,omitempty"`
	JSONPath    string `json:"jsonPath"`
}

// GroupVersion returns the group-version of a version.
func (d *Definition) GroupVersion(v *Version) discovery.GroupVersion {
	return discovery.GroupVersion{Group: d.Group, Version: v.Name}
}

// resource returns the name for messages: "podmonitors.monitoring.coreos.com".
func (d *Definition) resource() string { return d.Names.Plural + "." + d.Group }

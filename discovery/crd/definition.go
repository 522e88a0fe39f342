package crd

import "github.com/kubedelta/kubedelta/discovery"

// Manifests is what some files hold.
type Manifests struct {
	// Definitions by group, then plural.
	Definitions []Definition
	// Skipped counts the documents that define no custom resource.
	Skipped int
	// Unread are the files of a folder that could not be parsed: they might have
	// held definitions.
	Unread []Unread
}

// Unread is a file that could not be parsed.
type Unread struct{ File, Reason string }

// Incomplete lists the unread files as what a surface of the definitions lacks.
// Nobody knows which groups they are about, so they stand under their own names,
// and what was read is compared all the same.
func (m *Manifests) Incomplete() (list []discovery.Incomplete) {
	for _, u := range m.Unread {
		list = append(list, discovery.Incomplete{
			GroupVersion: discovery.GroupVersion{Version: u.File}, Part: discovery.PartResources,
			Reason: u.Reason + "; it may contain CustomResourceDefinitions: correct the file, or remove it from the folder",
		})
	}
	return list
}

// Definition is one CustomResourceDefinition, with the defaults of its API
// version filled in.
type Definition struct {
	// Origin says where it was read, for messages: "crds/a.yaml, line 12".
	Origin string
	// Name is metadata.name, by rule "<plural>.<group>".
	Name  string
	Group string
	Names Names
	Scope discovery.Scope
	// PreserveUnknownFields turns pruning off for all versions; v1beta1 does
	// that unless it is told otherwise.
	PreserveUnknownFields bool
	Conversion            Conversion
	// Versions in the manifest's order, those that are not served too.
	Versions []Version
	// StoredVersions is status.storedVersions: versions that objects in etcd
	// may still have. Nil in a manifest that was not read from a server.
	StoredVersions []string
}

// Names are the names that the resource is served under.
type Names struct {
	Plural     string   `json:"plural"`
	Singular   string   `json:"singular"`
	Kind       string   `json:"kind"`
	ListKind   string   `json:"listKind"`
	ShortNames []string `json:"shortNames"`
	Categories []string `json:"categories"`
}

// Conversion says how objects go from one version to another.
type Conversion struct {
	// Strategy is "None" (only apiVersion changes) or "Webhook".
	Strategy string
	// ReviewVersions are the versions of ConversionReview that a webhook takes.
	ReviewVersions []string
	// URL or Service says where the webhook is.
	URL     string
	Service *Service
	// CABundle is the text of the certificates that the server trusts.
	CABundle string
}

// Service is where a webhook is in a cluster, with the API's defaults.
type Service struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	Path      string `json:"path,omitempty"`
	Port      int    `json:"port,omitempty"`
}

// Version is one version of a definition.
type Version struct {
	Name string
	// Served: the API has it. Storage: objects are written to etcd in it.
	Served, Storage bool
	Deprecated      bool
	// DeprecationWarning is the text for its users. Untrusted.
	DeprecationWarning string
	// Schema is openAPIV3Schema as it stands in the manifest, as JSON; nil if
	// there is none.
	Schema []byte
	// Status: the version has the subresource. Scale: likewise, if not nil.
	Status         bool
	Scale          *Scale
	PrinterColumns []PrinterColumn
	// SelectableFields are the paths that field selectors may use: ".spec.color".
	SelectableFields []string
}

// Scale says where the fields of the scale subresource stand in the object.
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

// GroupVersion names a version of the definition's group.
func (d *Definition) GroupVersion(v *Version) discovery.GroupVersion {
	return discovery.GroupVersion{Group: d.Group, Version: v.Name}
}

// resource names the definition for messages: "podmonitors.monitoring.coreos.com".
func (d *Definition) resource() string { return d.Names.Plural + "." + d.Group }

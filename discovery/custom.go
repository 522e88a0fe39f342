package discovery

// CustomResource is what a CustomResourceDefinition says of a resource beyond
// what the API shows: how its objects are stored, converted and printed. It is
// the same for all versions, but for the columns.
type CustomResource struct {
	// Versions of the definition, those that are not served too.
	Versions []string `json:"versions,omitempty"`
	// StorageVersion is the one that objects are written to etcd in.
	StorageVersion string `json:"storageVersion,omitempty"`
	// StoredVersions are those that objects in etcd may still have, as a
	// cluster's status lists them; a manifest lists none.
	StoredVersions []string `json:"storedVersions,omitempty"`
	// Conversion between versions: "None" or "Webhook"; "" where the source does not tell.
	Conversion string `json:"conversion,omitempty"`
	// Webhook converts objects; nil where none does, or the source does not tell.
	Webhook *ConversionWebhook `json:"webhook,omitempty"`
	// ListKind is the kind of a list of the objects; "" where the source does not tell.
	ListKind string `json:"listKind,omitempty"`
	// Scale says where the scale subresource finds its values; nil where the
	// version has none, or the source does not tell.
	Scale *Scale `json:"scale,omitempty"`
	// PrinterColumns of kubectl get, each as "NAME type jsonPath"; none where the source
	// does not tell.
	PrinterColumns []string `json:"printerColumns,omitempty"`
}

// Scale has the paths of the scale subresource in the object: ".spec.replicas".
type Scale struct {
	SpecReplicas   string `json:"specReplicas,omitempty"`
	StatusReplicas string `json:"statusReplicas,omitempty"`
	// LabelSelector is "" where a version has no selector, which a
	// HorizontalPodAutoscaler needs.
	LabelSelector string `json:"labelSelector,omitempty"`
}

// ConversionWebhook is what the API server calls to convert objects.
type ConversionWebhook struct {
	// Address is where: a URL, or "service NAMESPACE/NAME, port 443, path /convert".
	Address string `json:"address,omitempty"`
	// CABundle tells bundles of certificates apart, without their bytes; "" where
	// there is none, or the source does not tell.
	CABundle string `json:"caBundle,omitempty"`
	// ReviewVersions of ConversionReview, in the order of preference.
	ReviewVersions []string `json:"reviewVersions,omitempty"`
}

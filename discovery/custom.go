package discovery

// CustomResource has the facts of a CustomResourceDefinition that the API does not show: how
// objects are stored, converted and printed. It is the same for all versions, except for the
// columns.
type CustomResource struct {
	// Versions are all versions of the definition, including those that are not served.
	Versions []string `json:"versions,omitempty"`
	// StorageVersion is the version in which objects are stored in etcd.
	StorageVersion string `json:"storageVersion,omitempty"`
	// StoredVersions are the versions that objects in etcd may have, from the status of the
	// definition in a cluster. A manifest has none.
	StoredVersions []string `json:"storedVersions,omitempty"`
	// Conversion is "None" or "Webhook"; "" if the source does not state it.
	Conversion string `json:"conversion,omitempty"`
	// Webhook is nil if there is none, or if the source does not state it.
	Webhook *ConversionWebhook `json:"webhook,omitempty"`
	// ListKind is the kind of a list of the objects; "" if the source does not state it.
	ListKind string `json:"listKind,omitempty"`
	// Scale is nil if the version has no scale subresource, or if the source does not state it.
	Scale *Scale `json:"scale,omitempty"`
	// PrinterColumns are the columns of kubectl get, each as "NAME type jsonPath"; empty if the
	// source does not state them.
	PrinterColumns []string `json:"printerColumns,omitempty"`
}

// Scale has the paths of the scale subresource: ".spec.replicas".
type Scale struct {
	SpecReplicas   string `json:"specReplicas,omitempty"`
	StatusReplicas string `json:"statusReplicas,omitempty"`
	// LabelSelector is "" if there is none. A HorizontalPodAutoscaler needs it.
	LabelSelector string `json:"labelSelector,omitempty"`
}

// ConversionWebhook is the webhook that converts objects.
type ConversionWebhook struct {
	// Address is a URL, or "service NAMESPACE/NAME, port 443, path /convert".
	Address string `json:"address,omitempty"`
	// CABundle is a hash of the CA bundle; "" if there is none, or if the source does not state it.
	CABundle string `json:"caBundle,omitempty"`
	// ReviewVersions are the versions of ConversionReview, in order of preference.
	ReviewVersions []string `json:"reviewVersions,omitempty"`
}

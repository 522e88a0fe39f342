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
	// Conversion between versions: "None" or "Webhook".
	Conversion string `json:"conversion,omitempty"`
	// PrinterColumns of kubectl get, each as "NAME type jsonPath".
	PrinterColumns []string `json:"printerColumns,omitempty"`
}

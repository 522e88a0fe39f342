package rule

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// Stored says whether objects are stored in a version of a custom resource that is not served.
type Stored string

// The values of Stored. The empty value is that of all other schemas.
const (
	StoredYes     Stored = "yes"
	StoredNo      Stored = "no"
	StoredUnknown Stored = "unknown"
)

// StoredIn returns whether objects are stored in a version. A manifest shows only the storage
// version. A definition is nil if the source does not show it.
func StoredIn(version string, definitions ...*discovery.CustomResource) Stored {
	stored := StoredNo
	for i, d := range definitions {
		switch {
		case d != nil && (d.StorageVersion == version || slices.Contains(d.StoredVersions, version)):
			return StoredYes
		case i == 0 && (d == nil || d.StoredVersions == nil):
			stored = StoredUnknown
		}
	}
	return stored
}

// Limit changes the severity of the changes of a version that is not served to that of their effect
// on stored objects. The API server drops fields that the schema does not have when it reads and
// writes stored objects, and sets the defaults of the schema. It validates requests with the schemas
// of served versions only (apiextensions-apiserver, customresource_handler.go:
// crdConversionRESTOptionsGetter).
func (f Field) Limit(id string, changes []Change) []Change {
	if f.Stored == "" {
		return changes
	}
	strongest := Info
	if slices.Contains([]string{FieldRemoved, FieldTypeChanged, "pruning-changed", "default-added", "default-changed", "default-removed"}, id) {
		strongest = map[Stored]Severity{StoredYes: Breaking, StoredUnknown: Risky, StoredNo: Info}[f.Stored]
	}
	for i := range changes {
		c := &changes[i]
		if !strongest.AtLeast(c.Severity) {
			c.Severity = strongest
		}
		c.Variant = Unserved
		c.Message += ", in a version that is not served"
	}
	return changes
}

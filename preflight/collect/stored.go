package collect

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The numbers of objects in storage (k8s.io/apiserver/pkg/storage/etcd3/metrics), which an API server
// updates once a minute: the second from 1.34 on, beside the first. -1: it could not count them.
const (
	storageObjects  = "apiserver_storage_objects"
	resourceObjects = "apiserver_resource_objects"
)

// stored has the number of objects of each resource in storage.
type stored map[evidence.Resource]float64

// count stores what a series says. It returns false if a label is missing.
func (s *stored) count(name string, labels map[string]string, value float64) bool {
	if *s == nil {
		*s = stored{}
	}
	key := evidence.Resource{Group: labels["group"], Name: labels["resource"]}
	if name == storageObjects {
		key.Name, key.Group, _ = strings.Cut(labels["resource"], ".")
	}
	if value > (*s)[key] && len(*s) < maxSeries {
		(*s)[key] = value
	}
	return key.Name != ""
}

// fewDeleted is how many objects may be missing in a list that is not empty, because they were deleted
// since the server counted them.
const fewDeleted = 10

// missing returns why a list of a resource with some objects is not complete; "" if nothing shows it.
func (s stored) missing(key evidence.Resource, listed int) string {
	all := int(s[key])
	if all == 0 || listed > 0 && (listed*2 >= all || all-listed <= fewDeleted) {
		return ""
	}
	return fmt.Sprintf("the API server counts %d objects in its storage, and the list contains %d: is there a proxy in front of the API server? If they were just deleted, run preflight again in two minutes", all, listed)
}

package reader_test

import (
	"fmt"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Read the objects of a YAML file in memory. Documents that cannot be read do not hide the others:
// the result counts them and has the reasons.
func ExampleReader_Read() {
	manifests := []byte(`apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
---
kind: [not closed
`)
	var r reader.Reader
	result := r.Read("app.yaml", manifests, func(o *tree.Object) {
		fmt.Println(o.Document, o.APIVersion, o.Kind, o.Name)
	})
	fmt.Println(result.Objects, "objects,", result.Unreadable, "unreadable")
	for _, p := range result.Problems {
		fmt.Printf("document %d: %s\n", p.Document, p.Reason)
	}
	// Output:
	// 1 v1 ConfigMap settings
	// 2 apps/v1 Deployment web
	// 2 objects, 1 unreadable
	// document 3: not valid YAML: did not find expected ',' or ']'
}

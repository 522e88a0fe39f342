package checker_test

import (
	"context"
	"fmt"
	"log"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Check the objects of a manifest against a target release, Kubernetes 1.25.
func ExampleChecker_Object() {
	c := catalog.New()
	target := checker.Target{}
	var err error
	if target.To, err = c.Load(context.Background(), discovery.Release{Major: 1, Minor: 25}); err != nil {
		log.Fatal(err)
	}
	if target.Lifecycles, err = c.Lifecycles(); err != nil {
		log.Fatal(err)
	}
	if target.Groups, err = c.Groups(); err != nil {
		log.Fatal(err)
	}
	check, err := checker.New(target)
	if err != nil {
		log.Fatal(err)
	}

	manifest := []byte(`apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata:
  name: web
---
apiVersion: example.com/v1
kind: Gadget
metadata:
  name: web
`)
	var r reader.Reader
	result := r.Read("app.yaml", manifest, func(o *tree.Object) {
		check.Object(o, func(f finding.Finding) {
			fmt.Printf("%s:%d: %s: %s\n", f.File, f.Line, f.Severity, f.Message)
		})
	})
	// The absence of findings says nothing about what was not checked: documents that could not be
	// read, and kinds that the target has no data about.
	fmt.Println("unreadable:", result.Unreadable, "not checked:", check.NotChecked())
	// Output:
	// app.yaml:1: breaking: policy/v1beta1 PodDisruptionBudget is no longer served; use policy/v1 PodDisruptionBudget
	// unreadable: 0 not checked: map[example.com/v1 Gadget:1]
}

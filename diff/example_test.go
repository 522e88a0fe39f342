package diff_test

import (
	"context"
	"fmt"
	"log"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// Compare two releases of the built-in catalog, and print the breaking changes.
func ExampleCompare() {
	ctx, c := context.Background(), catalog.New()
	before, err := c.Load(ctx, discovery.Release{Major: 1, Minor: 28})
	if err != nil {
		log.Fatal(err)
	}
	after, err := c.Load(ctx, discovery.Release{Major: 1, Minor: 29})
	if err != nil {
		log.Fatal(err)
	}
	result := diff.Compare(before, after, diff.Options{})
	for _, change := range result.Changes {
		if change.Severity == rule.Breaking {
			fmt.Printf("%s: %s\n", change.Rule, change.Message)
		}
	}
	// If one side lacks data, no change is reported, and this list contains the reason.
	for _, n := range result.NotCompared {
		fmt.Println("not compared:", n.What, n.Why)
	}
	// Output:
	// resource-graduated: flowcontrol.apiserver.k8s.io/v1 FlowSchema replaces v1beta2, which is no longer served
	// resource-graduated: flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration replaces v1beta2, which is no longer served
}

package report

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff/rule"
)

// TestSIGsOfChanges tests which labels of a note are SIGs of its change. The labels are those of
// the named pull requests.
func TestSIGsOfChanges(t *testing.T) {
	for name, c := range map[string]struct {
		change       rule.Change
		labels, want []string
	}{
		"#108797 removes APIs": {rule.Change{Rule: rule.ResourceRemoved, Group: "batch"}, []string{"api-machinery", "instrumentation", "testing"}, []string{"api-machinery", "instrumentation"}},
		"#112306 deprecates an API of API Machinery": {
			rule.Change{Rule: rule.APIDeprecated, Group: "flowcontrol.apiserver.k8s.io"}, []string{"api-machinery", "testing"}, []string{"api-machinery"},
		},
		"#126136 removes a gate of custom resources": {
			rule.Change{Rule: rule.FieldStageChanged, Group: "apiextensions.k8s.io"}, []string{"api-machinery", "cloud-provider", "testing"}, []string{"api-machinery", "cloud-provider"},
		},
		"#109602 removes a field of all objects": {
			rule.Change{Rule: rule.FieldRemoved, Schema: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
			[]string{"api-machinery", "auth", "apps", "testing"},
			[]string{"api-machinery", "auth", "apps"},
		},
		"#88509 adds an API of SIG Network": {
			rule.Change{Rule: rule.ResourceAdded, Group: "networking.k8s.io"}, []string{"api-machinery", "apps", "cli", "network", "node", "testing"}, []string{"apps", "cli", "network", "node"},
		},
		"#127513 adds a parameter of many resources": {
			rule.Change{Rule: rule.QueryParameterAdded, Reaches: reaches("v1 pods", "apps/v1 deployments")}, []string{"api-machinery", "etcd"}, []string{"api-machinery", "etcd"},
		},
		"#127360 adds a parameter of the logs of Pods": {
			rule.Change{Rule: rule.QueryParameterAdded, Reaches: reaches("v1 pods/log")}, []string{"api-machinery", "node"}, []string{"node"},
		},
		"no label of a SIG whose own work it is": {rule.Change{Rule: rule.FieldAdded}, []string{"api-machinery", "testing"}, []string{"api-machinery", "testing"}},
		"no label of API Machinery":              {rule.Change{Rule: rule.ResourceRemoved}, []string{"scalability"}, []string{"scalability"}},
	} {
		got := Change{Change: c.change}
		got.annotate([]link.Match{{}}, []changelog.Note{{SIGs: c.labels}})
		if !slices.Equal(got.SIGs, c.want) {
			t.Errorf("%s: %v, want %v", name, got.SIGs, c.want)
		}
	}
}

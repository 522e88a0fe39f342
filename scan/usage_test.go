package scan_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan"
)

func TestConcerns(t *testing.T) {
	manifests, live := scan.NewUsage(false), scan.NewUsage(true)
	for _, u := range []*scan.Usage{manifests, live} {
		for _, o := range []string{
			`{"apiVersion":"apps/v1","kind":"Deployment","spec":{"template":{"spec":{"containers":[{"name":"a"},{"image":"b"}],"nodeSelector":{"x":"y"}}}}}`,
			`{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"policy/v1beta1","kind":"PodDisruptionBudget"}]}`,
			`{"apiVersion":"v1","kind":"SecretList","items":[{"data":{"a":"b"}}]}`,
		} {
			if err := u.Add([]byte(o)); err != nil {
				t.Fatal(err)
			}
		}
	}
	live.MarkUnread("batch", "Job")
	for name, tc := range map[string]struct {
		change          rule.Change
		manifests, live bool
	}{
		"field that is set":        {field("field-removed", "apps/v1 Deployment spec.template.spec.containers[].image"), true, true},
		"field of a map":           {field("field-type-changed", "apps/v1 Deployment spec.template.spec.nodeSelector.*"), true, true},
		"field that is not":        {field("field-removed", "apps/v1 Deployment spec.template.spec.containers[].command"), false, false},
		"other version":            {field("field-removed", "apps/v1beta1 Deployment spec.template"), false, true},
		"second kind reached":      {field("field-removed", "v1 Pod spec", "v1 Secret data"), true, true},
		"new optional field":       {field("field-added", "apps/v1 Deployment spec.x"), false, false},
		"new required field":       {field("field-added-required", "apps/v1 Deployment spec.template.x"), true, true},
		"required at the top":      {field("field-required-added", "apps/v1 Deployment spec"), true, true},
		"kind that was not listed": {field("field-removed", "batch/v1 Job spec.x"), false, true},
		"removed API":              {rule.Change{Rule: "resource-removed", Group: "policy", Version: "v1beta1", Kind: "PodDisruptionBudget", Resource: "poddisruptionbudgets"}, true, true},
		"removed API, not used":    {rule.Change{Rule: "resource-removed", Group: "policy", Version: "v1beta1", Kind: "PodSecurityPolicy", Resource: "podsecuritypolicies"}, false, false},
		"new API":                  {rule.Change{Rule: "resource-added", Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments"}, false, false},
		"graduated":                {rule.Change{Rule: "resource-graduated", Group: "policy", Version: "v1", Old: "v1beta1", Kind: "PodDisruptionBudget", Resource: "x"}, true, true},
		"preferred version":        {rule.Change{Rule: "preferred-version-changed", Severity: rule.Risky, Group: "apps", Version: "v1"}, true, true},
		"media type":               {rule.Change{Rule: "media-type-removed", Severity: rule.Breaking}, true, true},
	} {
		if got := manifests.Concerns(tc.change); got != tc.manifests {
			t.Errorf("%s: manifests are concerned: %v, want %v", name, got, tc.manifests)
		}
		if got := live.Concerns(tc.change); got != tc.live {
			t.Errorf("%s: a cluster is concerned: %v, want %v", name, got, tc.live)
		}
	}
}

func field(id string, reaches ...string) rule.Change {
	c := rule.Change{Rule: id, Schema: "x.S", Field: "f", Stability: discovery.Stable, Reaches: make([]rule.Reach, len(reaches))}
	for i, text := range reaches {
		_ = c.Reaches[i].UnmarshalText([]byte(text)) // it takes any text
	}
	return c
}

// TestEmptyList checks that a list without items shows no object of its kind, and that something
// that is no object is an error.
func TestEmptyList(t *testing.T) {
	u := scan.NewUsage(true)
	for _, o := range []string{`{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}`, `{"kind":"List","apiVersion":"v1","items":[]}`} {
		if err := u.Add([]byte(o)); err != nil || u.Objects != 0 || u.Kind(discovery.GroupVersionKind{Version: "v1", Kind: "Pod"}) {
			t.Errorf("%s: %v, %d objects", o, err, u.Objects)
		}
	}
	for _, o := range []string{``, `{}`, `{"kind":"Pod"}`, `[`, `"x"`, `{"kind":"PodList","apiVersion":"v1","items":["x"]}`} {
		if u.Add([]byte(o)) == nil {
			t.Errorf("%q was taken for an object", o)
		}
	}
}

// FuzzAdd adds any object without a panic, and counts what it accepts.
func FuzzAdd(f *testing.F) {
	f.Add([]byte(`{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"a/b","kind":"C","d":[[{"e":1}]]}]}`))
	f.Fuzz(func(t *testing.T, object []byte) {
		u := scan.NewUsage(false)
		if u.Add(object) == nil && u.Objects > 0 {
			u.Concerns(field("field-removed", "v1 Pod spec.x"))
		}
	})
}

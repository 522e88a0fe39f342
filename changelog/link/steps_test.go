package link_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
)

// TestLinkSteps checks that over four releases each thing is linked to the notes of the release in
// which it happened, not to notes that mention it later.
func TestLinkSteps(t *testing.T) {
	steps := []link.Input{input(t, "1.26-1.27", false), input(t, "1.27-1.28", false), input(t, "1.28-1.29", false), input(t, "1.29-1.30", false)}
	whole := link.Input{Old: steps[0].Old, New: steps[3].New}
	for _, s := range steps {
		whole.Notes = append(whole.Notes, s.Notes...)
	}
	whole.Changes = diff.Compare(whole.Old, whole.New, diff.Options{IncludeDisabled: true}).Changes
	got := map[string][]int{}
	for i, matches := range link.Steps(whole.Changes, whole.Notes, steps).Links {
		prs := []int{}
		for _, m := range matches {
			prs = append(prs, whole.Notes[m.Note].PR)
		}
		got[key(&whole.Changes[i])] = prs
	}
	for change, want := range map[string][]int{
		"field-added core.v1.PodStatus.resize":                                                              {102884},
		"field-added batch.v1.JobSpec.podReplacementPolicy":                                                 {119301},
		"field-added batch.v1.JobSpec.managedBy":                                                            {123273},
		"resource-added admissionregistration.k8s.io/v1/validatingadmissionpolicies":                        {123405},
		"resource-graduated flowcontrol.apiserver.k8s.io/v1/flowschemas":                                    {121089, 119495},
		"resource-removed storage.k8s.io/v1beta1/csistoragecapacities":                                      {116523},
		"resource-added admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies":                   {118644},
		"field-stage-changed core.v1.PodSpec.schedulingGates":                                               {123575, 115815},
		"resource-added networking.k8s.io/v1alpha1/servicecidrs":                                            {116516},
		"field-added core.v1.VolumeProjection.clusterTrustBundle":                                           {113374},
		"group-version-added storagemigration.k8s.io/v1alpha1":                                              {123344},
		"field-added apiextensions.v1.CustomResourceDefinitionVersion.selectableFields":                     {122717},
		"field-stage-changed core.v1.TopologySpreadConstraint.minDomains":                                   {123481},
		"field-added admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec.validationActions": {115973},
	} {
		if d := cmp.Diff(want, got[change]); d != "" {
			t.Errorf("%s (-want +got)\n%s", change, d)
		}
	}
}

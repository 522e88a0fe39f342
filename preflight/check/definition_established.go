package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func definitionEstablished() definition {
	return definition{Check: preflight.Check{
		ID: "crd-not-established", Title: "Every custom resource definition is established", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: false, Since: "0.3.0",
		Doc: "A definition without the condition Established is not served: its names conflict with others, or its controller has not processed it yet. It does not " +
			"work before the upgrade either.",
		Migration: "Read the conditions of the definition, and remove the conflict.",
		Needs:     []evidence.Resource{evidence.Definitions},
	}, check: func(in preflight.Input) found {
		return each(in.CRDs, noDefinitions, func(f *found, c *evidence.CRD) {
			if !c.Established {
				it := f.add(ofDefinition(c, rule.Risky, "%s is not established: its objects are not served", c.Name))
				it.Commands = []string{"kubectl get crd " + phrase.Word(c.Name) + " -o jsonpath='{.status.conditions}'"}
			}
		})
	}}
}

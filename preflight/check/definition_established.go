package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkDefinitionEstablished(in preflight.Input) found {
	return each(in.CRDs, noDefinitions, func(f *found, c *evidence.CRD) {
		if !c.Established {
			it := f.add(ofDefinition(c, rule.Risky, "%s is not established: its objects are not served", c.Name))
			it.Commands = []string{"kubectl get crd " + phrase.Word(c.Name) + " -o jsonpath='{.status.conditions}'"}
		}
	})
}

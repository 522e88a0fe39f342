package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func removedFieldInUse() definition {
	return definition{ofMinors: true, begins: kubeletsFrom, partly: true, perWorkload: true, Check: preflight.Check{
		ID: RemovedFieldInUse, Title: "No object sets a field that the target no longer has", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "Live objects and the manifests of Helm releases are checked with the rules of `kubedelta scan`: fields, labels, taints and annotations that the " +
			"target's release removed, volumes whose plugin it removed, and storage classes whose provisioner it removed, which create no volume for new claims. The API server silently drops removed fields when an object is written next.",
		Migration: "Use the named replacement in the manifest or program that writes the object.",
		Needs:     []evidence.Resource{evidence.Nodes, evidence.HelmSecrets, evidence.HelmConfigMaps},
	}, check: func(in preflight.Input) found { return fieldsInUse(in, RemovedFieldInUse) }}
}

func fieldsInUse(in preflight.Input, id string) (f found) {
	if in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about the fields of Kubernetes "+in.To.String())
	}
	f.checked(in, id)
	f.watched(in)
	return f
}

package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func versionHops() definition {
	return definition{Check: preflight.Check{
		ID: "version-hops", Title: "The target is a release that the cluster can be upgraded to", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "An upgrade leads to a later release, and an API server is upgraded one minor release at a time: for a later target, each hop is checked. Kubernetes " +
			"does not support downgrading the control plane. If kubedelta has no data about the target, the answer is unknown, and the cluster is never ready.",
		Migration: "Choose a target that is later than the cluster's release and that this version of kubedelta knows.",
	}, check: checkHops}
}

func checkHops(in preflight.Input) (f found) {
	from, to := answering(in), in.To
	if !from.Known() {
		f.gap("/version", "the server's version "+quoted(in.Server.Version)+" does not name a release")
		return f
	}
	if !to.Known() {
		f.gap("target", "no target release was given")
		return f
	}
	switch c := to.Compare(from); {
	case c < 0:
		f.add(ofCluster(rule.Breaking, "the cluster runs %s, and %s is older: Kubernetes does not support downgrading a control plane", from, to))
	case c == 0:
		return f // a patch release, or nothing to do
	case to.Major != from.Major:
		f.add(ofCluster(rule.Unknown, "%s has another major version than %s: kubedelta has no data about such an upgrade", to, from))
	case to.Minor-from.Minor > 1:
		f.add(ofCluster(rule.Info, "%s is %d minor releases after %s: the API server must be upgraded to each of them in turn", to, to.Minor-from.Minor, from))
	}
	if in.New == nil {
		f.gap("data of "+to.String(), "kubedelta has no data about Kubernetes "+to.String()+"; a newer kubedelta may have it")
	}
	return f
}

package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkHops(in preflight.Input) (f found) {
	from, to := answering(in), in.To
	if !from.Known() {
		f.gap("/version", "the server's version "+quoted(in.Server.Version)+" is not a release")
		return f
	}
	if in.Reading(evidence.Version).State == evidence.Failed {
		f.lacks(in, evidence.Version)
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
		f.add(ofCluster(rule.Unknown, "%s has a different major version from %s: kubedelta has no data about such an upgrade", to, from))
	case to.Minor-from.Minor > 1:
		f.add(ofCluster(rule.Info, "%s is %d minor releases after %s: the API server must be upgraded to each of them in turn", to, to.Minor-from.Minor, from))
	}
	if in.New == nil {
		f.gap("data of "+to.String(), "kubedelta has no data about Kubernetes "+to.String()+"; a newer kubedelta may have it")
	}
	return f
}

package check

import (
	"cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkAPIServices(in preflight.Input) (f found) {
	b := backendsOf(in)
	for s := range slice.Each(in.APIServices) {
		state, cause := reachable, ""
		if !s.Local {
			state, cause = b.state(s.Client)
		}
		switch {
		case s.Available != "True":
			why := unavailable(s)
			if state == unreachable {
				why += "; " + cause
			}
			f.add(ofBroken(s, rule.Breaking, "available", "is not available, so deleted namespaces remain Terminating: "+why))
		case state == unreachable:
			f.add(ofBroken(s, rule.Risky, "unreachable", "cannot be reached: "+cause))
		}
		for _, fault := range bundleFaults(s.Client, in.At) {
			it := f.add(ofAPIService(s, fault.severity, "%s: %s", s.Name, fault.text))
			it.Field, it.Value, it.Word = "spec.caBundle", fault.word, true
		}
	}
	return f
}

// ofBroken returns the item of an aggregated API that does not answer.
func ofBroken(s *evidence.APIService, severity rule.Severity, value, text string) preflight.Item {
	it := ofAPIService(s, severity, "%s %s", s.Name, text)
	it.Value, it.Word = value, true
	it.Commands = append([]string{"kubectl describe apiservice " + phrase.Word(s.Name)}, inspect(s.Client)...)
	if !s.Local {
		it.Migration = []string{"restore its service; if nothing needs this API any longer, delete the APIService with the last command"}
		it.Commands = append(it.Commands, "kubectl delete apiservice "+phrase.Word(s.Name))
	}
	return it
}

func unavailable(s *evidence.APIService) string {
	if s.Available == "" {
		return "it has no condition Available"
	}
	reason := cmp.Or(s.Reason, "its condition Available is "+s.Available)
	if s.Message != "" {
		reason += ", " + quoted(placed(s.Message))
	}
	return reason
}

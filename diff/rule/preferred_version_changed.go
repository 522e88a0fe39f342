package rule

import "github.com/kubedelta/kubedelta/discovery"

func preferredVersionChanged() Rule {
	return Rule{
		ID: PreferredVersionChanged, Title: "The preferred version of a group changed", Severity: Risky,
		Varies: "info if the preferred version was removed, which is reported as its own change", Since: "0.1.0",
		Doc: "Clients that do not name a version (`kubectl get`, `kubectl edit`) get objects of another version. `old` and `new` are the preferred versions; " +
			"`version` is the new one. A server with default settings prefers one of the versions that it serves.",
		Example: "1.23 prefers `autoscaling/v2`; 1.22 preferred `v1`.",
		Needs:   func(f discovery.Fidelity) discovery.Knowledge { return f.Preferred }, Aspect: "preferred versions",
		Group: func(g Group) []Change {
			was, is := g.OldPreferred, g.NewPreferred
			if was == is || was == "" || is == "" {
				return nil
			}
			severity := Risky
			if !g.Stays {
				severity = Info
			}
			return []Change{{
				Severity: severity, Group: g.Name, Version: is,
				Stability: discovery.StabilityOf(is), ServedByDefault: !g.Disabled, Old: was, New: is,
				About: g.Name, Message: g.Name + " prefers " + is + ", preferred " + was,
			}}
		},
	}
}

package rule

import "github.com/kubedelta/kubedelta/discovery"

func preferredVersionChanged(g Group) []Change {
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
}

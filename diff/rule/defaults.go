package rule

import "github.com/kubedelta/kubedelta/discovery"

func defaultKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Defaults }

// effectiveDefault is the default that users can notice: the zero values are
// what Go leaves in a field anyway, and code generators write them or not as
// they please (80 times in twelve pairs of releases).
func effectiveDefault(s *discovery.Schema) string {
	switch s.Default {
	case `""`, "0", "0.0", "false", "{}", "[]", "null":
		return ""
	default:
		return s.Default
	}
}

// defaults gives both sides' defaults. Where the server fills them in, a zero
// that is written out beside another value is a value; elsewhere it is what a
// generator wrote.
func (f Field) defaults() (was, is string) {
	was, is = effectiveDefault(f.Old), effectiveDefault(f.New)
	if f.Enforced && (was != "" || is != "") {
		return f.Old.Default, f.New.Default
	}
	return was, is
}

// gained reports whether one side has a default where the other has none.
func (f Field) gained(without, with *discovery.Schema) bool {
	if effectiveDefault(with) == "" {
		return false
	}
	if f.Enforced {
		return without.Default == ""
	}
	return effectiveDefault(without) == ""
}

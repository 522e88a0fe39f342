package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
)

// SIGs are the SIGs of a change that the note is behind: those of its pull
// request, without the ones that stand on nearly every change of the API where
// others remain. The SIG in whose folder the note's KEP lies comes first.
func SIGs(n changelog.Note) []string {
	out := slices.DeleteFunc(slices.Clone(n.SIGs), func(sig string) bool {
		switch sig {
		case "api-machinery", "architecture", "release", "testing":
			return true
		}
		return false
	})
	if len(out) == 0 {
		out = slices.Clone(n.SIGs)
	}
	for _, d := range n.Documentation {
		sig := folder(d.URL)
		if sig == "" {
			continue
		}
		out = slices.DeleteFunc(out, func(s string) bool { return s == sig })
		out = slices.Insert(out, 0, sig)
		break
	}
	if out == nil {
		out = []string{}
	}
	return out
}

// folder is the SIG of a path like keps/sig-node/2008-forensic-checkpointing;
// KEPs outside of a SIG's folder (keps/prod-readiness) have none.
func folder(url string) string {
	_, rest, found := strings.Cut(url, "/keps/sig-")
	if !found {
		return ""
	}
	sig, _, _ := strings.Cut(rest, "/")
	for _, r := range sig {
		if r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return ""
		}
	}
	return sig
}

package preflight

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
)

// Reports are shared, so they do not contain the address of the API server. A cluster is identified
// by the name that the user gave and by its UID. For a server given as a URL, the name is its
// scheme and host.

// unplaced removes addresses from messages of the network or a server.
type unplaced struct{ host *regexp.Regexp }

func unplacedOf(s evidence.Server) unplaced {
	u, err := url.Parse(s.Address)
	if err != nil || len(u.Hostname()) < 4 {
		return unplaced{}
	}
	return unplaced{regexp.MustCompile("(?i)" + regexp.QuoteMeta(strings.ToValidUTF8(u.Hostname(), "")))}
}

const somewhere = "[address]"

// The contexts of addresses in messages of Go's packages net and crypto/x509 and of kubedelta's
// client.
var (
	besideName = lazy.Regexp(` \((?i:https?)://[^()\s]*\)`)
	anyURL     = lazy.Regexp(`\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s"'<>()]*[^\s"'<>():,;.]`)
	looked     = lazy.Regexp(`\b(lookup) [^\s"',;:]+( on [^\s"',;]*[^\s"',;:])?`)
	connected  = lazy.Regexp(`\b((?:dial|read|write) (?:tcp|udp)[46]?) [^\s"',;]+[^\s"',;:](->[^\s"',;]+[^\s"',;:])?`)
	valid      = lazy.Regexp(`\b(certificate is valid for) .*?, not [^\s"';)]+`)
	numbers4   = lazy.Regexp(`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b`)
	numbers6   = lazy.Regexp(`\[[0-9a-fA-F:.%]*:[0-9a-fA-F:.%a-z0-9]*\](?::\d+)?`)
)

func (u unplaced) text(s string) string {
	s = besideName().ReplaceAllString(s, "")
	s = anyURL().ReplaceAllString(s, somewhere)
	s = looked().ReplaceAllString(s, "$1 "+somewhere)
	s = connected().ReplaceAllString(s, "$1 "+somewhere)
	s = valid().ReplaceAllString(s, "$1 other names")
	s = numbers4().ReplaceAllString(s, somewhere)
	s = numbers6().ReplaceAllString(s, somewhere)
	if u.host != nil {
		s = u.host.ReplaceAllLiteralString(s, somewhere)
	}
	return s
}

func (u unplaced) gaps(list []evidence.Gap) []evidence.Gap {
	return slice.Map(list, func(g evidence.Gap) evidence.Gap {
		g.Reason = u.text(g.Reason)
		return g
	})
}

// hops returns the hops of a plan without addresses. The migration of a step to check something
// manually is the reason of a gap.
func (u unplaced) hops(p *plan.Plan) []plan.Hop {
	reasons := map[string]bool{}
	for _, g := range p.Gaps {
		reasons[g.Reason] = true
	}
	for i := range p.Results {
		for _, g := range p.Results[i].Gaps {
			reasons[g.Reason] = true
		}
	}
	return slice.Map(p.Hops, func(h plan.Hop) plan.Hop {
		h.Steps = slices.Clone(h.Steps)
		for i := range h.Steps {
			h.Steps[i].Migration = slices.Clone(h.Steps[i].Migration)
			for j, text := range h.Steps[i].Migration {
				if reasons[text] {
					h.Steps[i].Migration[j] = u.text(text)
				}
			}
		}
		return h
	})
}

package diff

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// hiddenFeatures lists what one side's requests take that is left out, given the
// other side.
//
// A live server shows what it takes and nothing else, so nothing of it is left out.
// Beside it, what is off by default on the other side is compared where the server
// takes it although it is off by default there, too: somebody turned it on. Where
// the server takes it by default, it has become new there; where it does not take
// it, nobody asks.
func hiddenFeatures(mine, other *discovery.Surface, disabled bool) (hidden discovery.Features) {
	if mine.OffByDefault == nil || mine.Fidelity.Disabled == discovery.None {
		return hidden
	}
	live := other.Fidelity.Disabled == discovery.None
	off := other.OffByDefault
	if off == nil && !live {
		return hidden // documents of a release of which nobody knows what is off
	}
	if off == nil {
		off = &discovery.Features{}
	}
	left := func(names, taken, offThere []string) (out []string) {
		for _, name := range names {
			switch {
			case live && !slices.Contains(taken, name):
				if !disabled || !other.Everything {
					out = append(out, name)
				}
			case !disabled && (!live || !slices.Contains(offThere, name)):
				out = append(out, name)
			}
		}
		return out
	}
	hidden.Parameters = left(mine.OffByDefault.Parameters, parameters(other), off.Parameters)
	hidden.MediaTypes = left(mine.OffByDefault.MediaTypes, other.MediaTypes, off.MediaTypes)
	return hidden
}

// parameters lists the query parameters that any request takes.
func parameters(s *discovery.Surface) (all []string) {
	seen := map[string]bool{}
	note := func(byVerb map[string][]string) {
		for _, names := range byVerb {
			for _, name := range names {
				seen[name] = true
			}
		}
	}
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			for i := range v.Resources {
				note(v.Resources[i].Parameters)
				for _, sub := range v.Resources[i].Subresources {
					note(sub.Parameters)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

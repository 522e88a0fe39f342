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
	hidden.Subresources = left(mine.OffByDefault.Subresources, subresources(other), off.Subresources)
	return hidden
}

// parameters lists the query parameters that any request takes.
func parameters(s *discovery.Surface) []string {
	seen := map[string]bool{}
	note := func(byVerb map[string][]string) {
		for _, names := range byVerb {
			for _, name := range names {
				seen[name] = true
			}
		}
	}
	for _, r := range resources(s) {
		note(r.Parameters)
		for _, sub := range r.Subresources {
			note(sub.Parameters)
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// subresources lists all subresources of a surface.
func subresources(s *discovery.Surface) (all []string) {
	for k, r := range resources(s) {
		for _, sub := range r.Subresources {
			all = append(all, discovery.SubresourceName(k.gv, k.resource, sub.Name))
		}
	}
	return all
}

// leaveOut replaces resources of which a subresource is hidden by copies without it.
func leaveOut(hidden []string, of map[key]*discovery.Resource) {
	if len(hidden) == 0 {
		return
	}
	for k, r := range of {
		left := slices.DeleteFunc(slices.Clone(r.Subresources), func(sub discovery.Subresource) bool {
			return slices.Contains(hidden, discovery.SubresourceName(k.gv, k.resource, sub.Name))
		})
		if len(left) < len(r.Subresources) {
			without := *r
			without.Subresources = left
			of[k] = &without
		}
	}
}

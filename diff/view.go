package diff

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// view is the resources of both sides that are compared, and the features of requests that are not.
type view struct {
	old, new             map[discovery.GroupVersionResource]*discovery.Resource
	hiddenOld, hiddenNew discovery.Features
}

// viewOf selects the resources to compare. With disabled, these are all resources that both sides
// can show, and otherwise those that default servers serve.
//
// A live server shows exactly what it serves. A resource of the other side that is not served by
// default is then neither new nor removed: it is compared if the server serves it, and otherwise
// skipped.
func viewOf(old, new *discovery.Surface, disabled bool) view {
	v := view{
		old: resources(old), new: resources(new),
		hiddenOld: hiddenFeatures(old, new, disabled), hiddenNew: hiddenFeatures(new, old, disabled),
	}
	for k := range v.all() {
		o, n := v.old[k], v.new[k]
		perhaps := o == nil && mayHold(old, k) || n == nil && mayHold(new, k)
		if perhaps || unknown(old, k.GroupVersion) || unknown(new, k.GroupVersion) || !bothSpeak(old, new, k) {
			delete(v.old, k)
			delete(v.new, k)
			continue
		}
		if hidden(o, n, new, disabled) || shell(o, n, new.Fidelity) {
			delete(v.old, k)
		}
		if hidden(n, o, old, disabled) || shell(n, o, old.Fidelity) {
			delete(v.new, k)
		}
	}
	leaveOut(v.hiddenOld.Subresources, v.old)
	leaveOut(v.hiddenNew.Subresources, v.new)
	return v
}

// shell reports whether a resource exists only for its subresources, and the other side lacks it
// and does not know subresources. Up to 1.15, extensions/v1beta1 had replicationcontrollers/scale
// without replicationcontrollers, which the resource tables correctly omit.
func shell(mine, other *discovery.Resource, otherKnows discovery.Fidelity) bool {
	return mine != nil && other == nil && len(mine.Verbs) == 0 && len(mine.Subresources) > 0 && otherKnows.Subresources == discovery.None
}

// hidden reports whether a resource of one side is not compared, given the other side and its
// resource, if any.
func hidden(mine, other *discovery.Resource, otherSide *discovery.Surface, disabled bool) bool {
	switch {
	case mine == nil || !mine.Disabled:
		return false
	case otherSide.Fidelity.Disabled == discovery.None && (!disabled || !otherSide.Everything):
		return other == nil
	default:
		return !disabled
	}
}

// bothSpeak reports whether the resource is in the extent of both sources. In two sets of
// definitions, a resource that only one set has was added or removed.
func bothSpeak(old, new *discovery.Surface, k discovery.GroupVersionResource) bool {
	if old.Source == discovery.SourceCRD && new.Source == discovery.SourceCRD {
		return true
	}
	return old.Speaks(k.GroupVersion, k.Resource) && new.Speaks(k.GroupVersion, k.Resource)
}

// mayHold reports whether a resource that a surface does not show may be in a file that could not
// be read. It is not if the definition of the resource was read.
func mayHold(s *discovery.Surface, k discovery.GroupVersionResource) bool {
	return s.MayHoldMore() && (s.Only == nil || !s.Speaks(k.GroupVersion, k.Resource))
}

func unknown(s *discovery.Surface, gv discovery.GroupVersion) bool {
	_, unknown := s.Unknown(gv, discovery.PartResources)
	return unknown
}

func resources(s *discovery.Surface) map[discovery.GroupVersionResource]*discovery.Resource {
	m := map[discovery.GroupVersionResource]*discovery.Resource{}
	for gv, r := range s.EachResource() {
		m[gv.WithResource(r.Name)] = r
	}
	return m
}

func (v view) all() map[discovery.GroupVersionResource]*discovery.Resource {
	all := maps.Clone(v.old)
	maps.Copy(all, v.new)
	return all
}

// hiddenFeatures returns the query parameters, media types and subresources of one side that are
// not compared.
//
// A live server shows exactly what it supports, so none of it is hidden. On the other side, a
// feature that is off by default is compared if the server supports it although it is off by
// default there, too: somebody enabled it. If the server supports it by default, it is new there.
// If the server does not support it, it is not relevant.
func hiddenFeatures(mine, other *discovery.Surface, disabled bool) (hidden discovery.Features) {
	if mine.OffByDefault == nil || mine.Fidelity.Disabled == discovery.None {
		return hidden
	}
	live := other.Fidelity.Disabled == discovery.None
	off := other.OffByDefault
	if off == nil && !live {
		return hidden // it is not known what is off in the other release
	}
	off = cmp.Or(off, &discovery.Features{})
	left := func(names, taken, offThere []string) []string {
		return slice.Filter(names, func(name string) bool {
			if live && !slices.Contains(taken, name) {
				return !disabled || !other.Everything
			}
			return !disabled && (!live || !slices.Contains(offThere, name))
		})
	}
	hidden.Parameters = left(mine.OffByDefault.Parameters, parameters(other), off.Parameters)
	hidden.MediaTypes = left(mine.OffByDefault.MediaTypes, other.MediaTypes, off.MediaTypes)
	hidden.Subresources = left(mine.OffByDefault.Subresources, subresources(other), off.Subresources)
	return hidden
}

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

func subresources(s *discovery.Surface) (all []string) {
	for k, r := range resources(s) {
		for _, sub := range r.Subresources {
			all = append(all, discovery.SubresourceName(k.GroupVersion, k.Resource, sub.Name))
		}
	}
	return all
}

// leaveOut replaces resources that have a hidden subresource by copies without it.
func leaveOut(hidden []string, of map[discovery.GroupVersionResource]*discovery.Resource) {
	if len(hidden) == 0 {
		return
	}
	for k, r := range of {
		left := slices.DeleteFunc(slices.Clone(r.Subresources), func(sub discovery.Subresource) bool {
			return slices.Contains(hidden, discovery.SubresourceName(k.GroupVersion, k.Resource, sub.Name))
		})
		if len(left) < len(r.Subresources) {
			without := *r
			without.Subresources = left
			of[k] = &without
		}
	}
}

package diff

import (
	"maps"

	"github.com/kubedelta/kubedelta/discovery"
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

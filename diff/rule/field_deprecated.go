package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldDeprecated(f Field) []Change {
	if !f.described() {
		return nil
	}
	was, is := f.Old.Facts, f.New.Facts
	// A field named "deprecated" mentions deprecation because deprecation is its subject.
	about := strings.Contains(strings.ToLower(f.Path[strings.LastIndexByte(f.Path, '.')+1:]), "deprecat")
	switch {
	case !was.Deprecated && is.Deprecated && f.onlyByRelease():
		return nil
	case !was.Deprecated && is.Deprecated:
		return []Change{f.change(Deprecation, "is deprecated")}
	case !was.Deprecated && !was.Mentions && is.Mentions && !about:
		c := f.change(Info, "mentions something deprecated, such as one of its values")
		c.Variant = Mentions
		return []Change{c}
	default:
		return nil
	}
}

// described reports whether the description is about the place. It is for a property, and for items
// or values of a map if the schema has no reference, as in custom resources. Otherwise it is that
// of the referenced type, which type-deprecated reports.
func (f Field) described() bool {
	return f.Property != "" || f.Enforced && f.Path != "" && f.Old.Ref == "" && f.New.Ref == ""
}

func fieldBornDeprecated(f Field) []Change {
	if f.Old != nil || !f.New.Facts.Deprecated {
		return nil
	}
	return []Change{f.change(Deprecation, "is new, and already deprecated")}
}

func fieldDeprecationWithdrawn(f Field) []Change {
	if !f.Old.Facts.Deprecated || f.New.Facts.Deprecated {
		return nil
	}
	if f.Path != "" && !f.described() || f.Path == "" && f.undeprecatedByAPI() {
		return nil
	}
	if f.New.Facts.Mentions || !f.Old.Deprecated && f.lostText() || f.onlyByRelease() {
		return nil
	}
	return []Change{f.change(Info, "is no longer deprecated")}
}

// onlyByRelease reports that the descriptions do not differ, and that the release of a side, which may
// deprecate a field without a word in its description, is unknown.
func (f Field) onlyByRelease() bool {
	return f.Old.ProseID() == f.New.ProseID() && f.Old.Deprecated == f.New.Deprecated && discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) == discovery.None
}

// lostText reports that the new description is missing or truncated, as in projects that reduce the
// size of their definitions. Its content is then not known.
func (f Field) lostText() bool {
	if f.New.ProseID() == "" {
		return f.Old.ProseID() != ""
	}
	text := strings.TrimSpace(f.New.Description)
	return len(text) < len(f.Old.Description) && (strings.HasSuffix(text, "…") || strings.HasSuffix(text, "..."))
}

// undeprecatedByAPI reports that the schema is the body of a resource for which api-undeprecated
// reports the same.
func (f Field) undeprecatedByAPI() bool {
	if f.Resource == "" || discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) == discovery.None {
		return false
	}
	was, is := f.Surfaces.Old.Resource(f.GroupVersion, f.Resource), f.Surfaces.New.Resource(f.GroupVersion, f.Resource)
	return was != nil && is != nil && isDeprecated(f.Surfaces.Old, was) && !isDeprecated(f.Surfaces.New, is)
}

func typeDeprecated(f Field) []Change {
	if f.Path != "" || f.toldByAPI() || f.Old.Facts.Deprecated || !f.New.Facts.Deprecated {
		return nil
	}
	return []Change{f.change(Deprecation, "is deprecated")}
}

// toldByAPI reports that the schema is the body of a resource whose deprecation api-deprecated
// reports. For a built-in resource, both sides must know which versions are deprecated. The
// definition of a custom resource may deprecate the type only in the description.
func (f Field) toldByAPI() bool {
	if f.Resource == "" {
		return false
	}
	if f.Enforced {
		r := f.Surfaces.New.Resource(f.GroupVersion, f.Resource)
		return r != nil && r.DeprecatedHere
	}
	return discovery.Both(f.Surfaces.Old.Fidelity.Deprecation, f.Surfaces.New.Fidelity.Deprecation) != discovery.None
}

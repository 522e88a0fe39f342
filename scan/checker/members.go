package checker

import (
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Fields finds the fields of an object that the target does not have, as field-removed and
// field-unknown do, even if the checker is not strict. It does not look into objects inside the
// object. patch: the object is a merge patch, with directives that begin with $.
func (c *Checker) Fields(o *tree.Object, patch bool, emit func(finding.Finding)) {
	k := c.kindOf(o)
	v := visit{checker: c, o: o, kind: k, whole: !patch}
	each := func(f finding.Finding, _ Mark) {
		if f.Rule != FieldDeprecated {
			emit(f)
		}
	}
	if k.fields != nil {
		v.walk(o.Root, k.fields, each)
	}
	if k.schema != nil {
		v.unknownFields(o.Root, k.schema, true, each)
	}
}

// HasFields reports whether the target has the fields of a kind.
func (c *Checker) HasFields(apiVersion, kind string) bool {
	k := c.kinds[typeMeta{apiVersion, kind}]
	return k != nil && k.schema != nil
}

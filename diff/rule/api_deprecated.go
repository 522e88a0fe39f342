package rule

import (
	"strconv"

	"github.com/kubedelta/kubedelta/discovery"
)

func apiDeprecated(r Resource) []Change {
	if isDeprecated(r.Old, r.OldResource) || !isDeprecated(r.New, r.NewResource) {
		return nil
	}
	c := r.kindChange(Deprecation)
	c.Replacement = successor(r.New, r.GroupVersion, r.NewResource)
	return []Change{c.says("is deprecated" + useInstead(c.Replacement))}
}

// isDeprecated reports whether a version is deprecated in the side's release, by its lifecycle or
// by the source itself.
func isDeprecated(s *discovery.Surface, r *discovery.Resource) bool {
	return r.DeprecatedHere || r.Lifecycle.DeprecatedIn(s.Release)
}

func apiUndeprecated(r Resource) []Change {
	if !isDeprecated(r.Old, r.OldResource) || isDeprecated(r.New, r.NewResource) {
		return nil
	}
	return []Change{r.kindChange(Info).says("is no longer deprecated")}
}

func deprecationWarningChanged(r Resource) []Change {
	custom, with, shown := r.custom()
	if !shown || custom.Conversion == "" || with.Conversion == "" {
		return nil // the source does not show the definition, or only its versions
	}
	was, is := r.OldResource, r.NewResource
	if !was.DeprecatedHere || !is.DeprecatedHere || was.DeprecationWarning == is.DeprecationWarning {
		return nil
	}
	return []Change{r.kindChange(Info).between(was.DeprecationWarning, is.DeprecationWarning).
		says("has the deprecationWarning " + warning(is.DeprecationWarning) + ", had " + warning(was.DeprecationWarning))}
}

func warning(text string) string {
	if text == "" {
		return "none"
	}
	return strconv.Quote(text)
}

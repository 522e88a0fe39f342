package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func namesChanged() Rule {
	return Rule{
		ID: "names-changed", Title: "The singular, short names, categories or list kind of a resource changed", Severity: Info,
		Varies: "risky if a name was removed that scripts or clients may use", Since: "0.1.0",
		Doc: "kubectl finds resources by singular name, short name and category. Removing a name breaks `kubectl get NAME`, not the API. If the list kind changes, " +
			"typed clients that know only the old one cannot decode lists. `old` and `new` are the names that differ.",
		Example: "`kubectl get prom` no longer finds Prometheus.",
		Needs:   func(f discovery.Fidelity) discovery.Knowledge { return f.Names }, Aspect: "singular, short names and categories",
		Resource: checkNamesChanged,
	}
}

func checkNamesChanged(r Resource) []Change {
	if !r.Stays() {
		return nil
	}
	was, is := r.OldResource, r.NewResource
	var old, now []string
	severity := Info
	if was.Singular != is.Singular {
		old, now = append(old, "singular "+cmp.Or(was.Singular, "none")), append(now, "singular "+cmp.Or(is.Singular, "none"))
		if was.Singular != "" {
			severity = Risky
		}
	}
	if a, b, ok := r.custom(); ok && a.ListKind != b.ListKind && a.ListKind != "" && b.ListKind != "" {
		old, now = append(old, "listKind "+a.ListKind), append(now, "listKind "+b.ListKind)
		severity = Risky
	}
	for _, list := range []struct {
		what     string
		old, new []string
	}{{"short names", was.ShortNames, is.ShortNames}, {"categories", was.Categories, is.Categories}} {
		if slices.Equal(list.old, list.new) {
			continue
		}
		old, now = append(old, list.what+" "+orNone(list.old)), append(now, list.what+" "+orNone(list.new))
		if len(missing(list.old, list.new)) > 0 {
			severity = Risky
		}
	}
	if len(old) == 0 {
		return nil
	}
	before, after := strings.Join(old, "; "), strings.Join(now, "; ")
	return []Change{r.change(severity).between(before, after).says("has " + after + ", had " + before)}
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ",")
}

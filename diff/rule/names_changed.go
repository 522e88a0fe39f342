package rule

import (
	"cmp"
	"slices"
	"strings"
)

func namesChanged(r Resource) []Change {
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

package rule

import "github.com/kubedelta/kubedelta/discovery"

func kindChanged(r Resource) (changes []Change) {
	severity := r.breaking()
	add := func(c Change, was, is string) {
		// Some sources do not contain the kind, such as the connect paths of 1.23.
		if was == is || was == "" || is == "" {
			return
		}
		if c.Subresource != "" {
			c.About += "/" + c.Subresource
		}
		changes = append(changes, c.between(was, is).says("is "+is+", was "+was))
	}
	add(r.change(severity),
		kindText(r.GroupVersion, r.OldResource.Kind, r.OldResource.KindGroupVersion),
		kindText(r.GroupVersion, r.NewResource.Kind, r.NewResource.KindGroupVersion))
	for _, sub := range r.NewResource.Subresources {
		if was, ok := r.OldResource.Subresource(sub.Name); ok {
			add(r.subresourceChange(severity, sub),
				kindText(r.GroupVersion, was.Kind, was.KindGroupVersion),
				kindText(r.GroupVersion, sub.Kind, sub.KindGroupVersion))
		}
	}
	return changes
}

func kindText(gv discovery.GroupVersion, kind string, own *discovery.GroupVersion) string {
	if kind == "" {
		return ""
	}
	if own != nil {
		gv = *own
	}
	return gv.String() + " " + kind
}

package rule

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

func kindChanged(r Resource) (changes []Change) {
	for _, p := range r.parts() {
		was, is := r.kindText(p[onOld]), r.kindText(p[onNew])
		// Some sources do not contain the kind, such as the connect paths of 1.23.
		if was != is && was != "" && is != "" {
			changes = append(changes, r.partChange(r.breaking(), p[onNew]).between(was, is).says("is "+is+", was "+was))
		}
	}
	return changes
}

func (r Resource) kindText(part discovery.Subresource) string {
	return phrase.With(cmp.Or(part.KindGroupVersion, &r.GroupVersion).String()+" ", part.Kind)
}

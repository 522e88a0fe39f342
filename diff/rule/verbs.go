package rule

import "github.com/kubedelta/kubedelta/discovery/slice"

func verbAdded(r Resource) []Change {
	return r.verbChanges(Addition, onNew, r.Old, "now accepts")
}

func verbRemoved(r Resource) []Change {
	return r.verbChanges(r.breaking(), onOld, r.New, "no longer accepts")
}

func missing(want, have []string) []string {
	has := slice.Set(have)
	return slice.Filter(want, func(w string) bool { return !has[w] })
}

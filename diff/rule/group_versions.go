package rule

func groupVersionAdded(g GroupVersion) []Change {
	if g.InOld || !g.InNew {
		return nil
	}
	return g.change("is new")
}

func groupVersionRemoved(g GroupVersion) []Change {
	if !g.InOld || g.InNew {
		return nil
	}
	return g.change("is no longer served")
}

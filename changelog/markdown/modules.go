package markdown

// modules keeps the lists of dependencies. What stands under no heading of a
// list is an entry of 1.18 and before, in words; it is skipped.
func (r *reader) modules(at place, lines []line) {
	found, _ := items(lines)
	for _, it := range found {
		r.skip(it, at.reason())
		text := it.text()
		if text == "" {
			continue
		}
		d := &r.doc.Dependencies
		switch at.title {
		case "added":
			d.Added = append(d.Added, text)
		case "changed":
			d.Changed = append(d.Changed, text)
		case "removed":
			d.Removed = append(d.Removed, text)
		}
	}
}

package markdown

// modules adds the lists of dependencies. Bullets outside of the lists are sentences in 1.18 and
// before. They are skipped.
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

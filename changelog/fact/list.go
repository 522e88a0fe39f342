package fact

// listAfter calls take for each item of a list that begins at i: "A, B and C". The list ends where
// take returns false.
func (s sentence) listAfter(i int, take func(int) bool) {
	for ; i < len(s.tokens); i++ {
		t := s.tokens[i]
		switch {
		case joins(t):
		case t.mark || !take(i):
			return
		}
	}
}

// listBefore is like listAfter for a list that ends at i, last item first.
func (s sentence) listBefore(i int, take func(int) bool) {
	for ; i >= 0; i-- {
		t := s.tokens[i]
		switch {
		case joins(t):
		case t.mark || !take(i):
			return
		}
	}
}

// joins reports whether a token separates the items of a list.
func joins(t token) bool { return has([]string{",", "and", "or", "&", "/", "+", "and/or"}, t.low) }

package fact

// listAfter gives the names of a list that begins at i: "A, B and C". It ends
// where take refuses the token of an index.
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

// listBefore gives the names of a list that ends at i, last first.
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

// joins reports whether a token stands between the names of a list.
func joins(t token) bool {
	switch t.low {
	case ",", "and", "or", "&", "/", "+", "and/or":
		return true
	}
	return false
}

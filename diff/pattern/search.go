package pattern

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// search looks for a text of one set that is not in another. It visits the states that texts lead
// to.
type search struct {
	given, wanted      []*machine
	min, max           int
	otherMin, otherMax int
}

// node is a class of texts: those that lead to the same states and count as equally long.
type node struct {
	states []state
	length int
}

func (n node) key() string {
	key := strconv.Itoa(n.length)
	for _, s := range n.states {
		key += " " + s.key
	}
	return key
}

func (s search) machines() []*machine { return slices.Concat(s.given, s.wanted) }

func (s search) run() Answer {
	first := node{}
	for _, m := range s.machines() {
		first.states = append(first.states, m.state([]uint32{m.start}, true))
	}
	runes := s.runes()
	limit := max(1, s.min, s.max+1, s.otherMin, s.otherMax+1)
	seen := map[string]bool{first.key(): true}
	for queue := []node{first}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if s.refuses(n) {
			return No
		}
		if s.max >= 0 && n.length >= s.max {
			continue
		}
		for _, r := range runes {
			to, work := node{length: min(n.length+1, limit)}, 0
			for i, m := range s.machines() {
				to.states = append(to.states, m.next(n.states[i], r))
				work += m.work
			}
			if work > maxWork {
				return Unknown
			}
			if key := to.key(); !seen[key] && !s.dead(to) {
				seen[key] = true
				queue = append(queue, to)
			}
		}
		if len(seen) > maxStates {
			return Unknown
		}
	}
	return Yes
}

// refuses reports that a text is in the first set and not in the other.
func (s search) refuses(n node) bool {
	if n.length < s.min || s.max >= 0 && n.length > s.max {
		return false
	}
	inOther := n.length >= s.otherMin && (s.otherMax < 0 || n.length <= s.otherMax)
	for i, m := range s.machines() {
		accepts := m.accepts(n.states[i], n.length == 0)
		if i < len(s.given) && !accepts {
			return false
		}
		inOther = inOther && accepts
	}
	return !inOther
}

// dead reports that no longer text is in the first set.
func (s search) dead(n node) bool {
	for i, m := range s.given {
		if st := n.states[i]; !st.matched && len(st.threads) == 0 && m.anchored() {
			return true
		}
	}
	return false
}

// anchored reports that no match begins after the start.
func (m *machine) anchored() bool {
	s := m.state([]uint32{m.start}, false)
	return !s.matched && len(s.threads) == 0
}

// runes returns one rune of each class that no pattern distinguishes. Texts contain no surrogates.
func (s search) runes() []rune {
	bounds := []rune{0}
	for _, m := range s.machines() {
		bounds = append(bounds, m.bounds...)
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	var runes []rune
	for i, low := range bounds {
		high := rune(unicode.MaxRune)
		if i+1 < len(bounds) {
			high = bounds[i+1] - 1
		}
		if low >= 0xD800 && low <= 0xDFFF {
			low = 0xE000
		}
		if low <= high && low >= 0 && utf8.ValidRune(low) {
			runes = append(runes, low)
		}
	}
	return runes
}

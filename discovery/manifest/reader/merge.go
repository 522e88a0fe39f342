package reader

import "github.com/kubedelta/kubedelta/discovery/manifest/tree"

// The limits of merging in the fast parser.
const (
	maxMerged    = 10_000
	maxMergeKeys = 1000
)

// merges reads the value of the key "<<" of a map, which must be an alias of an earlier map, and
// returns the node of that map.
func (p *fast) merges(colon int) (from int, ok bool) {
	i := blanks(p.s, colon+1)
	if i == len(p.s) || p.s[i] != '*' {
		return 0, false
	}
	name, end := p.anchorName(i)
	if from, ok = p.anchor(name); !ok || !p.blankAt(end) || p.nodes[from].Kind != tree.Map || p.nodes[from].After == 0 {
		return 0, false
	}
	return from, p.skipLine(end)
}

// merge adds to the last map, at, the entries of another map that it does not have. The added nodes
// keep their lines and have no offsets. It reports false for an entry that the map has before the "<<"
// (see slow.replaced).
func (p *fast) merge(at, from, before int) bool {
	for c := from + 1; c < int(p.nodes[from].After); c = int(p.nodes[c].After) {
		if p.merged++; p.merged > maxMerged {
			return false
		}
		if has := p.child(at, p.nodes[c].Key); has > 0 {
			if has < before {
				return false
			}
			continue
		}
		behind, shift := int(p.nodes[c].After), int32(len(p.nodes)-c)
		if p.merged += behind - c; p.merged > maxMerged {
			return false
		}
		for _, n := range p.nodes[c:behind] {
			n.Start, n.End = -1, -1
			n.After += shift
			p.nodes = append(p.nodes, n)
		}
	}
	p.nodes[at].After = int32(len(p.nodes))
	return true
}

// child returns the first entry of the last map, at, with the key; 0 if there is none.
func (p *fast) child(at int, key string) int {
	for c := at + 1; c < len(p.nodes); c = int(p.nodes[c].After) {
		if p.nodes[c].Key == key {
			return c
		}
	}
	return 0
}

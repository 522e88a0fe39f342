package totals

// bounded is a map that keeps at most so many keys, whatever text they are made of. Of
// more keys it keeps those with small hashes, and sums up the others under a key that
// the caller names. Which keys stay depends on the set of all keys only: not on their
// order, and not on how they were divided before totals were joined.
type bounded[V any] struct {
	most  int
	bits  uint
	kept  map[string]*V
	folds map[string]*V
	// generation changes when values that were kept are not any more.
	generation int
	// fold is the key that the others of a key are summed up under.
	fold func(*V) string
	join func(to, from *V)
}

func newBounded[V any](most int, fold func(*V) string, join func(to, from *V)) bounded[V] {
	return bounded[V]{most: most, kept: map[string]*V{}, folds: map[string]*V{}, fold: fold, join: join}
}

// find is the value of a key, nil where it is not kept.
func (b *bounded[V]) find(key []byte) *V { return b.kept[string(key)] }

// add joins a value to that of a key. What is handed over may be kept.
func (b *bounded[V]) add(key string, v *V) {
	if old := b.kept[key]; old != nil {
		b.join(old, v)
		return
	}
	if !b.small(key) {
		b.rest(v)
		return
	}
	b.kept[key] = v
	for len(b.kept) > b.most {
		b.drop()
	}
}

// drop keeps about half of the values.
func (b *bounded[V]) drop() {
	b.bits++
	b.generation++
	for key, v := range b.kept {
		if !b.small(key) {
			delete(b.kept, key)
			b.rest(v)
		}
	}
}

func (b *bounded[V]) rest(v *V) {
	key := b.fold(v)
	if old := b.folds[key]; old != nil {
		b.join(old, v)
		return
	}
	b.folds[key] = v
}

// small: the hash of the key begins with as many zeros as is asked for.
func (b *bounded[V]) small(key string) bool { return b.bits == 0 || hash(key)>>(64-b.bits) == 0 }

// hash is FNV-1a with the finalizer of MurmurHash3: the same in every process.
func hash(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// merge adds all that another one has.
func (b *bounded[V]) merge(other *bounded[V]) {
	for b.bits < other.bits {
		b.drop()
	}
	for key, v := range other.kept {
		b.add(key, v)
	}
	for _, v := range other.folds {
		b.rest(v)
	}
}

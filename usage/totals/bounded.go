package totals

// bounded is a map with a maximum number of keys. If there are more, it keeps those with small
// hashes and adds the others to a key that the caller chooses, so that the result does not depend
// on the order of keys or on how they were divided before a merge.
type bounded[V any] struct {
	most  int
	bits  uint
	kept  map[string]*V
	folds map[string]*V
	// generation changes when values are dropped.
	generation int
	// fold returns the key that a dropped value is added to.
	fold func(*V) string
	join func(to, from *V)
}

func newBounded[V any](most int, fold func(*V) string, join func(to, from *V)) bounded[V] {
	return bounded[V]{most: most, kept: map[string]*V{}, folds: map[string]*V{}, fold: fold, join: join}
}

// find returns the value of a key, or nil if the key is not kept.
func (b *bounded[V]) find(key []byte) *V { return b.kept[string(key)] }

// add adds v to the value of a key. v can be kept.
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

// small reports whether the hash of the key begins with the required number of zeros.
func (b *bounded[V]) small(key string) bool { return b.bits == 0 || hash(key)>>(64-b.bits) == 0 }

// hash is FNV-1a with the finalizer of MurmurHash3. It is the same in every process.
func hash(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

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

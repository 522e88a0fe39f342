package checker

import (
	"strings"
	"sync"
)

// others are the types that objects have and nobody knows: custom resources, and
// slips of the pen. Each is checked once.
type others struct {
	mu    sync.RWMutex
	kinds map[typeMeta]*kind
	// rest stands for those that have no room.
	rest kind
}

// What is remembered is bounded: a hostile corpus could name a type an object.
const (
	maxOthers    = 10_000
	maxOtherName = 4096
)

// kind checks a type, whose strings need not outlive the call.
func (o *others) kind(c *Checker, t typeMeta) *kind {
	o.mu.RLock()
	k := o.kinds[t]
	o.mu.RUnlock()
	if k != nil {
		return k
	}
	t = typeMeta{strings.Clone(t.apiVersion), strings.Clone(t.kind)}
	made := c.checkKind(t, nil)
	o.mu.Lock()
	defer o.mu.Unlock()
	if k := o.kinds[t]; k != nil {
		return k
	}
	if len(o.kinds) >= maxOthers || len(t.apiVersion)+len(t.kind) > maxOtherName {
		if made.unchecked {
			return &o.rest
		}
		return made
	}
	o.kinds[t] = made
	return made
}

// NotChecked counts, by "apiVersion Kind", the objects so far that the target
// says nothing of.
func (c *Checker) NotChecked() map[string]int {
	return c.counts(func(k *kind) bool { return k.unchecked })
}

// FieldsNotChecked counts, by "apiVersion Kind", the objects so far whose kind the target
// has without its fields.
func (c *Checker) FieldsNotChecked() map[string]int {
	return c.counts(func(k *kind) bool { return k.fieldless })
}

func (c *Checker) counts(of func(*kind) bool) map[string]int {
	out := map[string]int{}
	count := func(name string, k *kind) {
		if n := int(k.objects.Load()); n > 0 && of(k) {
			out[name] += n
		}
	}
	for t, k := range c.kinds {
		count(strings.TrimSpace(t.apiVersion+" "+t.kind), k)
	}
	c.others.mu.RLock()
	defer c.others.mu.RUnlock()
	for t, k := range c.others.kinds {
		count(strings.TrimSpace(t.apiVersion+" "+t.kind), k)
	}
	count("others", &c.others.rest)
	return out
}

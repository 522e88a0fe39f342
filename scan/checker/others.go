package checker

import (
	"strings"
	"sync"
)

// others are the types of objects that neither the target, Target.From nor the lifecycles have:
// custom resources and typing errors. Each is checked once.
type others struct {
	mu    sync.RWMutex
	kinds map[typeMeta]*kind
	// rest stands for types beyond the limit.
	rest kind
}

// The limits of what is remembered: each object of a hostile corpus could have another type.
const (
	maxOthers    = 10_000
	maxOtherName = 4096
)

// kind checks a type. Its strings need not outlive the call.
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
		if made.bare != nil {
			made.bare = &o.rest
		}
		return made
	}
	o.kinds[t] = made
	return made
}

// NotChecked counts, by "apiVersion Kind", the objects so far of types that the target has no data
// about.
func (c *Checker) NotChecked() map[string]int {
	return c.counts(func(k *kind) bool { return k.unchecked })
}

// FieldsNotChecked counts, by "apiVersion Kind", the objects so far of kinds whose fields the
// target does not have.
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
		if k.bare != nil {
			count(strings.TrimSpace(t.apiVersion+" "+t.kind), k.bare)
		}
	}
	count("others", &c.others.rest)
	return out
}

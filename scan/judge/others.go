package judge

import (
	"strings"
	"sync"
)

// others are the types that objects have and nobody knows: custom resources, and
// slips of the pen. Each is judged once.
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

// kind judges a type, whose strings need not outlive the call.
func (o *others) kind(j *Judge, t typeMeta) *kind {
	o.mu.RLock()
	k := o.kinds[t]
	o.mu.RUnlock()
	if k != nil {
		return k
	}
	t = typeMeta{strings.Clone(t.apiVersion), strings.Clone(t.kind)}
	made := j.judgeKind(t, nil)
	o.mu.Lock()
	defer o.mu.Unlock()
	if k := o.kinds[t]; k != nil {
		return k
	}
	if len(o.kinds) >= maxOthers || len(t.apiVersion)+len(t.kind) > maxOtherName {
		if made.unjudged {
			return &o.rest
		}
		return made
	}
	o.kinds[t] = made
	return made
}

// NotJudged counts, by "apiVersion Kind", the objects so far that the target
// says nothing of.
func (j *Judge) NotJudged() map[string]int {
	return j.counts(func(k *kind) bool { return k.unjudged })
}

// FieldsNotChecked counts, by "apiVersion Kind", the objects so far whose kind the target
// has without its fields.
func (j *Judge) FieldsNotChecked() map[string]int {
	return j.counts(func(k *kind) bool { return k.fieldless })
}

func (j *Judge) counts(of func(*kind) bool) map[string]int {
	out := map[string]int{}
	count := func(name string, k *kind) {
		if n := int(k.objects.Load()); n > 0 && of(k) {
			out[name] += n
		}
	}
	for t, k := range j.kinds {
		count(strings.TrimSpace(t.apiVersion+" "+t.kind), k)
	}
	j.others.mu.RLock()
	defer j.others.mu.RUnlock()
	for t, k := range j.others.kinds {
		count(strings.TrimSpace(t.apiVersion+" "+t.kind), k)
	}
	count("others", &j.others.rest)
	return out
}

// Package pattern decides whether all texts that match some patterns and lengths also match another
// pattern. The API server matches patterns of schemas like Go's regexp, anywhere in the text
// (k8s.io/kube-openapi/pkg/validation/validate, Pattern). The package must not import any package
// of this module.
package pattern

import (
	"regexp/syntax"
	"slices"
	"strconv"
	"unicode"
)

// Answer is the result of a question about patterns.
type Answer int

// The answers.
const (
	// Unknown: a pattern cannot be compiled, has word boundaries, or needs too many states or steps.
	Unknown Answer = iota
	Yes
	No
)

// maxStates is the maximum number of states of the product of both automata.
const maxStates = 10000

// maxWork is the maximum number of threads that a search visits. Published definitions need at most
// 60,000.
const maxWork = 1_000_000

// Texts is a set of texts: those that match all patterns and whose length in runes is within the
// bounds. A Max below 0 means that there is no maximum.
type Texts struct {
	Patterns []string
	Min, Max int
}

// Within reports whether every text of a set is in another set.
func (t Texts) Within(other Texts) Answer {
	s := search{min: t.Min, max: t.Max, otherMin: other.Min, otherMax: other.Max}
	for _, list := range []struct {
		patterns []string
		to       *[]*machine
	}{{t.Patterns, &s.given}, {other.Patterns, &s.wanted}} {
		for _, p := range list.patterns {
			m := compile(p)
			if m == nil {
				return Unknown
			}
			*list.to = append(*list.to, m)
		}
	}
	if other.Min == 0 && other.Max < 0 {
		short := s
		short.min, short.max = 0, -1
		if short.run() == Yes {
			return Yes // the search without lengths has far fewer states
		}
	}
	return s.run()
}

// machine is the compiled program of a pattern.
type machine struct {
	prog   *syntax.Prog
	start  uint32
	bounds []rune
	// steps caches the states by previous state and rune.
	steps map[step]state
	// work counts the threads that were visited.
	work int
}

type step struct {
	key string
	r   rune
}

// maxProgram is the maximum number of instructions of a pattern.
const maxProgram = 10000

func compile(p string) *machine {
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > maxProgram {
		return nil
	}
	m := &machine{prog: prog, start: uint32(prog.Start), steps: map[step]state{}} //nolint:gosec // at most maxProgram
	for i := range prog.Inst {
		if !m.classes(&prog.Inst[i]) {
			return nil
		}
	}
	return m
}

// classes adds the runes at which an instruction starts or stops to match. It returns false for an
// instruction that depends on more than the next rune.
func (m *machine) classes(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstEmptyWidth:
		return assertion(in)&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary|syntax.EmptyBeginLine|syntax.EmptyEndLine) == 0
	case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		m.bounds = append(m.bounds, '\n', '\n'+1)
	case syntax.InstRune1, syntax.InstRune:
		if len(in.Rune) == 1 {
			first := in.Rune[0]
			m.bounds = append(m.bounds, first, first+1)
			if in.Arg&uint32(syntax.FoldCase) != 0 {
				for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
					m.bounds = append(m.bounds, r, r+1)
				}
			}
			return true
		}
		for i := 0; i+1 < len(in.Rune); i += 2 {
			m.bounds = append(m.bounds, in.Rune[i], in.Rune[i+1]+1)
		}
	default:
	}
	return true
}

// assertion returns what an instruction requires of the place between two runes.
func assertion(in *syntax.Inst) syntax.EmptyOp {
	return syntax.EmptyOp(in.Arg) //nolint:gosec // the compiler of patterns set it
}

// state is the threads of a program, sorted, before the assertions about what follows. matched is
// the final state: one match anywhere is enough.
type state struct {
	threads []uint32
	matched bool
	key     string
}

// follow adds the threads that a thread reaches without a rune. starts and ends report that the
// text starts or ends here.
func (m *machine) follow(pc uint32, starts, ends bool, seen map[uint32]bool) (match bool) {
	if seen[pc] {
		return false
	}
	seen[pc] = true
	m.work++
	in := &m.prog.Inst[pc]
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		left := m.follow(in.Out, starts, ends, seen)
		return m.follow(in.Arg, starts, ends, seen) || left
	case syntax.InstCapture, syntax.InstNop:
		return m.follow(in.Out, starts, ends, seen)
	case syntax.InstEmptyWidth:
		op := assertion(in)
		if op&syntax.EmptyBeginText != 0 && !starts || op&syntax.EmptyEndText != 0 && !ends {
			return false
		}
		return m.follow(in.Out, starts, ends, seen)
	default:
		return in.Op == syntax.InstMatch
	}
}

// state closes threads. A thread that waits for the end of the text stays.
func (m *machine) state(from []uint32, starts bool) state {
	seen := map[uint32]bool{}
	for _, pc := range from {
		if m.follow(pc, starts, false, seen) {
			return state{matched: true, key: "+"}
		}
	}
	s := state{}
	for pc := range seen {
		switch in := &m.prog.Inst[pc]; in.Op {
		case syntax.InstEmptyWidth:
			if starts || assertion(in)&syntax.EmptyBeginText == 0 {
				s.threads = append(s.threads, pc)
			}
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			s.threads = append(s.threads, pc)
		default:
		}
	}
	slices.Sort(s.threads)
	var key []byte
	if starts {
		key = append(key, '^') // assertions of the start still apply
	}
	for _, pc := range s.threads {
		key = append(strconv.AppendUint(key, uint64(pc), 10), ' ')
	}
	s.key = string(key)
	return s
}

// next returns the state after a rune.
func (m *machine) next(s state, r rune) state {
	m.work += 1 + len(s.threads)
	if s.matched {
		return s
	}
	at := step{s.key, r}
	if known, ok := m.steps[at]; ok {
		return known
	}
	to := []uint32{m.start} // a match can begin anywhere
	for _, pc := range s.threads {
		if in := &m.prog.Inst[pc]; in.Op != syntax.InstEmptyWidth && in.MatchRune(r) {
			to = append(to, in.Out)
		}
	}
	m.steps[at] = m.state(to, false)
	return m.steps[at]
}

// accepts reports whether a text that ends here matches.
func (m *machine) accepts(s state, starts bool) bool {
	if s.matched {
		return true
	}
	seen := map[uint32]bool{}
	for _, pc := range s.threads {
		if m.follow(pc, starts, true, seen) {
			return true
		}
	}
	return false
}

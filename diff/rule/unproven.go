package rule

// tooLong is what a message adds if a change breaks only because a proof was not finished.
const tooLong = "; not proven: the comparison with the old rules and keywords takes too long"

// attempt runs a proof that a change breaks nothing. If the proof fails because it takes too long, it
// returns what the message adds.
func (f Field) attempt(proof func() bool) (ok bool, reason string) {
	before := f.cut()
	if ok = proof(); !ok && f.cut() > before {
		reason = tooLong
	}
	return ok, reason
}

// cut returns how many proofs of the comparison were not finished.
func (f Field) cut() int {
	if f.Surfaces.Effort == nil {
		return 0
	}
	return f.Surfaces.Effort.Cut()
}

// shorten notes that a proof is not finished, because it takes too long.
func (f Field) shorten() {
	if f.Surfaces.Effort != nil {
		f.Surfaces.Effort.Shorten()
	}
}

// unproven adds to a message why a change that is reported as breaking is not proven to break nothing.
func (c Change) unproven(reason string) Change {
	if c.Severity != Info {
		c.Message += reason
	}
	return c
}

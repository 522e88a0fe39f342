package rule

import (
	"cmp"
	"strconv"
	"strings"
)

func constraintTightened(f Field) []Change {
	return f.constraintChanges(f.severity(f.enforced(Breaking, Risky), f.enforced(Risky, Info)), true)
}

func constraintLoosened(f Field) []Change {
	return f.constraintChanges(f.severity(Info, Risky), false)
}

// becauseOf names what changed below a keyword that stays the same: a place that it names, or a
// default. Formats and list types below a keyword do not change its meaning.
func (f Field) becauseOf(b bound) string {
	for _, m := range movesOf(f.Old, f.New, "self", "") {
		if !m.onlyRules && (b.keyword == "maxProperties" || strings.Contains(b.new, strconv.Quote(m.name))) {
			return m.text
		}
	}
	return defaultBelow
}

// constraintChanges returns a change for each bound that may reject a value, or else for each that
// does not.
func (f Field) constraintChanges(severity Severity, tighter bool) (changes []Change) {
	for _, b := range f.bounds() {
		if (b.verdict != takes) != tighter {
			continue
		}
		message := "has " + b.keyword + " " + cmp.Or(b.new, "none") + ", had " + cmp.Or(b.old, "none")
		switch {
		case b.old == b.new:
			message = "has " + b.keyword + " " + b.new + "; " + f.becauseOf(b)
		case b.verdict == perhaps && b.old != "":
			message += "; it could be looser"
		}
		c := f.change(severity, message).unproven(b.reason)
		if severity == Risky && !tighter && f.takesNoMore(b) {
			c.Severity = Info
		}
		if b.keyword == "nullable" {
			c = f.nullChange(c, severity, message, tighter)
		}
		c.Old, c.New, c.Keyword, c.Detail = b.old, b.new, b.keyword, b.keyword
		changes = append(changes, c)
	}
	return changes
}

// nullChange adds to a change of nullable what becomes of null in a property.
func (f Field) nullChange(c Change, severity Severity, message string, tighter bool) Change {
	switch {
	case f.replacesNull():
		return f.change(severity, message+"; null is replaced by the default "+f.New.Default)
	case f.New.Nullable && tighter:
		return f.change(severity, message+"; null was dropped or replaced by the default, and is now rejected, because no enum accepts null")
	case f.New.Nullable && f.Enforced && f.Property != "" && defaulted(f.Old) && defaulted(f.New) && !enumRefusesNull(f.New):
		return f.change(f.severity(Risky, Info), message+"; null is kept, and was replaced by the default")
	default:
		return c
	}
}

// takesNoMore reports that the new side's other keywords reject what only the old value of a keyword
// rejected.
func (f Field) takesNoMore(b bound) bool {
	f.Old, f.New, b.old, b.new = f.New, f.Old, b.new, b.old
	v := f.verdict(b)
	return v == takes || v == equal
}

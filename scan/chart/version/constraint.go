package version

import (
	"fmt"
	"regexp"
	"strings"
)

// Constraint is what a version is held against: ">=1.19-0 <1.25 || ^2".
type Constraint struct {
	// any of them, each all of its terms
	or [][]term
}

// term is one comparison.
type term struct {
	op  string
	con *Version
	// what the constraint leaves open: "1.x" has a dirty patch and minor
	anyMajor, anyMinor, anyPatch bool
}

func (t *term) dirty() bool { return t.anyMajor || t.anyMinor || t.anyPatch }

const (
	numberPattern = `v?[0-9xX*]+(?:\.[0-9xX*]+)?(?:\.[0-9xX*]+)?(?:-[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*)?(?:\+[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*)?`
	opPattern     = `(?:!=|>=|=>|<=|=<|~>|=|>|<|~|\^)?`
)

// The forms of constraints.
var (
	rangeForm = regexp.MustCompile(`\s*(` + numberPattern + `)\s+-\s+(` + numberPattern + `)\s*`)
	andForm   = regexp.MustCompile(`^\s*` + opPattern + `\s*` + numberPattern + `\s*(?:(?:\s+|,\s*)` + opPattern + `\s*` + numberPattern + `\s*)*$`)
	termForm  = regexp.MustCompile(`(` + opPattern + `)\s*(` + numberPattern + `)`)
	partsForm = regexp.MustCompile(`^v?([0-9xX*]+)(?:\.([0-9xX*]+))?(?:\.([0-9xX*]+))?(-[0-9A-Za-z\-.]+)?(?:\+.*)?$`)
)

// ParseConstraint reads a constraint.
func ParseConstraint(s string) (*Constraint, error) {
	if len(s) > maxText {
		return nil, fmt.Errorf("a constraint of %d bytes is no constraint", len(s))
	}
	c := &Constraint{}
	for part := range strings.SplitSeq(rangeForm.ReplaceAllString(s, ">=$1, <=$2 "), "||") {
		if strings.TrimSpace(part) == "" {
			c.or = append(c.or, []term{{con: &Version{}, anyMajor: true}})
			continue
		}
		if !andForm.MatchString(part) {
			return nil, fmt.Errorf("improper constraint: %s", s)
		}
		var and []term
		for _, m := range termForm.FindAllStringSubmatch(part, -1) {
			t, err := parseTerm(m[1], m[2])
			if err != nil {
				return nil, fmt.Errorf("improper constraint: %s", s)
			}
			and = append(and, t)
		}
		c.or = append(c.or, and)
	}
	return c, nil
}

func parseTerm(op, number string) (term, error) {
	t := term{op: op}
	m := partsForm.FindStringSubmatch(number)
	if m == nil {
		return t, fmt.Errorf("%q is no version", number)
	}
	open := func(part string) bool { return part == "" || part == "x" || part == "X" || part == "*" }
	text := "0.0.0"
	switch {
	case open(m[1]):
		t.anyMajor = true
	case open(m[2]):
		t.anyMinor = true
		text = m[1] + ".0.0"
	case open(m[3]):
		t.anyPatch = true
		text = m[1] + "." + m[2] + ".0"
	default:
		text = m[1] + "." + m[2] + "." + m[3]
	}
	con, err := Parse(text + m[4])
	t.con = con
	return t, err
}

// Check reports whether the version meets the constraint.
func (c *Constraint) Check(v *Version) bool {
	for _, and := range c.or {
		met := true
		for i := range and {
			met = met && and[i].check(v)
		}
		if met {
			return true
		}
	}
	return false
}

func (t *term) check(v *Version) bool {
	// Who does not ask for prereleases does not get them, whatever the operator.
	if v.prerelease != "" && t.con.prerelease == "" && (t.op != "!=" || t.dirty()) {
		return false
	}
	switch t.op {
	case "!=":
		return t.differs(v)
	case ">":
		return t.after(v)
	case "<":
		return v.Compare(t.con) < 0
	case ">=", "=>":
		return v.Compare(t.con) >= 0
	case "<=", "=<":
		return t.upTo(v)
	case "~", "~>":
		return t.tilde(v)
	case "^":
		return t.caret(v)
	default:
		if t.dirty() {
			return t.tilde(v)
		}
		return v.Equal(t.con)
	}
}

// within: the version is one of those that a partial constraint names.
func (t *term) within(v *Version) bool {
	return v.major == t.con.major && (t.anyMinor || v.minor == t.con.minor)
}

func (t *term) differs(v *Version) bool {
	if !t.dirty() {
		return !v.Equal(t.con)
	}
	if t.anyPatch && t.within(v) && (v.prerelease != "" || t.con.prerelease != "") {
		return comparePrerelease(v.prerelease, t.con.prerelease) != 0
	}
	if t.anyMajor {
		return !v.Equal(t.con)
	}
	return !t.within(v)
}

// after: ">11" is 12 and later, ">11.1" 11.2 and later.
func (t *term) after(v *Version) bool {
	switch {
	case !t.dirty() || v.major != t.con.major:
		return v.Compare(t.con) > 0
	case t.anyMinor:
		return false
	case t.anyPatch:
		return v.minor > t.con.minor
	default:
		return v.Compare(t.con) > 0
	}
}

// upTo: "<=11" is all of 11.
func (t *term) upTo(v *Version) bool {
	if !t.dirty() {
		return v.Compare(t.con) <= 0
	}
	return v.major < t.con.major || v.major == t.con.major && (t.anyMinor || v.minor <= t.con.minor)
}

// tilde: patches of the same minor; "~1" all of 1.
func (t *term) tilde(v *Version) bool {
	if v.Compare(t.con) < 0 {
		return false
	}
	// ~0.0.0 is a special case where all are accepted, as * is.
	if t.con.major == 0 && t.con.minor == 0 && t.con.patch == 0 && !t.anyMinor && !t.anyPatch {
		return true
	}
	return v.major == t.con.major && (v.minor == t.con.minor || t.anyMinor)
}

// caret: what does not change the leftmost number that is not zero.
func (t *term) caret(v *Version) bool {
	if v.Compare(t.con) < 0 {
		return false
	}
	switch {
	case t.con.major > 0 || t.anyMinor:
		return v.major == t.con.major
	case v.major != 0:
		return false
	case t.con.minor > 0 || t.anyPatch:
		return v.minor == t.con.minor
	default:
		return v.minor == 0 && v.patch == t.con.patch
	}
}

package reader

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// plainKind returns the kind of a plain scalar in yaml.v3. The additional booleans of YAML 1.1 are
// booleans too, as in kubectl.
func plainKind(s string) tree.Kind {
	if s == "" {
		return tree.Null
	}
	switch c := s[0]; {
	case c >= '0' && c <= '9', c == '+', c == '-':
		if number(s) {
			return tree.Number
		}
	case c == '.':
		if isDotNumber(s) {
			return tree.Number
		}
	case len(s) <= 5 && words[c]:
		return word(s)
	}
	return tree.String
}

// words are the first letters of the words for null and booleans.
var words = [256]bool{ //nolint:gochecknoglobals // a constant
	'~': true, 'n': true, 'N': true, 't': true, 'T': true, 'f': true, 'F': true, 'y': true, 'Y': true, 'o': true, 'O': true,
}

func word(s string) tree.Kind {
	switch s {
	case "~", "null", "Null", "NULL":
		return tree.Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return tree.Bool
	default:
		if truthWord(s) {
			return tree.Bool
		}
		return tree.String
	}
}

// truthWord reports whether a text is one of the additional booleans of YAML 1.1.
func truthWord(s string) bool {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return true
	default:
		return false
	}
}

// The classes of bytes in numbers.
const (
	digit = 1 << iota
	inNumber
	inNone
)

// bytesOf has the class of each byte. Numbers of yaml.v3 can have another base, a sign or an
// exponent, or be infinite.
var bytesOf = func() (kinds [256]uint8) { //nolint:gochecknoglobals // a constant
	for c := range kinds {
		switch {
		case c >= '0' && c <= '9':
			kinds[c] = digit
		case strings.IndexByte("abcdefABCDEFxXoO_.+-iInN", byte(c)) >= 0:
			kinds[c] = inNumber
		default:
			kinds[c] = inNone
		}
	}
	return kinds
}()

// number reports whether yaml.v3 (its function resolve) reads a text as a number. The text begins
// with a sign or a digit.
func number(s string) bool {
	var kinds uint8
	for i := range len(s) {
		kinds |= bytesOf[s[i]]
	}
	switch {
	case kinds&inNone != 0:
		return false
	case kinds == digit && len(s) < 18 && (s[0] != '0' || len(s) == 1):
		return true
	default:
		return slowNumber(s)
	}
}

func slowNumber(s string) bool {
	switch s {
	case "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF":
		return true
	}
	plain := strings.ReplaceAll(s, "_", "")
	if isInt(plain, 0) {
		return true
	}
	if float.MatchString(plain) {
		if _, err := strconv.ParseFloat(plain, 64); err == nil {
			return true
		}
	}
	for prefix, base := range map[string]int{"0b": 2, "0o": 8} {
		if digits, ok := strings.CutPrefix(plain, prefix); ok && isInt(digits, base) {
			return true
		}
		if digits, ok := strings.CutPrefix(plain, "-"+prefix); ok {
			_, err := strconv.ParseInt("-"+digits, base, 64)
			return err == nil
		}
	}
	return false
}

var float = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

func isInt(s string, base int) bool {
	if _, err := strconv.ParseInt(s, base, 64); err == nil {
		return true
	}
	_, err := strconv.ParseUint(s, base, 64)
	return err == nil
}

// isDotNumber is number for a text that begins with a dot.
func isDotNumber(s string) bool {
	switch s {
	case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF":
		return true
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

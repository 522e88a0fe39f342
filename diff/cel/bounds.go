package cel

import (
	"strconv"
	"strings"
)

// narrowed returns a number with the bounds from the assumptions about it.
func (p *prover) narrowed(v symbol) symbol {
	if v.kind != opaque || !v.sure {
		return v
	}
	step := 0.0
	if v.whole {
		step = 1
	}
	p.left -= len(p.assumed) / 4
	for name, yes := range p.assumed {
		op, arguments, _ := strings.Cut(name, "(")
		arguments, ok := strings.CutSuffix(arguments, ")")
		if !ok || op != "<" && op != "<=" && op != "constant ==" {
			continue
		}
		if text, ok := strings.CutPrefix(arguments, v.title()+", "); ok {
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				v.below(op, n, yes, step)
			}
		} else if text, ok := strings.CutSuffix(arguments, ", "+v.title()); ok && op != "constant ==" {
			opposite := "<" // n <= v is the opposite of v < n
			if op == "<" {
				opposite = "<="
			}
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				v.below(opposite, n, !yes, step)
			}
		}
	}
	return v
}

// below applies the assumption that the value is (or is not) below a number, or equal to it.
func (v *symbol) below(op string, n float64, yes bool, step float64) {
	switch {
	case op == "constant ==" && yes:
		v.least, v.greatest = n, n
	case op == "constant ==":
	case op == "<" && yes:
		v.greatest = min(v.greatest, n-step)
	case yes:
		v.greatest = min(v.greatest, n)
	case op == "<":
		v.least = max(v.least, n)
	default:
		v.least = max(v.least, n+step)
	}
}

package main_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// mayGrow is how far a number may differ from the recorded one, in percent.
const mayGrow = 5

// budget is a line of budget.txt; -1 is a dash.
type budget struct {
	name            string
	recorded, limit int
}

func parseBudgets(text string) (map[string]budget, error) {
	all := map[string]budget{}
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("budget.txt:%d: a line is a name, what is recorded, and the limit", i+1)
		}
		b := budget{name: fields[0], recorded: -1, limit: -1}
		for to, field := range map[*int]string{&b.recorded: fields[1], &b.limit: fields[2]} {
			if field == "-" {
				continue
			}
			n, err := strconv.Atoi(field)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("budget.txt:%d: %q is no number", i+1, field)
			}
			*to = n
		}
		if b.recorded < 0 && b.limit < 0 {
			return nil, fmt.Errorf("budget.txt:%d: %s has neither a number that is recorded nor a limit", i+1, b.name)
		}
		if _, twice := all[b.name]; twice {
			return nil, fmt.Errorf("budget.txt:%d: %s is there twice", i+1, b.name)
		}
		all[b.name] = b
	}
	return all, nil
}

// check returns what is wrong with a number, and what to do.
func (b budget) check(is int) (complaints []string) {
	if b.limit >= 0 && is > b.limit {
		complaints = append(complaints, fmt.Sprintf(
			"%s is %d, over its limit of %d: make it smaller; the limit is the design's (`go version -m` and `go tool nm -size -sort size` tell what is in a binary, GODEBUG=inittrace=1 what starts)",
			b.name, is, b.limit))
	}
	switch {
	case b.recorded < 0:
	case is*100 > b.recorded*(100+mayGrow):
		complaints = append(complaints, fmt.Sprintf("%s is %d, %s over the %d of budget.txt: find what grew, or, if it is worth that, record %d there",
			b.name, is, percent(is, b.recorded), b.recorded, is))
	case is*100 < b.recorded*(100-mayGrow):
		complaints = append(complaints, fmt.Sprintf("%s is %d, %s under the %d of budget.txt: record %d there, so that growth is seen from where it is now",
			b.name, is, percent(b.recorded, is), b.recorded, is))
	}
	return complaints
}

func percent(more, less int) string {
	if less == 0 {
		return "far"
	}
	return fmt.Sprintf("%.1f %%", float64(more-less)*100/float64(less))
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		recorded, limit, is int
		want                string
	}{
		{1000, -1, 1000, ""},
		{1000, -1, 1050, ""},
		{1000, -1, 1051, "x is 1051, 5.1 % over the 1000 of budget.txt"},
		{1000, -1, 950, ""},
		{1000, -1, 949, "x is 949, 5.4 % under the 1000"},
		{1000, 1020, 1020, ""},
		{1000, 1020, 1021, "x is 1021, over its limit of 1020"},
		{-1, 25, 26, "over its limit"},
		{-1, 25, 1, ""},
		{0, -1, 1, "far over"},
	} {
		got := strings.Join(budget{"x", c.recorded, c.limit}.check(c.is), "\n")
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("recorded %d, limit %d, is %d: %q, want %q", c.recorded, c.limit, c.is, got, c.want)
		}
	}
}

func TestParseBudgets(t *testing.T) {
	for text, want := range map[string]string{
		"a 1":                "budget.txt:1: a line is",
		"# a\n\na 1 x":       `budget.txt:3: "x" is no number`,
		"a -5 -":             `"-5" is no number`,
		"a - -":              "neither",
		"a 1 -\na 2 -":       "twice",
		"a 1 - # no remarks": "a line is",
	} {
		if _, err := parseBudgets(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

package cel

import (
	"testing"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/debug"
	celgo "github.com/google/cel-go/parser"
)

func TestSameText(t *testing.T) {
	for _, pair := range [][2]string{
		{`self.a=='x'`, ` ( self.a == "x" ) `},
		{`a && (b && c)`, `a && b && c`},
		{`a ? b : (c ? d : e)`, `a ? b : c ? d : e`},
		{`self.matches('^[^\\.]$')`, `self.matches(r"^[^\.]$")`},
		{`self.matches(r"""^a$""")`, `self.matches('^a$')`},
		{`0x10 + 1.0e0`, `16+1.0`},
		{"self.a // what\n == 1", `self.a == 1`},
		{`[1, 2,]`, `[1,2]`},
		{`(has(self.a)?1:0)+(has(self.b)?1:0)<=1`, `(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1`},
		{`"é"`, `'\u00e9'`},
		{`!(!a)`, `a`},
		{`a in [1]`, `a  in  [ 1 ]`},
	} {
		a, err := Parse(pair[0])
		if err != nil {
			t.Error(err)
			continue
		}
		b, err := Parse(pair[1])
		if err != nil {
			t.Error(err)
			continue
		}
		if a.String() != b.String() {
			t.Errorf("%s is %s, %s is %s", pair[0], a, pair[1], b)
		}
	}
}

func TestOtherText(t *testing.T) {
	for _, pair := range [][2]string{
		{`a && b || c`, `a && (b || c)`},
		{`a - (b - c)`, `a - b - c`},
		{`1`, `1.0`},
		{`1`, `1u`},
		{`"1"`, `1`},
		{`b"a"`, `"a"`},
		{`a ? b : c ? d : e`, `(a ? b : c) ? d : e`},
		{`self.a.b`, "self.`a.b`"},
		{`-a.b`, `(-a).b`},
		{`!a.b`, `!(a.b()) `},
		{`"a b"`, `"ab"`},
		{`a[?0]`, `a[0]`},
		{`a.?b`, `a.b`},
		{`f(a)`, `a.f()`},
	} {
		a, err := Parse(pair[0])
		if err != nil {
			t.Error(err)
			continue
		}
		b, err := Parse(pair[1])
		if err != nil {
			t.Error(err)
			continue
		}
		if a.String() == b.String() {
			t.Errorf("%s and %s are both %s", pair[0], pair[1], a)
		}
	}
}

func TestNoExpression(t *testing.T) {
	for _, text := range []string{"", "a &&", "a b", "(a", "'a", `"a\`, "a..b", "a[1", "1 ? 2", "#", `'\q'`, "f(a b)"} {
		if e, err := Parse(text); err == nil {
			t.Errorf("%q is %s", text, e)
		}
	}
}

// TestLikeCelGo holds the parser against cel-go's: what one reads, the other reads, and
// what is the same text here is the same syntax tree there.
func TestLikeCelGo(t *testing.T) {
	reference, err := celgo.NewParser(celgo.EnableOptionalSyntax(true), celgo.EnableIdentEscapeSyntax(true))
	if err != nil {
		t.Fatal(err)
	}
	trees := map[string]string{}
	for _, text := range []string{
		`self.a == 'x'`, `self.a=="x"`, `a||b&&c`, `a || (b && c)`, `(a || b) && c`, `!a`, `-1`, `- 1`, `-a`, `1.5e3`, `0x1f`, `1u`, `a[0]`, `a[?0]`, `a.?b`,
		`[1,2]`, `[1,2,]`, `{'a': 1}`, `{'a': 1,}`, `f(a)`, `a.f(b, c)`, `a in b`, `a ? b : c`, `a ? b : c ? d : e`, `a - b - c`, `a - (b - c)`, `a * b % c`,
		"a.`b-c`", `r'\d'`, `'\\d'`, `"""a"""`, `b'a'`, `'\x41'`, `'A'`, `'\101'`, `a <= b`, `null`, `true`, `a && b && c`, `a + b * c`, `(a + b) * c`,
		`self.all(x, x > 0)`, `a &&`, `(a`, `'a`, `a b`, `1 +`, `a.`, `f(a b)`, `#`, `a.b(`, `[1`, `{1}`, `a ? b`,
	} {
		e, err := Parse(text)
		tree, issues := reference.Parse(common.NewTextSource(text))
		if (err == nil) != (len(issues.GetErrors()) == 0) {
			t.Errorf("%s: %v, cel-go: %v", text, err, issues.GetErrors())
			continue
		}
		if err != nil {
			continue
		}
		other := debug.ToDebugString(tree.Expr())
		if was, ok := trees[e.String()]; ok && was != other {
			t.Errorf("%s is %s here, as is another expression, and in cel-go\n%s\n%s", text, e, other, was)
		}
		trees[e.String()] = other
	}
}

package cel

import "testing"

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

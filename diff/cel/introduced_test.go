package cel_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff/cel"
)

func TestIntroduced(t *testing.T) {
	for text, want := range map[string]struct {
		what  string
		minor int
	}{
		"self.a > 1 ? self.b : self.c":                            {},
		"self.all(x, x.startsWith('quantity(1)'))":                {},
		"self.a == 'ip(' // ip('1')":                              {},
		"quantity(self.a).isLessThan(quantity('1'))":              {"quantity()", 29},
		"self.?a == self.b":                                       {"optional fields and entries (?)", 29},
		"self.a[?0] == optional.none()":                           {"optional fields and entries (?)", 29},
		"oldSelf.hasValue()":                                      {"hasValue()", 29},
		"self.?a.orValue('x') == 'x'":                             {"orValue()", 29},
		"sets.contains(self.a, self.b)":                           {"sets.contains()", 30},
		"self.all(sets, sets.contains('a'))":                      {},
		"self.ip == '' || isIP(self.ip) && quantity(self.b) == x": {"isIP()", 31},
		"cidr(self.a).containsIP(self.b)":                         {"cidr()", 31},
		"ip.isCanonical(self.a)":                                  {"ip.isCanonical()", 31},
		"!format.dns1123Label().validate(self.a).hasValue()":      {"format.dns1123Label()", 32},
		"'%s is bad'.format([self.a])":                            {"format()", 30},
		"self.format == 'x' && self.semver == 1":                  {},
		"self.a.all(k, v, k == v)":                                {"all() with two variables", 33},
		"self.a.exists_one(k, v, k == v)":                         {"exists_one() with two variables", 33},
		"self.a.exists_one(k, k == 1)":                            {},
		"self.a.existsOne(k, k == 1)":                             {}, // 1.37 does not have it with one variable
		"self.a.first().orValue('') == self.a.last().orValue('')": {"first()", 33},
		"optional.unwrap(self.a) == self.b.unwrapOpt()":           {"optional.unwrap()", 33},
		"authorizer.group('').resource('pods').labelSelector('a=b').check('list').allowed()": {"labelSelector()", 32},
		"semver(self.v).major() > 1":                                 {"semver()", 34},
		"self.list.sort() == self.list && self.list.distinct() == 1": {"sort()", 35},
	} {
		e, err := cel.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if what, minor := e.Introduced(); what != want.what || minor != want.minor {
			t.Errorf("%s: %q %d, want %q %d", text, what, minor, want.what, want.minor)
		}
	}
}

package version

import "testing"

// TestCheck: the answers are those of Masterminds/semver 3.3.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		constraint, version string
		want                bool
	}{
		{">=1.19-0", "v1.30.2-gke.100", true}, {">=1.19", "v1.30.2-gke.100", false}, {">=1.19", "1.30.2", true}, {"<1.22.0-0", "1.22.0-alpha.1", false},
		{">1.19", "1.19.5", false}, {">1.19", "1.20.0", true}, {">11", "11.1.0", false}, {"<=1.21", "1.21.9", true}, {"<=1", "1.99.0", true},
		{"~1.2", "1.2.9", true}, {"~1.2", "1.3.0", false}, {"~1", "1.9.0", true}, {"^0.2.3", "0.3.0", false}, {"^1.2", "1.9.0", true}, {"^0", "0.9.0", true},
		{"1.x", "1.4.0", true}, {"*", "3.0.0", true}, {"", "3.0.0", true}, {"=1.2.3", "1.2.3+meta", true}, {"!=1.2", "1.2.7", false}, {"!=1.2", "1.3.0", true},
		{">=1.16 <1.25", "1.24.0", true}, {">=1.16, <1.25", "1.25.0", false}, {"<1.16 || >=1.25", "1.30.0", true}, {"1.2 - 1.4", "1.4.7", true}, {"1.2 - 1.4", "1.5.0", false},
		{"=>1.2", "1.2.0", true}, {"=<1.2.0", "1.2.1", false}, {"~>2.1", "2.1.3", true},
	} {
		constraint, err := ParseConstraint(c.constraint)
		if err != nil {
			t.Errorf("%q: %v", c.constraint, err)
			continue
		}
		v, err := Parse(c.version)
		if err != nil {
			t.Fatal(err)
		}
		if constraint.Check(v) != c.want {
			t.Errorf("%q of %q is not %v", c.constraint, c.version, c.want)
		}
	}
}

func TestOrder(t *testing.T) {
	list := []string{"0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "v1", "1.0.1", "1.1", "2"}
	for i := range list {
		for j := range list {
			a, errA := Parse(list[i])
			b, errB := Parse(list[j])
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if a.LessThan(b) != (i < j) || a.Equal(b) != (i == j) || a.GreaterThan(b) != (i > j) {
				t.Errorf("%s against %s", list[i], list[j])
			}
		}
	}
}

func TestInvalid(t *testing.T) {
	for _, s := range []string{"", "x", "1.2.3.4", "v", "1..2", "99999999999999999999", "-1"} {
		if v, err := Parse(s); err == nil {
			t.Errorf("%q is read as %s", s, v)
		}
	}
	for _, s := range []string{"latest", ">>1", "1.2.3.4", ">= "} {
		if _, err := ParseConstraint(s); err == nil {
			t.Errorf("%q is taken for a constraint", s)
		}
	}
}

package checker

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation"
)

// TestAmbiguous compares what older servers alone accept with the functions of API servers.
func TestAmbiguous(t *testing.T) {
	for _, value := range []string{
		"", "10.0.0.5", "010.0.0.5", "0.0.0.0", "00.0.0.0", "10.0.0.256", "10.0.0", "10.0.0.5.6", "::1", "::ffff:10.0.0.5", "::ffff:010.0.0.5", "fe80::1%eth0", "FE80:0:0::1",
		"nonsense", "${IP}", "10.0.0.5/24", "10.0.0.0/24", "010.0.0.0/24", "010.0.0.5/24", "10.0.0.0/024", "10.0.0.0/33", "10.0.0.0/0", "10.0.0.0/00", "10.0.0.5/32", "10.0.0.0/", "/24",
		"fe80::1/64", "fe80::/64", "FE80:0abc::/32", "::ffff:10.0.0.0/104", "::ffff:10.0.0.1/104", "fe80::1%eth0/64", "10.0.0.0/-1", "10.0.0.0/+8", " 10.0.0.0/8",
	} {
		older := len(validation.IsValidIPForLegacyField(nil, value, false, nil)) == 0
		now := len(validation.IsValidIPForLegacyField(nil, value, true, nil)) == 0
		if found := ambiguousAddress(value); (found != "") != (older && !now) {
			t.Errorf("%q: %q, older servers accept it: %t, newer ones: %t", value, found, older, now)
		}
		older = len(validation.IsValidCIDRForLegacyField(nil, value, false, nil)) == 0
		now = len(validation.IsValidCIDRForLegacyField(nil, value, true, nil)) == 0
		if found := ambiguousCIDR(value); (found != "") != (older && !now) {
			t.Errorf("CIDR %q: %q, older servers accept it: %t, newer ones: %t", value, found, older, now)
		}
	}
}

package validate

import (
	"cmp"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/strfmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// wanted describes a value of a format. Other formats are called by their name.
//
//nolint:gochecknoglobals // a constant
var wanted = map[string]string{
	"datetime": "a time such as 2026-01-02T15:04:05Z", "date": "a date such as 2026-01-02", "duration": "a duration such as 1h30m", "byte": "base64",
	"ipv4": "an IPv4 address", "ipv6": "an IPv6 address", "cidr": "a CIDR such as 10.0.0.0/8", "mac": "a MAC address", "uuid": "a UUID", "uri": "a URI",
	"email": "an email address", "hostname": "a host name",
}

// formatOf checks the format of a custom resource's value with the package that API servers use.
// Before 1.34 they ignore k8s-short-name and k8s-long-name (apiextensions-apiserver,
// pkg/apiserver/validation/formats.go).
func (x *check) formatOf(s *discovery.Schema, value string) (what string, valid bool) {
	format := rule.EffectiveFormat(s)
	if to := x.v.target.Release; format == "" || strings.HasPrefix(format, "k8s") && to.Known() && to.Minor < 34 {
		return "", true
	}
	return cmp.Or(wanted[format], "of the format "+s.Format), strfmt.Default.Validates(format, value)
}

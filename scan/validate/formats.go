package validate

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
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
func (x *check) formatOf(s *discovery.Schema, value string) (what string, valid bool) {
	format := x.v.formatted(s)
	if format == "" {
		return "", true
	}
	return cmp.Or(wanted[format], "of the format "+s.Format), strfmt.Default.Validates(format, value)
}

// formatted is the format that the target validates a value of a custom resource with; "" if there is
// none. Before 1.34, API servers ignore k8s-short-name and k8s-long-name (apiextensions-apiserver,
// pkg/apiserver/validation/formats.go).
func (v *Validator) formatted(s *discovery.Schema) string {
	format := rule.EffectiveFormat(s)
	if strings.HasPrefix(format, "k8s") && v.before(discovery.Release{Major: 1, Minor: 34}) {
		return ""
	}
	return format
}

// stringFormats are the formats for kin-openapi, which validates them only below anyOf, oneOf, allOf and
// not: see settle.
func stringFormats() map[string]openapi3.StringFormatValidator {
	out := map[string]openapi3.StringFormatValidator{}
	for _, format := range rule.StringFormats() {
		out[format] = openapi3.NewCallbackValidator(func(value string) error {
			if !strfmt.Default.Validates(format, value) {
				return errors.New("it is not of the format")
			}
			return nil
		})
	}
	return out
}

// before reports whether the target is of an earlier release than another.
func (v *Validator) before(r discovery.Release) bool {
	to := v.target.Release
	return to.Known() && !r.AtOrBefore(to)
}

// number checks the range of a number. Of a custom resource it also checks that the limits of the
// schema are in the range: the API server rejects every value if they are not. kin-openapi does not
// know float, takes integers beyond 64 bits for others, and does not look at limits.
func (x *check) number(node int, s *discovery.Schema, at string) {
	format, limits := rule.EffectiveFormat(s), []string{"minimum", "maximum", "multipleOf"}
	switch {
	case x.kind.byCode:
		limits = nil
	case x.v.before(rule.NumberFormats()):
		format, limits = "", nil
	}
	x.wholeLimits(node, s, at)
	spoken := cmp.Or(format, "int64")
	if n, whole := x.whole(node); whole && !rule.Fits(n, s.Type, format) {
		x.add(node, at, x.written(node), "is out of the range of "+spoken, rule.Breaking)
	}
	for _, keyword := range limits {
		limit := s.Constraint(keyword)
		if n, err := strconv.ParseFloat(limit, 64); err == nil && !rule.Fits(n, s.Type, format) {
			x.add(node, at, x.written(node), "may have no value: the "+keyword+" of its schema, "+limit+", does not fit "+spoken, rule.Breaking)
			return
		}
	}
}

// whole returns a number that has no fraction. The largest integers of 64 bits have no float64, so
// a smaller one stands for them.
func (x *check) whole(node int) (n float64, whole bool) {
	text := x.o.Tree.Nodes[node].Value
	if i, err := strconv.ParseInt(text, 0, 64); err == nil && i > 0 {
		return min(float64(i), math.Nextafter(math.MaxInt64, 0)), true
	}
	n, ok := number(text).(float64)
	return n, ok && n == math.Trunc(n)
}

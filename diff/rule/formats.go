package rule

import (
	"math"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// stringFormats are the formats of strings that an API server validates
// (apiextensions-apiserver/pkg/apiserver/validation/formats.go), except password, which accepts
// every string. API servers ignore other formats.
//
//nolint:gochecknoglobals // a constant set; Go has no constant slices.
var stringFormats = strings.Fields("bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 " +
	"creditcard ssn hexcolor rgbcolor byte date duration datetime k8sshortname k8slongname")

// StringFormats are the formats of strings that an API server validates, without dashes.
func StringFormats() []string { return slices.Clone(stringFormats) }

// noHostnames are formats of which no value is a host name (HostnamePattern of kube-openapi's
// strfmt): all have a character that host names cannot have, or only digits after the last dot.
//
//nolint:gochecknoglobals // a constant set; Go has no constant slices.
var noHostnames = strings.Fields("uri email ipv4 ipv6 cidr datetime rgbcolor")

// formatPatterns are the formats that are defined by a pattern
// (k8s.io/kube-openapi/pkg/validation/strfmt).
//
//nolint:gochecknoglobals // a constant map; Go has no constant maps.
var formatPatterns = map[string]string{
	"uuid":  `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$`,
	"uuid3": `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?3[0-9a-fA-F]{3}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$`,
	"uuid4": `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?4[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}-?[0-9a-fA-F]{12}$`,
	"uuid5": `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?5[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}-?[0-9a-fA-F]{12}$`,
}

// NumberFormats returns the first release whose API servers validate numbers, and the limits of their
// schemas, with the formats of numbers in custom resources. Servers of earlier releases ignore these
// formats (Kubernetes 1.36 notes, #136582; kube-openapi/pkg/validation/validate, numberValidator).
func NumberFormats() discovery.Release { return discovery.Release{Major: 1, Minor: 36} }

// EffectiveFormat returns the format that an API server validates in custom resources, without "-";
// "" if there is none. Every integer must fit into 64 bits, and every number is a double. Formats of
// numbers are validated from [NumberFormats] on.
func EffectiveFormat(s *discovery.Schema) string {
	switch s.Type {
	case "integer":
		if s.Format == "int32" {
			return s.Format
		}
	case "number":
		if s.Format == "float" {
			return s.Format
		}
	case "", "string":
		if format := strings.ReplaceAll(s.Format, "-", ""); slices.Contains(stringFormats, format) {
			return format
		}
	}
	return ""
}

// Fits reports whether a number fits a type and format. API servers from [NumberFormats] on reject
// every value whose schema has a minimum, maximum or multipleOf that does not fit
// (k8s.io/kube-openapi/pkg/validation/validate, IsValueValidAgainstRange).
func Fits(number float64, kind, format string) bool {
	switch {
	case kind == "integer" && format == "int32":
		return number == math.Trunc(number) && math.MinInt32 <= number && number <= math.MaxInt32
	case kind == "integer":
		return number == math.Trunc(number) && math.MinInt64 <= number && number < math.MaxInt64
	default:
		return kind != "number" || format != "float" || !math.IsInf(float64(float32(number)), 0)
	}
}

// refusesEmpty reports whether an API server rejects an empty string because of its format. All
// string formats do, but older API servers ignore k8s-short-name and k8s-long-name.
func refusesEmpty(s *discovery.Schema) bool {
	format := EffectiveFormat(s)
	return slices.Contains(stringFormats, format) && !strings.HasPrefix(format, "k8s")
}

// widerFormat reports whether every string of the format was is one of the format is.
func widerFormat(was, is string) bool {
	return is == "" || strings.HasPrefix(was, is) && (is == "uuid" || is == "isbn") || was == "k8sshortname" && is == "k8slongname"
}

package rule

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"k8s.io/kube-openapi/pkg/validation/strfmt"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldFormatChanged(f Field) []Change {
	if f.Old.Format == f.New.Format || f.Old.Ref != f.New.Ref || !f.comparesFormats() {
		return nil
	}
	was, is := f.Old.Format, f.New.Format
	severity := Risky
	switch {
	case f.Enforced:
		severity = f.formatSeverity()
	case was == "" || was == "int64" && is == "int32" || was == "double" && is == "float":
		severity = f.severity(Risky, Info)
	case is == "" || was == "int32" && is == "int64" || was == "float" && is == "double":
		severity = f.severity(Info, Risky)
	}
	return []Change{f.change(severity, "has the format "+cmp.Or(is, "none")+", had "+cmp.Or(was, "none")).between(was, is)}
}

// comparesFormats reports whether the format is of the same values on both sides. In a custom
// resource, the format of a string also applies to the strings of an integer or string, and of a
// value of any type (formatValidator of kube-openapi).
func (f Field) comparesFormats() bool {
	shift, untyped := f.typeShift(), loose(f.Old) || loose(f.New)
	if !f.Enforced || !untyped {
		return shift.same() && !untyped
	}
	was, is := EffectiveFormat(f.Old), EffectiveFormat(f.New)
	return was != is && (shift.same() || is != "" && !shift.other && slices.ContainsFunc(types(f.Old), func(t string) bool { return t == "" || t == "string" }))
}

// formatSeverity returns the severity of a change of format that the API server validates, in a
// custom resource.
func (f Field) formatSeverity() Severity {
	was, is := EffectiveFormat(f.Old), EffectiveFormat(f.New)
	switch {
	case misfit(f.New, "minimum"), misfit(f.New, "maximum"), misfit(f.New, "multipleOf"):
		return f.severity(Breaking, Risky)
	case was == is, is == "int32" && f.between(math.MinInt32, math.MaxInt32), is == "float" && f.between(-math.MaxFloat32, math.MaxFloat32),
		f.listedHaveFormat(is):
		return Info
	case widerFormat(was, is):
		return f.severity(Info, Risky)
	case is == "hostname" && was != "" && !slices.Contains(noHostnames, was):
		return Risky // many identifiers and dates are also host names
	default:
		return f.severity(Breaking, Risky)
	}
}

// listedHaveFormat reports whether the old side lists its values, and all strings among them are of a
// format of strings, which has no effect on other values.
func (f Field) listedHaveFormat(format string) bool {
	was := listed(f.Old)
	return len(was) > 0 && slices.Contains(stringFormats, format) && !slices.ContainsFunc(was, func(v string) bool {
		var text string
		isText := v[0] == '"' && json.Unmarshal([]byte(v), &text) == nil
		return isText && valid(f.Old, v) && (text == "" || !strfmt.Default.Validates(format, text))
	})
}

// between reports whether every number that the old side accepted is in a range.
func (f Field) between(least, greatest float64) bool {
	return lower.within(lower.of(f.Old), limit{value: least}) && upper.within(upper.of(f.Old), limit{value: greatest})
}

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

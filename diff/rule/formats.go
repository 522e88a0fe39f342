package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// stringFormats are those that an API server holds strings to
// (apiextensions-apiserver/pkg/apiserver/validation/formats.go), but for password, which
// any string is. Others are ignored.
//
//nolint:gochecknoglobals // a constant set; Go has no constant slices.
var stringFormats = strings.Fields("bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 " +
	"creditcard ssn hexcolor rgbcolor byte date duration datetime k8sshortname k8slongname")

// formatPatterns are the patterns of those formats that are one (k8s.io/kube-openapi/pkg/validation/strfmt).
//
//nolint:gochecknoglobals // a constant map; Go has no constant maps.
var formatPatterns = map[string]string{
	"uuid":  `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$`,
	"uuid3": `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?3[0-9a-fA-F]{3}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$`,
	"uuid4": `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?4[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}-?[0-9a-fA-F]{12}$`,
	"uuid5": `^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?5[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}-?[0-9a-fA-F]{12}$`,
}

// EffectiveFormat is the format that an API server holds a custom resource to, without "-"; "" if none.
// Every integer must fit into 64 bits, and every number is a double.
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

// refusesEmpty reports whether an API server refuses an empty string for its format. All formats
// of strings do, but older API servers ignore those of names.
func refusesEmpty(s *discovery.Schema) bool {
	format := EffectiveFormat(s)
	return slices.Contains(stringFormats, format) && !strings.HasPrefix(format, "k8s")
}

// widerFormat reports whether every string of a format is one of another.
func widerFormat(was, is string) bool {
	return is == "" || strings.HasPrefix(was, is) && (is == "uuid" || is == "isbn") || was == "k8sshortname" && is == "k8slongname"
}

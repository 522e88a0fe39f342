package rule

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-json-experiment/json"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
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
	case was == is, is == "int32" && f.numbersKeep("allOf", `[{"minimum":-2147483648},{"maximum":2147483647}]`), is == "float" && f.between(-math.MaxFloat32, math.MaxFloat32),
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

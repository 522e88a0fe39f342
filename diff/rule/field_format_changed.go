package rule

import "math"

func fieldFormatChanged() Rule {
	return Rule{
		ID: "field-format-changed", Title: "A field takes another format", Severity: Risky,
		Varies: "breaking in custom resources where an API server refuses values that it took; info where it is wider or says nothing to the server, risky if wider and only servers write it", Since: "0.1.0",
		Doc: "The type is the same, the format is not: values that were valid may be refused, or readers may meet values that do not fit. " +
			"API servers hold custom resources to the formats that they know (int32, date-time, ipv4, …) and ignore others. `old` and `new` hold the formats.",
		Example: "A CRD's release changes `spec.port` from int64 to int32.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
			if !f.Both() || f.Old.Format == f.New.Format || !f.typeShift().same() || f.Old.Ref != f.New.Ref || loose(f.Old) || loose(f.New) {
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
			c := f.change("field-format-changed", severity, "has the format "+orNoFormat(is)+", had "+orNoFormat(was))
			c.Old, c.New = was, is
			return []Change{c}
		},
	}
}

// formatSeverity judges a change of format by what an API server holds custom resources to.
func (f Field) formatSeverity() Severity {
	was, is := effectiveFormat(f.Old), effectiveFormat(f.New)
	switch {
	case misfit(f.New, "minimum"), misfit(f.New, "maximum"), misfit(f.New, "multipleOf"):
		return f.severity(Breaking, Risky)
	case was == is || is == "int32" && lowest(f.Old).within(limit{value: math.MinInt32}, -1) && highest(f.Old).within(limit{value: math.MaxInt32}, 1):
		return Info
	case widerFormat(was, is):
		return f.severity(Info, Risky)
	case is == "hostname" && was != "":
		return Risky // many identifiers and dates are names of hosts
	default:
		return f.severity(Breaking, Risky)
	}
}

func orNoFormat(format string) string {
	if format == "" {
		return "none"
	}
	return format
}

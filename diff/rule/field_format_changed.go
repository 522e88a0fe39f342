package rule

func fieldFormatChanged() Rule {
	return Rule{
		ID: "field-format-changed", Title: "A field takes another format", Severity: Risky,
		Varies: "breaking where it is narrower (int64 to int32, a format where there was none); info where it is wider, risky if only servers write it; breaking is risky in alpha versions of built-in types", Since: "0.1.0",
		Doc:     "The type is the same, the format is not: values that were valid may be refused, or readers may meet values that do not fit. `old` and `new` hold the formats.",
		Example: "A CRD's release changes `spec.port` from int64 to int32.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
			if !f.Both() || f.Old.Format == f.New.Format || !f.typeShift().same() || f.Old.Ref != f.New.Ref || loose(f.Old) || loose(f.New) {
				return nil
			}
			was, is := f.Old.Format, f.New.Format
			severity := Risky
			switch {
			case was == "" || was == "int64" && is == "int32" || was == "double" && is == "float":
				severity = f.severity(f.enforced(Breaking, Risky), Info)
			case is == "" || was == "int32" && is == "int64" || was == "float" && is == "double":
				severity = f.severity(Info, Risky)
			}
			c := f.change("field-format-changed", severity, "has the format "+orNoFormat(is)+", had "+orNoFormat(was))
			c.Old, c.New = was, is
			return []Change{c}
		},
	}
}

func orNoFormat(format string) string {
	if format == "" {
		return "none"
	}
	return format
}

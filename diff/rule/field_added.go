package rule

func fieldAdded(f Field) []Change {
	if f.Old != nil || f.NewRequired {
		return nil
	}
	message := "is new"
	if f.New.Facts.Stage != "" {
		message += " (" + string(f.New.Facts.Stage) + ")"
	}
	severity := Addition
	if f.narrowsUnknown() {
		severity = f.severity(Breaking, Risky)
		message += " with the type " + TypeText(f.New) + unknownRefused
	}
	c := f.change(severity, message)
	c.New, c.Stage = TypeText(f.New), f.New.Facts.Stage
	return []Change{c}
}

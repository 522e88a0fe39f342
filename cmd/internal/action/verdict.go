package action

// The values of the output verdict.
const (
	Pass       = "pass"
	Fail       = "fail"
	Incomplete = "incomplete"
	Error      = "error"
)

// Verdict returns the word for an exit code.
func Verdict(code int) string {
	switch code {
	case 0:
		return Pass
	case 3:
		return Fail
	case 4:
		return Incomplete
	default:
		return Error
	}
}

// Step returns the exit code of the step. With report-only, it is 0 unless the command failed.
func (in *Inputs) Step(code int) int {
	if in.ReportOnly && Verdict(code) != Error {
		return 0
	}
	return code
}

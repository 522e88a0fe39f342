package action

// The verdicts, as the output verdict has them.
const (
	Pass       = "pass"
	Fail       = "fail"
	Incomplete = "incomplete"
	Error      = "error"
)

// Verdict is the word for an exit code.
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

// Step is the exit code of the step: report-only makes success of every verdict,
// but of no error.
func (in *Inputs) Step(code int) int {
	if in.ReportOnly && Verdict(code) != Error {
		return 0
	}
	return code
}

package rehearse

import (
	"io"

	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
)

// Kind is that of the report.
const Kind = "Rehearsal"

// Report is what kubedelta rehearse found, as -o json writes it.
type Report struct {
	findings.Report `json:",inline"`
	Rehearsal       Rehearsal `json:"rehearsal"`
}

// Rehearsal is what was asked, beyond the findings.
type Rehearsal struct {
	Server Server `json:"server"`
	// Outcomes and Agreements count objects.
	Outcomes   map[rehearse.Outcome]int   `json:"outcomes"`
	Agreements map[rehearse.Agreement]int `json:"agreements"`
	// Objects are those of which there is more to say than that the server takes them, as
	// scan says.
	Objects []Object `json:"objects"`
}

// Server is who was asked.
type Server struct {
	// Version is what it says that it is.
	Version string `json:"version"`
	// Local: it was started on this machine, with programs from Assets.
	Local  bool   `json:"local"`
	Assets string `json:"assets,omitempty"`
	// Made counts what a local server was filled with, by kind; Left tells what could not
	// be made.
	Made map[string]int `json:"made,omitempty"`
	Left []string       `json:"left,omitempty"`
	// Webhooks are those with side effects, which the server calls in no dry run.
	Webhooks []string `json:"webhooks,omitempty"`
	// Stopped tells why it was not asked to the end; "" where it was.
	Stopped string `json:"stopped,omitempty"`
}

// Object is an object with the answer.
type Object struct {
	rehearse.Question `json:",inline"`
	rehearse.Answer   `json:",inline"`
	Agreement         rehearse.Agreement `json:"agreement"`
	Differ            string             `json:"differ,omitempty"`
	Changes           []rehearse.Change  `json:"changes,omitempty"`
}

// Writers are the formats of the report.
func (r *Report) Writers() format.Writers {
	all := r.Report.Writers()
	all.ValuesAndTemplate(r, format.Functions())
	return all
}

// Formats are the formats that the report has.
func Formats() []string { return (&Report{}).Writers().Names() }

// ReadJSON reads a report that -o json wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	whole := func() bool { return r.Rehearsal.Outcomes != nil && r.Rehearsal.Agreements != nil }
	if err := (findings.Reading{What: "kubedelta rehearse", Needs: "target, account, summary, findings or rehearsal", Kinds: []string{Kind}, Whole: whole}).Read(in, r, &r.Report); err != nil {
		return nil, err
	}
	r.say()
	return r, nil
}

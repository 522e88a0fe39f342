package rehearse

import (
	"io"

	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
)

// Kind is the kind of the report in JSON.
const Kind = "Rehearsal"

// Report is the result of kubedelta rehearse, as -o json writes it.
type Report struct {
	findings.Report `json:",inline"`
	Rehearsal       Rehearsal `json:"rehearsal"`
}

// Rehearsal is the results beyond the findings.
type Rehearsal struct {
	Server Server `json:"server"`
	Counts `json:",inline"`
}

// Server is the API server.
type Server struct {
	// Version is the version that it reports.
	Version string `json:"version"`
	// Local is set if it was started on this machine, with programs from Assets.
	Local  bool   `json:"local"`
	Assets string `json:"assets,omitempty"`
	// Made counts the objects that were created in a local server, by kind. Left are those that
	// could not be created.
	Made map[string]int `json:"made,omitempty"`
	Left []string       `json:"left,omitempty"`
	// Webhooks are webhooks with side effects, which the server does not call in a dry run.
	Webhooks []string `json:"webhooks,omitempty"`
	// Stopped is the reason why not all objects were sent; "" if all were.
	Stopped string `json:"stopped,omitempty"`
}

// Writers are the formats of the report.
func (r *Report) Writers() format.Writers {
	all := r.Report.Writers()
	all.ValuesAndTemplate(r, format.Functions())
	return all
}

// ReadJSON reads a report in JSON.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	whole := func() bool { return r.Rehearsal.Outcomes != nil && r.Rehearsal.Agreements != nil }
	if err := (findings.Reading{What: "kubedelta rehearse", Needs: "target, account, summary, findings or rehearsal", Kinds: []string{Kind}, Whole: whole}).Read(in, r, &r.Report); err != nil {
		return nil, err
	}
	r.say()
	return r, nil
}

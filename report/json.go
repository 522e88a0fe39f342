package report

import (
	"fmt"
	"io"

	"github.com/kubedelta/kubedelta/report/envelope"
)

// ReadJSON reads a report in JSON.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	if err := envelope.Read(in, "kubedelta", r, Kind); err != nil {
		return nil, err
	}
	if err := r.Gate.Check(); err != nil {
		return nil, err
	}
	// A report about notes can have no comparison, such as one between two patch releases.
	aboutNotes := r.Subject == SubjectNotes && r.NotesScope != nil
	if (r.Old.Name == "" || r.New.Name == "") && !aboutNotes || r.Summary.BySeverity == nil || r.Changes == nil {
		return nil, fmt.Errorf("not a complete report of kubedelta: sides, summary or changes are missing")
	}
	for i := range r.Changes {
		r.Changes[i].older()
	}
	for i := range r.Waived {
		r.Waived[i].older()
	}
	for i := range r.Unserved {
		_, _ = fmt.Sscanf(r.Unserved[i].Why, "reverted by #%d", &r.Unserved[i].RevertedBy) // reports up to 0.4.0 have it only in Why
	}
	return r, nil
}

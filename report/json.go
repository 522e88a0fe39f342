package report

import (
	"fmt"
	"io"

	"github.com/kubedelta/kubedelta/report/envelope"
)

// ReadJSON reads a report that JSON wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	if err := envelope.Read(in, "kubedelta", r, Kind); err != nil {
		return nil, err
	}
	if err := r.Gate.Check(); err != nil {
		return nil, err
	}
	// A report about notes may be without a comparison: between two patches.
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
		_, _ = fmt.Sscanf(r.Unserved[i].Why, "reverted by #%d", &r.Unserved[i].RevertedBy) // reports up to 0.4.0 have it here only
	}
	return r, nil
}

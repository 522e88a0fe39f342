package report

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// ReadJSON reads a report that JSON wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	if err := json.UnmarshalRead(in, r); err != nil {
		return nil, fmt.Errorf("not a report of kubedelta: %w", unjson.Sentence(err))
	}
	if r.APIVersion != APIVersion || r.Kind != Kind {
		return nil, fmt.Errorf("not a report of kubedelta: expected %s %s, found %q %q", APIVersion, Kind, r.APIVersion, r.Kind)
	}
	if err := r.Gate.Check(); err != nil {
		return nil, err
	}
	// A report about notes may be without a comparison: between two patches.
	aboutNotes := r.Subject == SubjectNotes && r.NotesScope != nil
	if (r.Old.Name == "" || r.New.Name == "") && !aboutNotes || r.Summary.BySeverity == nil || r.Changes == nil {
		return nil, fmt.Errorf("not a complete report of kubedelta: sides, summary or changes are missing")
	}
	return r, nil
}

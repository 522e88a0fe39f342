package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"

	"github.com/kubedelta/kubedelta/report/envelope"
)

// ReadJSON reads a report in JSON.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	if err := envelope.Read(in, "kubedelta", r, &r.Envelope, Kind); err != nil {
		return nil, err
	}
	if err := r.Gate.Check(envelope.ChangeLimits()); err != nil {
		return nil, err
	}
	// A report about notes can have no comparison, such as one between two patch releases.
	if (r.Old.Name == "" || r.New.Name == "") && !r.aboutNotes() || r.Summary.BySeverity == nil || r.Changes == nil {
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
	counts := map[rule.Severity]int{}
	for i := range r.Changes {
		counts[r.Changes[i].Severity]++
	}
	return r, envelope.CheckCounts(r.Summary.BySeverity, counts)
}

// older sets the fields that reports up to 0.4.0 have only in their messages.
func (c *Change) older() {
	gv := c.GroupVersion().String()
	for _, name := range []string{gv + " " + c.Kind, gv + " " + c.Resource, gv} {
		if c.Schema == "" && c.About == "" && gv != "" && strings.HasPrefix(c.Message, name+" ") {
			c.About = name
		}
	}
	_, said := c.Split()
	switch words := append(strings.Fields(said), "", "", ""); c.Rule {
	case rule.ResourceRemoved:
		if strings.HasPrefix(said, "is no longer served by default") {
			c.Variant = rule.ByDefault
		}
	case rule.FieldDeprecated:
		if words[0] == "mentions" {
			c.Variant = rule.Mentions
		}
	case rule.FieldAdded:
		if stage := strings.Trim(words[2], "()"); stage != words[2] {
			c.Stage = discovery.Stability(stage)
		}
	case rule.ConstraintTightened, rule.ConstraintLoosened, rule.Unclassified:
		c.Keyword = words[1]
	}
}

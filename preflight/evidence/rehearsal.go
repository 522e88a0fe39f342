package evidence

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/rehearse"
)

// Rehearsal is what an API server answered about the cluster's objects in dry runs (kubedelta
// rehearse).
type Rehearsal struct {
	// On is the server as the user named it, Version what it reports.
	On, Version string
	Release     discovery.Release
	// Outcomes counts the objects by outcome.
	Outcomes map[rehearse.Outcome]int
	// Results are the answers other than that the server accepts the object.
	Results []rehearse.Result
	// Unread is what was to be sent and could not be read.
	Unread []Gap
	// Left describes, in sentences, what could not be created in a server that was started.
	Left []string
}

// Answered returns the number of objects that the server answered for.
func (r *Rehearsal) Answered() int {
	return r.Outcomes[rehearse.Taken] + r.Outcomes[rehearse.Warned] + r.Outcomes[rehearse.Refused]
}

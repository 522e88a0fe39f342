package evidence

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/rehearse"
)

// Rehearsal is what an API server said of the cluster's objects when it was asked with dry
// runs (kubedelta rehearse).
type Rehearsal struct {
	// On is the server as the user named it, Version what it says that it is.
	On, Version string
	Release     discovery.Release
	// Outcomes counts the objects.
	Outcomes map[rehearse.Outcome]int
	// Results are the answers that say more than that the server takes the object.
	Results []rehearse.Result
	// Unread is what was to be asked about and could not be read.
	Unread []Gap
	// Left is what could not be made in a server that was started, a sentence each.
	Left []string
}

// Answered counts the objects that the server answered for.
func (r *Rehearsal) Answered() int {
	return r.Outcomes[rehearse.Taken] + r.Outcomes[rehearse.Warned] + r.Outcomes[rehearse.Refused]
}

package usage

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/usage/totals"
)

// enough is the number of events from which a log contains all regular requests of a cluster.
const enough = 1000

// Omissions returns what the log does not record, as sentences. It finds this from the requests
// that every cluster has all the time, by the API server, controllers, nodes and their leases, and
// that are not in the log.
func (r *Result) Omissions() (list []string) {
	t := r.Totals
	if t.Events() == 0 {
		return nil
	}
	list = append(list, r.Lacks...)
	list = append(list, r.bodies()...)
	stages := t.Stages()
	complete, started := stages["ResponseComplete"]+stages["Panic"], stages["ResponseStarted"]+stages["RequestReceived"]
	if complete == 0 && stages["other"] == 0 {
		list = append(list, "Completed requests (the stage ResponseComplete) are not recorded: whether requests were refused is unknown")
	}
	if complete > 0 && started == 0 {
		list = append(list, "A watch is recorded only when it ends (the stages RequestReceived and ResponseStarted are omitted)")
	}
	return append(list, r.unseen()...)
}

func (r *Result) bodies() (list []string) {
	switch t := r.Totals; {
	case t.Bodies == 0:
		return []string{"Bodies of requests are not recorded (the level is Metadata): versions and fields inside objects are unknown"}
	case r.Engine != "":
		return []string{"Bodies of requests are in the logs, but the query does not read them: versions and fields inside objects are unknown"}
	case t.BodiesChecked+t.BodiesNotChecked == 0:
		return []string{"Bodies of requests that write objects are not checked: versions and fields inside objects are unknown"}
	}
	list = append(list, fmt.Sprintf("The fields of objects are checked in the bodies of create, update and patch requests (%s); the versions of objects inside requests are not checked", rule.Count(r.BodiesChecked, "event")))
	if r.BodiesNotChecked > 0 {
		list = append(list, fmt.Sprintf("The fields of objects in %s are not checked: JSON patches, and kinds whose fields the target does not have", rule.Count(r.BodiesNotChecked, "event")))
	}
	return list
}

// unseen returns the omissions because of which a caller may be missing.
func (r *Result) unseen() []string {
	t := r.Totals
	events := t.Events()
	if events == 0 {
		return nil
	}
	var list phrase.Parts
	classes := t.Classes()
	list.Add(t.Reads == 0 && t.Writes > 0, "Requests that only read (get, list, watch) are not recorded: clients that only read a removed API are not found")
	list.Add(t.Writes == 0 && t.Reads > 0, "Requests that write (create, update, patch, delete) are not recorded")
	none := 0
	for _, a := range r.Accounts {
		if a.Checked == 0 && a.Failed == "" && r.Engine == "" {
			none++
		}
	}
	list.Add(none > 0, fmt.Sprintf("There is no audit event in %d of %s", none, rule.Count(len(r.Accounts), "file")))
	list.Add(t.Untimed > 0, "Some events have no time")
	if events < enough {
		return append(list, "The log is short: callers that are not active all the time may be missing")
	}
	for _, c := range []struct {
		class totals.Class
		text  string
	}{
		{totals.ControlPlane, "Requests of the control plane are not recorded"},
		{totals.Node, "Requests of nodes (system:node:…) are not recorded"},
		{totals.ServiceAccount, "Requests of service accounts are not recorded: workloads that call a removed API are not found"},
		{totals.Person, "Requests of users that are not service accounts are not recorded: people and CI jobs that call a removed API are not found"},
	} {
		list.Add(classes[string(c.class)] == 0, c.text)
	}
	for _, every := range []struct{ group, resource string }{{"coordination.k8s.io", "leases"}, {"", "events"}, {"", "nodes"}, {"", "configmaps"}} {
		seen := t.Resource(every.group, every.resource)
		if every.resource == "events" {
			more := t.Resource("events.k8s.io", "events")
			seen.Reads, seen.Writes = seen.Reads+more.Reads, seen.Writes+more.Writes
		}
		list.Add(seen.Reads+seen.Writes == 0, "Requests for "+every.resource+", which every cluster receives all the time, are not recorded: the policy leaves out some resources")
	}
	return list
}

// Gaps returns the periods of an hour or more without an event, as start and end.
func (r *Result) Gaps() (list [][2]string) {
	const form = "2006-01-02T15"
	before := time.Time{}
	for _, text := range slices.Sorted(maps.Keys(r.Hours)) {
		hour, err := time.Parse(form, text)
		if err != nil {
			continue
		}
		if gap := hour.Sub(before); !before.IsZero() && gap > time.Hour {
			list = append(list, [2]string{before.Add(time.Hour).Format(time.RFC3339), hour.Format(time.RFC3339)})
		}
		before = hour
	}
	return list
}

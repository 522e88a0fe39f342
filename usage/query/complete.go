package query

import (
	"fmt"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// records is the part of the records of a log.
func records() part { return part{Name: Records, Keys: []string{colOutcome}} }

func (r *result) see(part string, cells map[string]string) {
	if r.engine.sparse {
		return
	}
	if r.seen[part] == nil {
		r.seen[part] = map[string]bool{}
	}
	for name := range cells {
		r.seen[part][name] = true
	}
}

// columns reports the columns that the rows of a part lack. A column that was removed or renamed
// looks like one that is empty in each row: without the column resource, no API has a caller.
func (r *result) columns() {
	for _, one := range append(parts(), records()) {
		want := one.Keys
		if one.Spans {
			want = append(want, colFirst, colLast)
		}
		for _, name := range want {
			if seen := r.seen[one.Name]; seen != nil && !seen[name] {
				r.incomplete(fmt.Sprintf("the part %q has no column %q", one.Name, name))
			}
		}
	}
}

// partial reports what an envelope says about results that are missing in it.
func (r *result) partial(o object) {
	if status, ok := o["status"].(string); ok && status != "Complete" && status != "success" {
		r.incomplete("the query has the status " + strconv.Quote(status))
	}
	if failure, found := o["error"]; found && failure != nil {
		r.incomplete(r.engine.Title + " returned an error with the result")
	}
	for _, name := range []string{"NextToken", "nextToken"} {
		if as[string](o[name]) != "" {
			r.incomplete("the result has more pages: fetch all of them")
		}
	}
	for _, warning := range slice.Map(as[[]any](o["warnings"]), text) {
		r.incomplete(r.engine.Title + " warned: " + warning)
	}
	if as[bool](o["timed_out"]) {
		r.incomplete("the search timed out")
	}
	if failed := as[float64](as[object](o["_shards"])["failed"]); failed > 0 {
		r.incomplete(fmt.Sprintf("%.0f shards could not be searched", failed))
	}
	// A remote cluster with skip_unavailable is left out, and this is no failure of the search.
	clusters := as[object](o["_clusters"])
	if n := as[float64](clusters["skipped"]) + as[float64](clusters["partial"]) + as[float64](clusters["failed"]); n > 0 {
		r.incomplete(fmt.Sprintf("%.0f clusters could not be searched", n))
	}
}

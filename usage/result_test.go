package usage_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/auditlog"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/query"
)

// names are the columns of a result.
var names = strings.Fields("part apiGroup apiVersion resource subresource namespace path verb level stage code username impersonated userAgent userGroups sourceIPs hour outcome events firstSeen lastSeen")

// keys are the keys of each part.
var keys = map[string][]string{
	"requests": strings.Fields("apiGroup apiVersion resource path verb level stage"),
	"clients":  {"username", "userAgent"},
	"hours":    {"hour"},
	"calls":    strings.Fields("apiGroup apiVersion resource subresource namespace verb stage code username impersonated userAgent userGroups sourceIPs"),
}

type row map[string]string

// rows returns the rows of an engine's result for a log, computed independently.
func rows(t *testing.T, log []byte) (list []row) {
	t.Helper()
	affected := map[string]bool{}
	for _, a := range usage.Plan(table()).APIs {
		affected[a.Group+"/"+a.Version+"/"+a.Resource] = true
	}
	type count struct {
		row
		n int
	}
	sums := map[string]*count{}
	for line := range bytes.Lines(log) {
		var e struct {
			Verb, Level, Stage, UserAgent, RequestURI, RequestReceivedTimestamp string
			User                                                                struct {
				Username string
				Groups   []string
			}
			SourceIPs      []string
			ResponseStatus struct{ Code json.Number }
			ObjectRef      struct{ Resource, Namespace, APIGroup, APIVersion, Subresource string }
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		text := func(list []string) string {
			b, err := json.Marshal(list)
			if err != nil || len(list) == 0 {
				return ""
			}
			return string(b)
		}
		o := e.ObjectRef
		event := row{
			"apiGroup": o.APIGroup, "apiVersion": o.APIVersion, "resource": o.Resource, "subresource": o.Subresource, "namespace": o.Namespace,
			"path": strings.Split(e.RequestURI, "/")[1], "verb": e.Verb, "level": e.Level, "stage": e.Stage, "code": e.ResponseStatus.Code.String(), "username": e.User.Username,
			"userAgent": e.UserAgent, "userGroups": text(e.User.Groups), "sourceIPs": text(e.SourceIPs), "hour": e.RequestReceivedTimestamp[:13],
		}
		for part, of := range keys {
			if part == "calls" && !affected[o.APIGroup+"/"+o.APIVersion+"/"+o.Resource] {
				continue
			}
			one := row{"part": part}
			for _, key := range of {
				one[key] = event[key]
			}
			id := fmt.Sprint(one)
			c := sums[id]
			if c == nil {
				c = &count{row: one}
				sums[id] = c
			}
			c.n++
			if part == "requests" || part == "calls" {
				at := e.RequestReceivedTimestamp
				if one := c.row["firstSeen"]; one == "" || at < one {
					c.row["firstSeen"] = at
				}
				c.row["lastSeen"] = max(c.row["lastSeen"], at)
			}
		}
	}
	for _, c := range sums {
		c.row["events"] = fmt.Sprint(c.n)
		list = append(list, c.row)
	}
	list = append(list, row{"part": "records", "outcome": "judged", "events": fmt.Sprint(bytes.Count(log, []byte("\n")))})
	slices.SortFunc(list, func(a, b row) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return list
}

func millis(t *testing.T, text string) int64 {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at.UnixMilli()
}

func marshalled(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// forms write rows to files in the form of each engine.
var forms = map[string]func(t *testing.T, list []row) []string{
	"duckdb csv": func(t *testing.T, list []row) []string {
		t.Helper()
		var b strings.Builder
		w := csv.NewWriter(&b)
		_ = w.Write(names)
		for _, r := range list {
			var cells []string
			for _, name := range names {
				cells = append(cells, r[name])
			}
			_ = w.Write(cells)
		}
		w.Flush()
		return []string{"\uFEFF" + b.String()}
	},
	"bigquery array": func(t *testing.T, list []row) []string { t.Helper(); return []string{marshalled(t, list)} },
	"clickhouse lines": func(t *testing.T, list []row) []string {
		t.Helper()
		var b strings.Builder
		for _, r := range list {
			b.WriteString(marshalled(t, r) + "\n")
		}
		return []string{b.String()}
	},
	"clickhouse JSON": func(t *testing.T, list []row) []string {
		t.Helper()
		return []string{marshalled(t, map[string]any{"meta": []any{map[string]string{"name": "part", "type": "String"}}, "data": list, "rows": len(list), "statistics": map[string]int{"elapsed": 1}})}
	},
	"athena ResultSet": func(t *testing.T, list []row) []string {
		t.Helper()
		cell := func(text string) any { return map[string]string{"VarCharValue": text} }
		var head []any
		for _, name := range names {
			head = append(head, cell(strings.ToLower(name)))
		}
		all := []any{map[string]any{"Data": head}}
		for _, r := range list {
			var cells []any
			for _, name := range names {
				cells = append(cells, cell(r[name]))
			}
			all = append(all, map[string]any{"Data": cells})
		}
		return []string{marshalled(t, map[string]any{"ResultSet": map[string]any{"Rows": all}, "UpdateCount": 0})}
	},
	"loganalytics tables": func(t *testing.T, list []row) []string {
		t.Helper()
		var columns, all []any
		for _, name := range names {
			columns = append(columns, map[string]string{"name": name, "type": "string"})
		}
		for _, r := range list {
			var cells []any
			for _, name := range names {
				cells = append(cells, r[name])
			}
			all = append(all, cells)
		}
		return []string{marshalled(t, map[string]any{"tables": []any{map[string]any{"name": "PrimaryResult", "columns": columns, "rows": all}}})}
	},
	"cloudwatch results": func(t *testing.T, list []row) []string {
		t.Helper()
		fields := map[string]string{
			"apiGroup": "objectRef.apiGroup", "apiVersion": "objectRef.apiVersion", "resource": "objectRef.resource", "subresource": "objectRef.subresource",
			"namespace": "objectRef.namespace", "code": "responseStatus.code", "username": "user.username", "impersonated": "impersonatedUser.username",
			"userGroups": "user.groups.0", "sourceIPs": "sourceIPs.0", "hour": "bin(1h)",
		}
		parts := map[string][]any{}
		for _, r := range list {
			var cells []any
			add := func(name, value string) {
				if value != "" {
					cells = append(cells, map[string]string{"field": name, "value": value})
				}
			}
			for _, name := range keys[r["part"]] {
				value := r[name]
				if list := []string{}; strings.HasPrefix(value, "[") && json.Unmarshal([]byte(value), &list) == nil {
					value = list[0]
				}
				if name == "hour" {
					value = strings.Replace(value, "T", " ", 1) + ":00:00.000"
				}
				if fields[name] != "" {
					name = fields[name]
				}
				add(name, value)
			}
			add(r["part"], r["events"])
			if r["firstSeen"] != "" {
				add("firstSeen", fmt.Sprint(millis(t, r["firstSeen"])))
				add("lastSeen", fmt.Sprint(millis(t, r["lastSeen"])))
			}
			parts[r["part"]] = append(parts[r["part"]], cells)
		}
		var files []string
		for _, name := range []string{"requests", "clients", "hours", "calls"} {
			files = append(files, marshalled(t, map[string]any{"results": parts[name], "status": "Complete", "statistics": map[string]float64{"recordsMatched": 1}}))
		}
		return files
	},
	"loki query": func(t *testing.T, list []row) []string {
		t.Helper()
		measures := map[string][]any{}
		for _, r := range list {
			for measure, value := range map[string]string{"events": r["events"], "first": r["firstSeen"], "last": r["lastSeen"]} {
				if value == "" {
					continue
				}
				if measure != "events" {
					value = strconv.FormatFloat(float64(millis(t, value)/1000), 'e', -1, 64)
				}
				metric := map[string]string{"audit_part": r["part"], "audit_measure": measure}
				for _, name := range keys[r["part"]] {
					if r[name] != "" {
						metric["audit_"+name] = r[name]
					}
				}
				id := r["part"] + measure
				measures[id] = append(measures[id], map[string]any{"metric": metric, "value": []any{1767323045.1, value}})
			}
		}
		var files []string
		for i, id := range []string{"requestsevents", "requestsfirst", "requestslast", "clientsevents", "hoursevents", "callsevents", "callsfirst", "callslast"} {
			if i%2 == 0 {
				files = append(files, marshalled(t, measures[id])) // logcli
				continue
			}
			files = append(files, marshalled(t, map[string]any{"status": "success", "data": map[string]any{"resultType": "vector", "result": measures[id], "stats": map[string]any{}}}))
		}
		return files
	},
	"elasticsearch search": func(t *testing.T, list []row) []string {
		t.Helper()
		buckets := map[string][]any{}
		for _, r := range list {
			key := map[string]any{}
			for _, name := range keys[r["part"]] {
				key[name] = nil
				if value := r[name]; value != "" {
					key[name] = value
					if texts := []string{}; strings.HasPrefix(value, "[") && json.Unmarshal([]byte(value), &texts) == nil {
						key[name] = strings.Join(texts, "\n")
					}
				}
				if name == "hour" {
					key[name] = millis(t, r[name]+":00:00Z")
				}
			}
			b := map[string]any{"key": key, "doc_count": json.Number(r["events"])}
			if r["firstSeen"] != "" {
				b["firstSeen"] = map[string]any{"value": millis(t, r["firstSeen"]), "value_as_string": r["firstSeen"]}
				b["lastSeen"] = map[string]any{"value": millis(t, r["lastSeen"])}
			}
			buckets[r["part"]] = append(buckets[r["part"]], b)
		}
		var responses []any
		for _, name := range []string{"requests", "clients", "hours", "calls"} {
			responses = append(responses, map[string]any{"took": 1, "timed_out": false, "_shards": map[string]int{"total": 1, "failed": 0}, "hits": map[string]any{"hits": []any{}},
				"aggregations": map[string]any{name: map[string]any{"after_key": map[string]any{}, "buckets": buckets[name]}}})
		}
		return []string{marshalled(t, map[string]any{"responses": responses[:2]}), marshalled(t, responses[2]) + marshalled(t, responses[3])}
	},
}

func fromResults(t *testing.T, name string, texts []string) *usage.Result {
	t.Helper()
	engine, known := query.Find(name)
	if !known {
		t.Fatalf("there is no engine %s", name)
	}
	var files []usage.File
	for i, text := range texts {
		files = append(files, usage.File{Name: fmt.Sprint(i), In: strings.NewReader(text)})
	}
	r, err := usage.FromResults(t.Context(), files, engine, table(), server)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestResults checks that the report of a result, in each form of each engine, is that of the log.
func TestResults(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	made, err := auditlog.Generate(&log, auditlog.Options{Seed: 5, Requests: 3000, AllStages: true, Bodies: 7, Envelope: auditlog.Envelopes()[0]})
	if err != nil {
		t.Fatal(err)
	}
	local, list := examine(t, bytes.NewReader(log.Bytes())), rows(t, log.Bytes())
	engines := map[string]bool{}
	for name, form := range forms {
		engine, _, _ := strings.Cut(name, " ")
		engines[engine] = true
		r := fromResults(t, engine, form(t, list))
		for _, a := range r.Accounts {
			if a.Failed != "" {
				t.Fatalf("%s: %s", name, a.Failed)
			}
		}
		if len(r.Incomplete) > 0 {
			t.Errorf("%s: %q", name, r.Incomplete)
		}
		if diff := cmp.Diff(made.Truth, truth(r)); diff != "" {
			t.Errorf("%s: another truth:\n%s", name, diff)
		}
		summary := func(r *usage.Result) []any {
			var calls []any
			for _, c := range r.Calls() {
				sources := c.Sources.List
				calls = append(calls, c.API.Name(), c.Subresource, c.User, c.First, c.Last, c.Refused(), sources, c.Namespaces)
			}
			var clients []any
			for _, c := range r.Clients() {
				clients = append(clients, c.Agent.String(), c.Events, c.Users)
			}
			return []any{calls, clients, r.Levels(), r.Stages(), r.Classes(), r.Reads, r.Writes, r.Discovery, r.Others, r.Bodies, r.First, r.Last, r.Hours, r.Unchecked(), r.Resource("policy", "podsecuritypolicies"), r.Counts.Events}
		}
		if diff := cmp.Diff(summary(local), summary(r)); diff != "" {
			t.Errorf("%s: another sum:\n%s", name, diff)
		}
		addsUp(t, r)
	}
	for _, name := range query.Names() {
		if !engines[name] {
			t.Errorf("%s: no result of it is read", name)
		}
	}
}

// TestDoubts checks that a result with a missing or truncated part is reported as incomplete, so
// that no API looks unused by mistake.
func TestDoubts(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	if _, err := auditlog.Generate(&log, auditlog.Options{Seed: 5, Requests: 500, Envelope: auditlog.Envelopes()[0]}); err != nil {
		t.Fatal(err)
	}
	list := rows(t, log.Bytes())
	without := func(leave func(r row) bool) []row { return slices.DeleteFunc(slices.Clone(list), leave) }
	csvOf := func(list []row) string { return forms["duckdb csv"](t, list)[0] }
	// other replaces a cell of each row.
	other := func(name, value string) (out []row) {
		for _, r := range list {
			r = maps.Clone(r)
			if r[name] != "" {
				r[name] = value
			}
			out = append(out, r)
		}
		return out
	}
	// renamed changes the name of a column.
	renamed := func(name string) string { return strings.Replace(csvOf(list), ","+name+",", ",x,", 1) }
	for name, c := range map[string]struct{ text, want string }{
		"whole":        {csvOf(list), ""},
		"no callers":   {csvOf(without(func(r row) bool { return r["part"] == "calls" })), "callers of 0"},
		"one less":     {csvOf(without(func(r row) bool { return r["part"] == "calls" && r["resource"] == "endpoints" })), "v1 endpoints contains"},
		"no totals":    {csvOf(without(func(r row) bool { return r["part"] == "requests" })), "results of all statements for the same period are required"},
		"no clients":   {csvOf(without(func(r row) bool { return r["part"] == "clients" })), `the part "clients" has 0 events`},
		"no records":   {csvOf(without(func(r row) bool { return r["part"] == "records" })), `the part "records" has 0 events`},
		"no resource":  {csvOf(other("resource", "")), "no event of the result is about a resource"},
		"no version":   {csvOf(other("apiVersion", "")), "events are about a resource and have no version"},
		"column 1":     {renamed("resource"), `the part "requests" has no column "resource"`},
		"column 2":     {renamed("apiGroup"), `the part "calls" has no column "apiGroup"`},
		"column 3":     {renamed("username"), `the part "clients" has no column "username"`},
		"column 4":     {renamed("hour"), `the part "hours" has no column "hour"`},
		"column 5":     {renamed("outcome"), `the part "records" has no column "outcome"`},
		"column 6":     {renamed("firstSeen"), `the part "calls" has no column "firstSeen"`},
		"more pages":   {`{"ResultSet":{"Rows":[]},"NextToken":"x"}`, "the result has more pages"},
		"clusters":     {`{"_clusters":{"total":3,"successful":1,"skipped":1,"partial":0,"failed":1},"aggregations":{}}`, "2 clusters could not be searched"},
		"warnings":     {`{"status":"success","warnings":["maximum number of series (500) reached"],"data":{"resultType":"vector","result":[]}}`, "warned: maximum number of series (500) reached"},
		"nothing":      {strings.Join(names, ",") + "\n", "results of all statements for the same period are required"},
		"still runs":   {`{"results":[],"status":"Running"}`, `the status "Running"`},
		"an error":     {`{"error":{"code":"PartialError"},"tables":[]}`, "returned an error"},
		"shards":       {`{"timed_out":true,"_shards":{"failed":2},"aggregations":{}}`, "2 shards could not be searched"},
		"empty":        {"", "the file is empty"},
		"other CSV":    {"a,b\n1,2\n", `the column "part" is missing`},
		"other JSON":   {`[{"a":1}]`, `the column "part" is missing`},
		"range":        {`[{"metric":{},"values":[[1,"2"]]}]`, "run the query at one time"},
		"no number":    {"part,events\ncalls,x\n", `the number of events is "x"`},
		"negative":     {"part,events\ncalls,-1\n", `the number of events is "-1"`},
		"torn":         {`[{"part":"calls",`, "not a JSON result"},
		"torn CSV":     {csvOf(list)[:2000] + "\n\"", "not valid CSV"},
		"wrong number": {`{"tables":[{"columns":[{"name":"part"}],"rows":[["calls","1"]]}]}`, "2 values for 1 columns"},
	} {
		r := fromResults(t, "duckdb", []string{c.text})
		said := strings.Join(r.Incomplete, "\n") + r.Accounts[0].Failed
		if c.want == "" && said != "" || !strings.Contains(said, c.want) {
			t.Errorf("%s: it says %q, not %q", name, said, c.want)
		}
		addsUp(t, r)
	}
}

// TestUntimed checks that events without a time are counted and reported.
func TestUntimed(t *testing.T) {
	t.Parallel()
	text := strings.Join(names, ",") + "\n"
	for _, part := range []string{"requests", "clients", "hours", "records"} {
		r := row{"part": part, "events": "2"}
		switch part {
		case "requests":
			r["apiVersion"], r["resource"] = "v1", "pods"
		case "records":
			r["outcome"] = "judged"
		}
		var cells []string
		for _, name := range names {
			cells = append(cells, r[name])
		}
		text += strings.Join(cells, ",") + "\n"
	}
	r := fromResults(t, "duckdb", []string{text})
	if r.Counts.Events != 2 || r.Untimed != 2 || len(r.Incomplete) > 0 || !slices.Contains(r.Omissions(), "Some events have no time") {
		t.Errorf("%d events, %d without a time, %q, %q", r.Counts.Events, r.Untimed, r.Incomplete, r.Omissions())
	}
}

// TestUnread checks that records that an engine could not read are counted as such: they can be events
// in envelopes, or without members.
func TestUnread(t *testing.T) {
	t.Parallel()
	r := fromResults(t, "duckdb", []string{"part,outcome,events\nrecords,unread,3\n"})
	if got := r.Counts.Unread; len(got) != 1 || got["records that the query could not read"] != 3 {
		t.Errorf("unread: %v", got)
	}
}

// TestRowLimit checks that a result with the maximum number of rows is reported as incomplete.
func TestRowLimit(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("hours,bin(1h)\n")
	for range 10_000 {
		b.WriteString("1,2026-01-02 03:00:00.000\n")
	}
	if r := fromResults(t, "cloudwatch", []string{b.String()}); !strings.Contains(strings.Join(r.Incomplete, "\n"), "rows may be missing") {
		t.Errorf("it says %q", r.Incomplete)
	}
}

// FuzzResult checks that the reader does not fail for any result, and that the counts add up.
func FuzzResult(f *testing.F) {
	f.Add("part,events,apiGroup\nrequests,3,policy\n", 0)
	f.Add(`{"results":[[{"field":"calls","value":"3"},{"field":"sourceIPs.0","value":"x"}]],"status":"Complete"}`, 3)
	f.Add(`{"ResultSet":{"Rows":[{"Data":[{"VarCharValue":"part"}]},{"Data":[{}]}]}}`, 0)
	f.Add(`{"aggregations":{"calls":{"buckets":[{"key":{"userGroups":"a\nb"},"doc_count":1,"firstSeen":{"value":1e12}}]}}}`, 5)
	f.Add(`{"tables":[{"columns":[{"name":"events"}],"rows":[[1],null]}]}`, 6)
	f.Add(`{"status":"success","data":{"result":[{"metric":{"audit_part":"records","audit_outcome":"unread"},"value":[1,"2"]}]}}`, 7)
	f.Fuzz(func(t *testing.T, text string, engine int) {
		all := query.Names()
		r := fromResults(t, all[((engine%len(all))+len(all))%len(all)], []string{text})
		addsUp(t, r)
		if a := r.Accounts[0]; a.Failed == "" && len(r.Incomplete) == 0 && r.Counts.Events == 0 {
			t.Errorf("%q has no event, and nothing is said", text)
		}
	})
}

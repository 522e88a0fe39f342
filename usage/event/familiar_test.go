package event_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/usage/event"
)

// told lists the events in some lines, and the outcome of each line.
func told(r *event.Reader, all *[]string, lines ...string) (outcomes []event.Outcome) {
	r.Each = func(e *event.Event) bool {
		*all = append(*all, fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%q|%q|%q|%v|%v|%s",
			e.Level, e.Stage, e.Verb, e.Agent, e.Time, e.Group, e.Version, e.Resource, e.Subresource, e.Namespace, e.Path, e.Username,
			e.Groups(), e.Impersonated(), e.Sources(), e.Refused(), e.Body, e.Text))
		return event.Valid(e.Text)
	}
	for _, line := range lines {
		outcomes = append(outcomes, r.Line([]byte(line)))
	}
	return outcomes
}

// reordered returns the same event with another order of members, which is not read by runs.
func reordered(line string) string {
	if rest, is := strings.CutPrefix(line, `{"kind":"Event",`); is {
		return `{ "kind":"Event",` + rest
	}
	return line
}

const (
	ofObject = `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"11111111-2222","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs?limit=1","verb":"list","user":{"username":"ci","groups":["a"]},"impersonatedUser":{"username":"as"},"sourceIPs":["10.0.0.1"],"userAgent":"kubectl/v1.20.4","objectRef":{"resource":"cronjobs","namespace":"shop","name":"web","apiGroup":"batch","apiVersion":"v1beta1"},"responseStatus":{"metadata":{},"code":403},"requestReceivedTimestamp":"2026-01-02T03:04:05.000000Z","stageTimestamp":"2026-01-02T03:04:05.100000Z","annotations":{"k8s.io/deprecated":"true"}}`
	ofPath   = `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"3","stage":"ResponseComplete","requestURI":"/apis/batch/v1?timeout=1s","verb":"get","user":{"username":"ci"},"sourceIPs":["10.0.0.1"],"userAgent":"x/y","responseStatus":{"metadata":{},"code":200},"requestReceivedTimestamp":"2026-01-02T03:04:05.000000Z","stageTimestamp":"2026-01-02T03:04:05.100000Z"}`
)

// TestFamiliar checks that an event after a similar one is read as if it were alone.
func TestFamiliar(t *testing.T) {
	lines := []string{ofObject, ofPath}
	for _, line := range []string{ofObject, ofPath} {
		for _, change := range [][2]string{
			{`"auditID":"`, `"auditID":"x\"y`}, {`"auditID":"`, `"auditID":7,"a":"`}, {`"Metadata"`, `"Request"`}, {`"Metadata"`, `"Metadata","stage":"Panic"`},
			{`"stage":"`, `"verb":"get","stage":"`}, {`"requestURI":"`, `"requestURI":"/api/v1/pods\"`}, {`"verb":"`, `"objectRef":{"resource":"pods"},"verb":"`},
			{`"username":"ci"`, `"username":"ci","extra":{"objectRef":["x"]}`}, {`"username":"ci"`, `"username":"ci\"objectRef\":"`}, {`"username":"ci"`, `"username":"ci","objectRef":{"resource":"x"}`},
			{`"apiVersion":"v1beta1"`, `"apiVersion":"batch/v1"`}, {`"name":"web"`, `"name":"w\"eb"`}, {`"name":"web"`, `"name":7`}, {`"name":"web"`, `"name":"web","uid":"1-2"`}, {`"resource":"cronjobs",`, ``},
			{`"code":403`, `"code":200`}, {`"code":403`, `"code":200,"requestReceivedTimestamp":1`}, {`"responseStatus"`, `"requestObject":{"kind":"Pod"},"responseStatus"`},
			{`"stageTimestamp"`, `"requestReceivedTimestamp":"2027-01-02T03:04:05Z","stageTimestamp"`}, {`"true"`, `"tru`}, {`"true"`, `"true"}`}, {`"annotations"`, `"Level":"x","annotations"`},
			{`}`, `]`}, {`},`, `}`}, {`":{`, `": {`}, {`Z"}`, `Z","annotations":{}}`}, {`"kind":"Event"`, `"kind":"Policy"`}, {`audit.k8s.io`, `apps`}, {`"user":{`, `"user":{{`},
		} {
			if changed := strings.Replace(line, change[0], change[1], 1); changed != line {
				lines = append(lines, changed, line)
			}
		}
		for cut := range line {
			lines = append(lines, line[:cut], line[cut:])
		}
		lines = append(lines, line+"\r", line+" ", line+line, line+","+ofPath, "["+line+"]", "x "+line, line+"}", line+"x")
	}
	together := event.NewReader(nil)
	for _, line := range lines {
		var alone, among []string
		single := event.NewReader(nil)
		want := told(single, &alone, line)
		got := told(together, &among, line)
		if diff := cmp.Diff(alone, among); diff != "" || !cmp.Equal(want, got) {
			t.Fatalf("%s: outcome %v, not %v\n%s", line, got, want, diff)
		}
		if other := reordered(line); other != line {
			var apart []string
			r := event.NewReader(nil)
			got := told(r, &apart, other)
			for i := range apart {
				apart[i] = strings.ReplaceAll(apart[i], `{ "kind"`, `{"kind"`)
			}
			if diff := cmp.Diff(alone, apart); diff != "" || !cmp.Equal(want, got) || !cmp.Equal(single.Total(), r.Total()) {
				t.Fatalf("%s: read member by member: outcome %v, not %v, %v, not %v\n%s", line, got, want, r.Total(), single.Total(), diff)
			}
		}
	}
}

// FuzzFamiliar checks that the result for a line does not depend on the lines before it.
func FuzzFamiliar(f *testing.F) {
	f.Add(ofObject, ofObject)
	f.Add(ofPath, ofObject)
	f.Add(ofObject, strings.Replace(ofObject, `"ci"`, `"objectRef"`, 1))
	f.Fuzz(func(t *testing.T, before, line string) {
		if bytes.ContainsRune([]byte(line), '\n') {
			return
		}
		var alone, among, ignored []string
		single, both := event.NewReader(nil), event.NewReader(nil)
		told(both, &ignored, before)
		want := told(single, &alone, line)
		if got := told(both, &among, line); !cmp.Equal(want, got) || !cmp.Equal(alone, among) {
			t.Errorf("%q behind %q: %v %q, not %v %q", line, before, got, among, want, alone)
		}
		if other := reordered(line); other != line {
			var apart []string
			r := event.NewReader(nil)
			told(r, &apart, other)
			for i := range apart {
				apart[i] = strings.ReplaceAll(apart[i], `{ "kind"`, `{"kind"`)
			}
			for i := range alone {
				alone[i] = strings.ReplaceAll(alone[i], `{ "kind"`, `{"kind"`)
			}
			if !cmp.Equal(alone, apart) || !cmp.Equal(single.Total(), r.Total()) {
				t.Errorf("%q member by member: %q %v, not %q %v", line, apart, r.Total(), alone, single.Total())
			}
		}
	})
}

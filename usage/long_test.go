package usage_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/auditlog"
)

// envelope returns the envelope of a name.
func envelope(t *testing.T, name string) auditlog.Envelope {
	t.Helper()
	for _, e := range auditlog.Envelopes() {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("there is no %s", name)
	return auditlog.Envelope{}
}

// TestLong checks that documents that are larger than the memory for them are read entry by entry,
// as lines or files, and that the lines around them are read.
func TestLong(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pretty list", "loki query_range"} {
		var long, lines bytes.Buffer
		made, err := auditlog.Generate(&long, auditlog.Options{Seed: 1, Bytes: 9 << 20, Bodies: 1, Envelope: envelope(t, name)})
		if err != nil {
			t.Fatal(err)
		}
		if made.Bytes <= 8<<20 {
			t.Fatalf("%s has only %d bytes", name, made.Bytes)
		}
		around, err := auditlog.Generate(&lines, auditlog.Options{Seed: 2, Requests: 50, Envelope: envelope(t, "lines")})
		if err != nil {
			t.Fatal(err)
		}
		want := auditlog.Truth{}
		for _, truth := range []auditlog.Truth{made.Truth, around.Truth} {
			for key, n := range truth {
				want[key] += n
			}
		}
		r := examine(t, io.MultiReader(&long, strings.NewReader("\n"), &lines))
		if diff := cmp.Diff(want, truth(r)); diff != "" {
			t.Errorf("%s: another truth:\n%s", name, diff)
		}
		if len(r.Unread) > 0 {
			t.Errorf("%s: unread %v", name, r.Unread)
		}
		addsUp(t, r)
	}
}

// TestLongLine checks that a line above the limit of a record is unread, that a long line with a
// list is read, and that the lines after both are read.
func TestLongLine(t *testing.T) {
	t.Parallel()
	const one = `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"ci"},"objectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"}`
	filler := strings.Repeat("x", 9<<20)
	for name, c := range map[string]struct {
		text           string
		events, unread int
	}{
		"an event":                 {one + "}\n" + one + `,"responseObject":{"a":["` + filler + `"]}}` + "\n" + one + "}\n", 2, 1},
		"words":                    {one + "}\n" + filler + "\n" + one + "}\n", 2, 1},
		"a list":                   {one + "}\n" + `{"items":[` + one + `,"responseObject":{"a":"` + filler + `"}},` + one + "}]}\n" + one + "}\n", 4, 0},
		"a list that is cut":       {`{"items":[` + one + "}," + one + `,"responseObject":{"a":"` + filler, 1, 1},
		"an event that is cut":     {one + `,"responseObject":{"a":"` + filler, 0, 1},
		"a document that is cut":   {"{\n \"items\": [\n  " + one + "},\n  " + one + "},\n", 2, 1},
		"a cut line before others": {one + ",\n" + one + "}\n" + one + "}\n", 2, 1},
	} {
		r := examine(t, strings.NewReader(c.text))
		if a := r.Accounts[0]; r.Counts.Events != c.events || a.Unread != c.unread {
			t.Errorf("%s: %d events, %d unread: %v, passed over %v", name, r.Counts.Events, a.Unread, r.Unread, r.Passed)
		}
		addsUp(t, r)
	}
}

// TestMany checks that memory does not grow with the log, whatever names it contains.
func TestMany(t *testing.T) {
	t.Parallel()
	const callers = 22_000
	log := func(from, to int) io.Reader {
		var b bytes.Buffer
		for i := from; i < to; i++ {
			name := strings.Repeat("n", 10) + string(rune('a'+i%26)) + strings.Repeat("0", i%7) + string(rune('a'+i/26%26)) + string(rune('a'+i/676%26)) + string(rune('a'+i/17576%26))
			b.WriteString(`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"ResponseComplete","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"list","user":{"username":"` + name + `"},"userAgent":"` + name + `/v1","objectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"}}` + "\n")
		}
		return &b
	}
	first, second := examine(t, log(0, callers)), examine(t, io.MultiReader(log(callers/2, callers), log(0, callers/2)))
	if diff := cmp.Diff(truth(first), truth(second)); diff != "" {
		t.Error("the order of the log changes who is kept")
	}
	sum, others := 0, 0
	for _, c := range first.Calls() {
		for _, v := range c.Verbs() {
			sum += v.Requests
		}
		if c.Others {
			others++
		}
	}
	if sum != callers || others != 1 || len(first.Calls()) > 20_001 || len(first.Calls()) < 5_000 {
		t.Errorf("%d requests of %d, %d callers, %d sums of others", sum, callers, len(first.Calls()), others)
	}
	if n := len(first.Clients()); n > 5_001 {
		t.Errorf("%d clients are kept", n)
	}
}

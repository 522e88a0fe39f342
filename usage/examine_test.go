package usage_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/auditlog"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/event"
)

var server = discovery.Release{Major: 1, Minor: 36}

// table returns the table of Kubernetes 1.36 from the catalog.
var table = sync.OnceValue(func() *api.Table {
	c := catalog.New()
	to, err := c.Load(context.Background(), server)
	if err != nil {
		panic(err)
	}
	lifecycles, err := c.Lifecycles()
	if err != nil {
		panic(err)
	}
	groups, err := c.Groups()
	if err != nil {
		panic(err)
	}
	all, err := api.New(checker.Target{To: to, Lifecycles: lifecycles, Groups: groups})
	if err != nil {
		panic(err)
	}
	return all
})

func examine(t testing.TB, in io.Reader, paths ...string) *usage.Result {
	t.Helper()
	if in != nil {
		paths = []string{"-"}
	}
	result, err := usage.Examine(context.Background(), paths, table(), server, usage.Options{Stdin: in, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// truth returns a result in the form of the truth of a generated log.
func truth(r *usage.Result) auditlog.Truth {
	all := auditlog.Truth{}
	for _, c := range r.Calls() {
		for _, v := range c.Verbs() {
			all[auditlog.Key{API: c.API.Name(), Subresource: c.Subresource, User: c.User, Agent: c.Agent.String(), Verb: v.Verb}] += v.Requests
		}
	}
	return all
}

// addsUp checks that the counts of a result add up.
func addsUp(t *testing.T, r *usage.Result) {
	t.Helper()
	unread := 0
	for _, a := range r.Accounts {
		if a.Records != a.Checked+a.PassedOver+a.Unread {
			t.Errorf("%s: %d records are not %d judged, %d passed over and %d unread", a.File, a.Records, a.Checked, a.PassedOver, a.Unread)
		}
		unread += a.Unread
	}
	enveloped, reasons := 0, 0
	for _, n := range r.Envelopes {
		enveloped += n
	}
	for _, n := range r.Unread {
		reasons += n
	}
	if r.Counts.Events != enveloped || r.Counts.Events != r.Totals.Events() {
		t.Errorf("%d events, %d by envelope, %d tallied", r.Counts.Events, enveloped, r.Totals.Events())
	}
	if unread > reasons {
		t.Errorf("%d unread records have %d reasons", unread, reasons)
	}
}

// TestTruth checks the callers in a log in every envelope against those that were generated.
func TestTruth(t *testing.T) {
	t.Parallel()
	for _, envelope := range auditlog.Envelopes() {
		for _, all := range []bool{false, true} {
			if all && envelope.Name[:3] == "gke" {
				continue // it has one entry for each request
			}
			var log bytes.Buffer
			made, err := auditlog.Generate(&log, auditlog.Options{Seed: 7, Requests: 250, AllStages: all, Bodies: 9, Envelope: envelope})
			if err != nil {
				t.Fatal(err)
			}
			r := examine(t, &log)
			if diff := cmp.Diff(made.Truth, truth(r)); diff != "" {
				t.Errorf("%s, all stages %v: another truth:\n%s", envelope.Name, all, diff)
			}
			if r.Counts.Events != made.Events || len(r.Unread) > 0 {
				t.Errorf("%s, all stages %v: %d events of %d, unread %v, passed over %v", envelope.Name, all, r.Counts.Events, made.Events, r.Unread, r.Passed)
			}
			if want := made.First.Format("2006-01-02T15:04:05Z"); r.First != want {
				t.Errorf("%s: it begins at %s, not %s", envelope.Name, r.First, want)
			}
			addsUp(t, r)
		}
	}
}

// TestTorn checks that each truncated line counts as unread, and that no other event is lost.
func TestTruncated(t *testing.T) {
	t.Parallel()
	for _, envelope := range auditlog.Envelopes() {
		if envelope.Document || envelope.Name == "array" {
			continue
		}
		var log bytes.Buffer
		made, err := auditlog.Generate(&log, auditlog.Options{Seed: 11, Requests: 800, Hostile: 4, Bodies: 9, Envelope: envelope})
		if err != nil {
			t.Fatal(err)
		}
		if made.Truncated < 50 || made.Strange < 50 {
			t.Fatalf("%s: only %d and %d", envelope.Name, made.Truncated, made.Strange)
		}
		r := examine(t, &log)
		if diff := cmp.Diff(made.Truth, truth(r)); diff != "" {
			t.Errorf("%s: another truth:\n%s", envelope.Name, diff)
		}
		a := r.Accounts[0]
		if a.Checked != made.Events || a.Unread != made.Truncated || a.PassedOver != made.Strange {
			t.Errorf("%s: %d judged of %d, %d unread of %d, %d passed over of %d: %v %v", envelope.Name, a.Checked, made.Events, a.Unread, made.Truncated, a.PassedOver, made.Strange, r.Unread, r.Passed)
		}
		addsUp(t, r)
	}
}

// TestNUL checks that NUL bytes in a log are reported, and that no event is lost.
func TestNUL(t *testing.T) {
	t.Parallel()
	zeros := make([]byte, 9<<20) // longer than any record
	for _, envelope := range auditlog.Envelopes() {
		var log bytes.Buffer
		made, err := auditlog.Generate(&log, auditlog.Options{Seed: 5, Requests: 100, Envelope: envelope})
		if err != nil {
			t.Fatal(err)
		}
		first, rest, _ := bytes.Cut(log.Bytes(), []byte("\n"))
		parts := [][]byte{zeros, first, []byte("\n"), rest}
		unread, runs := 0, 1
		if !envelope.Document && envelope.Name != "array" {
			// A line that was not written to its end, and the next line.
			parts, unread, runs = append(parts, first[:len(first)/2], zeros, first, []byte("\n")), 1, 2
		}
		r := examine(t, bytes.NewReader(bytes.Join(parts, nil)))
		a := r.Accounts[0]
		want := fmt.Sprintf("%d bytes are NUL, as after a crash of the node or after logrotate with copytruncate; the rest was read", runs*len(zeros))
		if a.Failed != want || a.Unread != unread {
			t.Errorf("%s: %d of %d unread, %q", envelope.Name, a.Unread, unread, a.Failed)
		}
		if runs == 1 {
			if diff := cmp.Diff(made.Truth, truth(r)); diff != "" {
				t.Errorf("%s: another truth:\n%s", envelope.Name, diff)
			}
		}
	}
	if r := examine(t, strings.NewReader("\xfe\xff\x00{\x00}\x00\n")); r.Accounts[0].Failed != "it is not text" {
		t.Errorf("UTF-16: %q", r.Accounts[0].Failed)
	}
}

// TestFiles reads a folder with rotated and compressed logs of several forms.
func TestFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := auditlog.Truth{}
	for i, envelope := range auditlog.Envelopes() {
		var log bytes.Buffer
		made, err := auditlog.Generate(&log, auditlog.Options{Seed: uint64(i), Requests: 100, Envelope: envelope})
		if err != nil {
			t.Fatal(err)
		}
		for key, n := range made.Truth {
			want[key] += n
		}
		path := filepath.Join(dir, "node", "audit.log."+string(rune('a'+i)))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, packed(t, i%3, log.Bytes()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// A path that leads to the same file, whatever its name, counts once.
	log := filepath.Join(dir, "node", "audit.log.a")
	link, folder, hard := filepath.Join(dir, "node", "current"), filepath.Join(t.TempDir(), "folder"), filepath.Join(t.TempDir(), "hard")
	for _, err := range []error{os.Symlink(log, link), os.Symlink(dir, folder), os.Link(log, hard)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, log)
	if err != nil {
		t.Fatal(err)
	}
	r := examine(t, nil, dir, log, relative, link, folder, hard)
	if diff := cmp.Diff(want, truth(r)); diff != "" {
		t.Error(diff)
	}
	if len(r.Accounts) != len(auditlog.Envelopes()) {
		t.Errorf("%d files", len(r.Accounts))
	}
	addsUp(t, r)
}

// TestFileWithoutEvents checks that files without an event are reported.
func TestFileWithoutEvents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var log bytes.Buffer
	if _, err := auditlog.Generate(&log, auditlog.Options{Requests: 10}); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"one.log": log.Bytes(), "two.log": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const want = "There is no audit event in 1 of 2 files"
	if r := examine(t, nil, dir); !slices.Contains(r.Omissions(), want) || !slices.Contains(r.Evidence().Lacks, want) {
		t.Errorf("%q and %q do not tell it", r.Omissions(), r.Evidence().Lacks)
	}
}

func packed(t *testing.T, how int, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch how {
	case 1:
		w = gzip.NewWriter(&b)
	case 2:
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	default:
		return text
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOrder checks that the sums do not depend on the order of a log or on how it is split.
func TestOrder(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	if _, err := auditlog.Generate(&log, auditlog.Options{Seed: 3, Requests: 5000, AllStages: true, Envelope: auditlog.Envelopes()[0]}); err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(log.Bytes(), []byte("\n"))
	want := truth(examine(t, bytes.NewReader(log.Bytes())))
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if diff := cmp.Diff(want, truth(examine(t, bytes.NewReader(bytes.Join(lines, nil))))); diff != "" {
		t.Error(diff)
	}
}

// TestWork checks that only relevant events are validated completely, for speed: an invalid literal
// makes a relevant event unread, and does not matter in any other event.
func TestWork(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	made, err := auditlog.Generate(&log, auditlog.Options{Seed: 5, Requests: 2000, Envelope: auditlog.Envelopes()[0]})
	if err != nil {
		t.Fatal(err)
	}
	matter := 0
	for _, n := range made.Truth {
		matter += n
	}
	invalid := bytes.ReplaceAll(log.Bytes(), []byte("}\n"), []byte(`,"x":tru}`+"\n"))
	if r := examine(t, bytes.NewReader(invalid)); r.Counts.Unread[event.BadEvent] != matter || matter == 0 || r.Counts.Events != made.Events-matter {
		t.Errorf("%v unread and %d of %d events, of which %d matter", r.Counts.Unread, r.Counts.Events, made.Events, matter)
	}
}

// TestImpersonation checks that a request of an impersonated user counts once. The API server
// writes the stage RequestReceived before impersonation, so that this event has the impersonating
// user only.
func TestImpersonation(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	event := func(verb, stage, as string) {
		if as != "" {
			as = `"impersonatedUser":{"username":"` + as + `"},`
		}
		log.WriteString(`{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"x","stage":"` + stage + `","requestURI":"/apis/batch/v1beta1/cronjobs","verb":"` + verb + `","user":{"username":"admin"},` +
			as + `"userAgent":"helm/v3","objectRef":{"resource":"cronjobs","apiGroup":"batch","apiVersion":"v1beta1"},"requestReceivedTimestamp":"2026-01-02T03:04:05.000000Z"}` + "\n")
	}
	for range 2 {
		event("list", "RequestReceived", "")
		event("list", "ResponseComplete", "ci")
	}
	event("watch", "RequestReceived", "") // it has not ended
	event("watch", "ResponseStarted", "ci")
	event("list", "RequestReceived", "")
	event("list", "ResponseComplete", "")
	event("get", "RequestReceived", "")
	event("get", "ResponseComplete", "ops")
	want := auditlog.Truth{}
	for _, k := range []struct {
		user, verb string
		n          int
	}{{"ci", "list", 2}, {"ci", "watch", 1}, {"admin", "list", 1}, {"ops", "get", 1}} {
		want[auditlog.Key{API: "batch/v1beta1 cronjobs", User: k.user, Agent: "helm v3", Verb: k.verb}] = k.n
	}
	r := examine(t, &log)
	for range 2 {
		if diff := cmp.Diff(want, truth(r)); diff != "" {
			t.Error(diff)
		}
	}
	if n := len(r.Calls()); n != 3 {
		t.Errorf("%d callers", n)
	}
}

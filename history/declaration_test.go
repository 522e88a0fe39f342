package history_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/metrics"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/history"
)

func minorOf(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// TestDeclarations checks that consecutive releases with the same declaration are one range.
func TestDeclarations(t *testing.T) {
	all := history.Declarations{}
	alpha := history.Declaration{Type: "counter", Stability: "alpha", Labels: []string{"a", "b"}}
	beta := alpha
	beta.Stability = "beta"
	old := history.Declaration{Type: "gauge", Stability: "stable", Deprecated: minorOf(24)}
	for _, add := range []struct {
		name  string
		one   history.Declaration
		minor int
	}{{"x", alpha, 23}, {"x", alpha, 23}, {"x", alpha, 24}, {"x", beta, 25}, {"x", alpha, 27}, {"y", old, 23}} {
		metrics.Add(all, add.name, add.one, minorOf(add.minor))
	}
	want := "x\t1.23\t1.24\tcounter\talpha\ta,b\t\nx\t1.25\t1.25\tcounter\tbeta\ta,b\t\nx\t1.27\t1.27\tcounter\talpha\ta,b\t\ny\t1.23\t1.23\tgauge\tstable\t\t1.24\n"
	if got := string(metrics.Format(all)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if read, err := history.ParseDeclarations(want); err != nil || !reflect.DeepEqual(read, all) {
		t.Errorf("%v, %v", read, err)
	}
	if got := all.Span(); got != (history.Span{First: minorOf(23), Last: minorOf(27)}) {
		t.Errorf("the table covers %v", got)
	}
}

// FuzzParseDeclarations checks that text is refused, or written again unchanged.
func FuzzParseDeclarations(f *testing.F) {
	f.Add("x\t1.23\t1.24\tcounter\talpha\ta,b\t\n")
	f.Add("x\t1.23\t\tcounter\t\t\t1.2\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := history.ParseDeclarations(text)
		if err != nil {
			return
		}
		once := metrics.Format(all)
		again, err := history.ParseDeclarations(string(once))
		if err != nil || !bytes.Equal(metrics.Format(again), once) {
			t.Errorf("%q is written as %q (%v)", text, once, err)
		}
	})
}

// TestMetric checks that a metric is found by its name, by that of its series, and without its
// first words, and that notes without these words are found too.
func TestMetric(t *testing.T) {
	one := []history.Declaration{{Span: history.Span{First: minorOf(23), Last: minorOf(24)}, Type: "histogram", Stability: "alpha", Deprecated: minorOf(24)}}
	tables := history.Tables{
		Metrics: history.Declarations{"scheduler_attempts": one, "a_requests_total": one, "b_requests_total": {{Span: history.Span{First: minorOf(23), Last: minorOf(25)}, Type: "counter", Stability: "beta"}}},
		Named:   history.Mentions{history.Metric: {"attempts": {{Release: "v1.23.0", PR: 1}}, "scheduler_attempts": {{Release: "v1.24.0", PR: 2}}, "requests_total": {{Release: "v1.24.0", PR: 3}}, "other": {{Release: "v1.24.0", PR: 4}}}},
	}
	for name, want := range map[string][]string{
		"scheduler_attempts": {"scheduler_attempts"}, "scheduler_attempts_bucket": {"scheduler_attempts"}, "attempts": {"scheduler_attempts"},
		"requests_total": {"a_requests_total", "b_requests_total"}, "other": {"other"}, "x_other": {"other"}, "none": nil,
	} {
		var got []string
		for _, l := range tables.Metric(name) {
			got = append(got, l.Name)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	l := tables.Metric("scheduler_attempts")[0]
	if len(l.Mentions) != 2 || l.Mentions[0].PR != 1 || l.Removed != minorOf(25) || l.Deprecated != minorOf(24) {
		t.Errorf("%+v", l)
	}
	if b := tables.Metric("b_requests_total")[0]; len(b.Mentions) != 0 || b.Removed.Known() || b.Deprecated.Known() {
		t.Errorf("%+v", b)
	}
}

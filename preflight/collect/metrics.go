package collect

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

const (
	acceptMetrics = "text/plain;version=0.0.4;q=1,text/plain;q=0.9,*/*;q=0.1"
	// maxLine is the longest line of /metrics, in bytes, maxSeries the largest number of series
	// that are kept.
	maxLine   = 64 << 10
	maxSeries = 10_000
	// maxMetrics is the largest response, in bytes. Large clusters have about 100 MB.
	maxMetrics = 1 << 30
)

func (c *collector) metrics(ctx context.Context) (p part) {
	r := evidence.Reading{What: evidence.Metrics.String(), State: evidence.Read}
	var m metrics
	broken := c.get(ctx, "/metrics", "", acceptMetrics, m.read)
	err := cmp.Or(broken, m.incomplete())
	p.Requested, p.Gates, p.Started, p.Calls = m.requested, m.gates, m.started, m.calls
	c.stored = m.stored
	r.Count = len(p.Requested) + len(p.Gates)
	if m.lost > 0 {
		r.State, r.Reason = evidence.Partial, fmt.Sprintf("%d of the required series could not be read: a label or the value is missing, or there are too many", m.lost)
	}
	emulator, _ := discovery.ParseRelease(c.surface.Emulator)
	if own := c.surface.Release; m.build.Known() && own.Known() && m.build != own && m.build != emulator {
		r.State, r.Reason = evidence.Partial, fmt.Sprintf("they are of an API server of %s, but GET /version reports %s: several API servers of different versions may be running; try again after the upgrade", m.build, own)
	}
	if m.authenticated > m.requests*mostUncounted {
		r.State, r.Reason = evidence.Partial, fmt.Sprintf("%.0f requests were authenticated, but only %.0f were counted: the counters may have been reset (DELETE /metrics), so earlier requests to deprecated APIs are unknown; run preflight again a day later", m.authenticated, m.requests)
	}
	if err != nil {
		r = failed(r, err, "get /metrics")
		if m.samples > 0 && r.State == evidence.Failed {
			r.State = evidence.Partial
			if broken != nil {
				r.Reason = "the response ended early: " + r.Reason
			}
		}
	}
	p.tell(evidence.Metrics, r)
	return p
}

// metrics is what is read from the text format of Prometheus.
type metrics struct {
	requested []evidence.Requested
	gates     []evidence.Gate
	started   time.Time
	calls     []evidence.WebhookCalls
	stored    stored
	// build is the release of the process.
	build discovery.Release
	// cgroup is the cgroup version of a kubelet's node.
	cgroup int
	// requests is the number of requests to an API server, authenticated that of those with valid
	// credentials, of which a reset of the counters does not reset the number.
	requests, authenticated float64
	// samples counts the lines with a value.
	samples int
	// lost counts the series that are needed and cannot be used.
	lost int
}

// incomplete returns an error if metrics are missing that each API server reports.
func (m *metrics) incomplete() error {
	switch {
	case m.started.IsZero():
		return errMetricsShort
	case m.requests == 0:
		return errMetricsOther
	default:
		return nil
	}
}

// mostUncounted is how many requests there are at most for each that is counted: those of aggregated
// APIs and of watches that have not ended are not.
const mostUncounted = 10

// errMetricsCut: the text ends in the middle of a line.
var errMetricsCut = errors.New("the metrics end in the middle of a line")

// errMetricsShort: the metrics are sorted by name, and the needed ones come before
// process_start_time_seconds, which every process reports (client_golang's process collector).
var errMetricsShort = errors.New("the metrics are incomplete: process_start_time_seconds is missing")

// errMetricsOther: proxies have /metrics of their own. An API server has answered requests before.
var errMetricsOther = errors.New("the metrics are not those of an API server: apiserver_request_total is missing: is there a proxy in front of the API server?")

var errNoMetrics = errors.New("the response contains no metrics: is there a proxy in front of the API server?")

// read reads line by line and skips lines that are too long, because they are not needed. If the
// last line has no line end, the text was cut off.
func (m *metrics) read(body io.Reader) error {
	lines := bufio.NewReaderSize(io.LimitReader(body, maxMetrics), maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			for errors.Is(err, bufio.ErrBufferFull) {
				line, err = lines.ReadSlice('\n')
			}
		} else if err == nil {
			m.line(bytes.TrimRight(line, " \t\r\n"))
		}
		switch {
		case err == nil:
		case m.samples == 0:
			return errNoMetrics
		case len(line) > 0:
			return errMetricsCut
		default:
			return nil // the caller that reads the body reports whether it ended early
		}
	}
}

// line reads one line. It ignores what is not in the format.
func (m *metrics) line(line []byte) {
	end := bytes.IndexAny(line, "{ \t")
	if end <= 0 || !isSample(line) {
		return
	}
	m.samples++
	// Only few of thousands of lines are needed.
	switch name := string(line[:end]); name {
	case "apiserver_request_total":
		if _, value, ok := sample(string(line[max(end, bytes.LastIndexByte(line, '}')+1):])); ok {
			m.requests += value
		}
	case "process_start_time_seconds", "authentication_attempts", "kubelet_cgroup_version", "apiserver_requested_deprecated_apis", "kubernetes_feature_enabled",
		"kubernetes_build_info", webhookRequests, webhookRejections, webhookIgnored, storageObjects, resourceObjects:
		if labels, value, ok := sample(string(line[end:])); !ok || !m.series(name, labels, value) {
			m.lost++
		}
	}
}

// isSample reports whether a line has a value, and is not a comment or something else.
func isSample(line []byte) bool {
	if c := line[0] | 0x20; (c < 'a' || c > 'z') && c != '_' && line[0] != ':' {
		return false
	}
	value := line[bytes.LastIndexAny(line, " \t")+1:]
	return len(value) > 0 && bytes.ContainsAny(value[:1], "0123456789+-.NI")
}

// series stores what a series says. It returns false if a label is missing, or if there are too many
// series.
func (m *metrics) series(name string, labels map[string]string, value float64) bool {
	switch name {
	case "process_start_time_seconds":
		m.start(value)
	case "authentication_attempts":
		if labels["result"] == "success" {
			m.authenticated += value
		}
	case "kubernetes_build_info":
		m.build, _ = discovery.ParseRelease(labels["git_version"]) // no release: it was built without one
	case "kubelet_cgroup_version":
		if value == 1 || value == 2 {
			m.cgroup = int(value)
		}
	case "apiserver_requested_deprecated_apis":
		if value == 0 {
			return true
		}
		if len(m.requested) >= maxSeries || labels["version"] == "" || labels["resource"] == "" {
			return false
		}
		removed, _ := discovery.ParseRelease(labels["removed_release"]) // "": no release is planned
		m.requested = append(m.requested, evidence.Requested{
			Group: labels["group"], Version: labels["version"], Resource: labels["resource"], Subresource: labels["subresource"],
			Removed: removed, Value: value,
		})
	case "kubernetes_feature_enabled":
		if len(m.gates) >= maxSeries || labels["name"] == "" {
			return false
		}
		m.gates = append(m.gates, evidence.Gate{Name: labels["name"], Stage: labels["stage"], Component: "kube-apiserver", Enabled: value == 1})
	case webhookRequests, webhookRejections, webhookIgnored:
		return m.call(name, labels, value)
	case storageObjects, resourceObjects:
		return m.stored.count(name, labels, value)
	}
	return true
}

// start stores when the process started: the last of several processes.
func (m *metrics) start(value float64) {
	if value <= 0 || value >= math.MaxInt32*16 {
		return
	}
	seconds, part := math.Modf(value)
	if at := time.Unix(int64(seconds), int64(part*1e9)).UTC(); at.After(m.started) {
		m.started = at
	}
}

// sample reads what follows the name: optional labels in braces, the value, and an optional
// timestamp.
func sample(text string) (labels map[string]string, value float64, ok bool) {
	labels, text = map[string]string{}, strings.TrimLeft(text, " \t")
	if strings.HasPrefix(text, "{") {
		if text, ok = readLabels(text[1:], labels); !ok {
			return nil, 0, false
		}
	}
	fields := strings.Fields(text)
	if len(fields) == 0 || len(fields) > 2 {
		return nil, 0, false
	}
	value, err := strconv.ParseFloat(fields[0], 64)
	return labels, value, err == nil && !math.IsNaN(value)
}

// readLabels reads `a="b",c="d"}` and returns the rest.
func readLabels(text string, into map[string]string) (rest string, ok bool) {
	for {
		text = strings.TrimLeft(text, " ,")
		if rest, end := strings.CutPrefix(text, "}"); end {
			return rest, true
		}
		name, after, _ := strings.Cut(text, "=")
		after = strings.TrimLeft(after, " ")
		// The escapes of the format, which are \\, \" and \n, are escapes of Go as well.
		value, err := strconv.QuotedPrefix(after)
		if err != nil || value[0] != '"' {
			return "", false
		}
		if into[strings.TrimSpace(name)], err = strconv.Unquote(value); err != nil {
			return "", false
		}
		text = after[len(value):]
	}
}

// The metrics of calls of admission webhooks (k8s.io/apiserver/pkg/admission/metrics). The first
// exists from 1.23 on. It counts a call whose client disconnected as neither an answer nor a
// failure.
const (
	webhookRequests   = "apiserver_admission_webhook_request_total"
	webhookRejections = "apiserver_admission_webhook_rejection_count"
	webhookIgnored    = "apiserver_admission_webhook_fail_open_count"
)

// call adds what a series says about the calls of a webhook.
func (m *metrics) call(name string, labels map[string]string, value float64) bool {
	if labels["name"] == "" {
		return false
	}
	answered, failed := 0.0, 0.0
	switch kind := labels["error_type"]; {
	case name == webhookRequests && labels["code"] == "200", name == webhookRejections && kind == "no_error":
		answered = value
	case name == webhookRejections && kind == "calling_webhook_error", name == webhookIgnored:
		failed = value
	default:
		return true
	}
	validating, hook := labels["type"] == "validating", labels["name"]
	i := slices.IndexFunc(m.calls, func(c evidence.WebhookCalls) bool { return c.Validating == validating && c.Hook == hook })
	if i < 0 {
		if len(m.calls) >= maxSeries {
			return false
		}
		i = len(m.calls)
		m.calls = append(m.calls, evidence.WebhookCalls{Validating: validating, Hook: hook})
	}
	m.calls[i].Answered += answered
	m.calls[i].Failed += failed
	return true
}

package check

import (
	"time"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
)

func releaseSupport() definition {
	return definition{Check: preflight.Check{
		ID: "release-support", Title: "The target is a supported release", Severity: rule.Risky, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc: "The Kubernetes project supports a minor release for about fourteen months; after its end of life there are no security fixes. The dates are those " +
			"that were published up to " + EndsOfLifeAsOf + "; of releases without a date the end of life is unknown. Vendors may support a release for longer.",
		Remedy: "Choose a target whose end of life is further away.",
	}, judge: judgeSupport}
}

func judgeSupport(in preflight.Input) (f found) {
	if in.At.IsZero() {
		f.gap("time", "the time of the reading is not known, so no date can be held against it")
		return f
	}
	if end, known := EndOfLife(answering(in)); known && end.Before(in.At) {
		f.add(ofCluster(rule.Info, "the cluster's release %s reached its end of life on %s", answering(in), end.Format(time.DateOnly)))
	}
	target := in.Target
	if !target.Known() {
		target = in.To
	}
	const soon = 90 * 24 * time.Hour
	end, known := EndOfLife(target)
	switch {
	case !target.Known():
		f.gap("target", "no target release was given")
	case !known:
		f.add(ofCluster(rule.Unknown, "the end of life of %s is not known: the dates are as of %s", target, EndsOfLifeAsOf))
	case end.Before(in.At):
		f.add(ofCluster(rule.Risky, "the target %s reached its end of life on %s: it gets no security fixes", target, end.Format(time.DateOnly)))
	case end.Sub(in.At) < soon:
		f.add(ofCluster(rule.Info, "the target %s reaches its end of life on %s", target, end.Format(time.DateOnly)))
	}
	return f
}

// EndsOfLifeAsOf is the day of the dates that EndOfLife knows.
const EndsOfLifeAsOf = "2025-03"

// EndOfLife is the day on which the Kubernetes project ended, or ends, the support
// of a release (the release tables of kube-api.ninja, drawn from
// https://kubernetes.io/releases/).
func EndOfLife(r discovery.Release) (time.Time, bool) {
	if r.Major != 1 {
		return time.Time{}, false
	}
	days := []string{
		"2015-10-26", "2016-02-23", "2016-10-23", "2016-11-01", "2017-04-21", "2017-10-01", "2017-11-23", "2018-04-04", "2018-07-12", "2018-09-29",
		"2019-02-13", "2019-05-01", "2019-07-08", "2019-10-15", "2019-12-11", "2020-05-06", "2020-09-02", "2021-01-13", "2021-06-18", "2021-10-28",
		"2022-02-28", "2022-06-28", "2022-12-08", "2023-02-28", "2023-07-28", "2023-10-28", "2024-02-28", "2024-06-28", "2024-10-28", "2025-02-28",
		"2025-06-28", "2025-10-28", "2026-02-28",
	}
	if r.Minor < 0 || r.Minor >= len(days) {
		return time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, days[r.Minor])
	return day, err == nil
}

package engine

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"time"
)

// now is the time at which every chart is rendered, so that the same chart gives
// the same bytes.
func now() time.Time { return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) }

func (r *renderer) times() template.FuncMap {
	modify := func(by string, t time.Time) time.Time {
		d, err := time.ParseDuration(by)
		if err != nil {
			return t
		}
		return t.Add(d)
	}
	mustModify := func(by string, t time.Time) (time.Time, error) {
		d, err := time.ParseDuration(by)
		return t.Add(d), err
	}
	in := func(layout string, t any, zone string) string { return moment(t).In(location(zone)).Format(layout) }
	return template.FuncMap{
		"now":              now,
		"date":             func(layout string, t any) string { return in(layout, t, "UTC") },
		"date_in_zone":     in,
		"dateInZone":       in,
		"htmlDate":         func(t any) string { return in("2006-01-02", t, "UTC") },
		"htmlDateInZone":   func(t any, zone string) string { return in("2006-01-02", t, zone) },
		"date_modify":      modify,
		"dateModify":       modify,
		"must_date_modify": mustModify,
		"mustDateModify":   mustModify,
		"toDate":           func(layout, s string) time.Time { t, _ := time.ParseInLocation(layout, s, time.UTC); return t },
		"mustToDate":       func(layout, s string) (time.Time, error) { return time.ParseInLocation(layout, s, time.UTC) },
		"unixEpoch":        func(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) },
		"ago":              func(t any) string { return now().Sub(moment(t)).Round(time.Second).String() },
		"duration":         func(v any) string { return (time.Duration(toInt64(v)) * time.Second).String() },
		"durationRound":    durationRound,

		"mustToDuration":       duration,
		"durationSeconds":      func(v any) float64 { return orZero(v).Seconds() },
		"durationMilliseconds": func(v any) int64 { return orZero(v).Milliseconds() },
		"durationMicroseconds": func(v any) int64 { return orZero(v).Microseconds() },
		"durationNanoseconds":  func(v any) int64 { return orZero(v).Nanoseconds() },
		"durationMinutes":      func(v any) float64 { return orZero(v).Minutes() },
		"durationHours":        func(v any) float64 { return orZero(v).Hours() },
		"durationDays":         func(v any) float64 { return orZero(v).Hours() / 24 },
		"durationWeeks":        func(v any) float64 { return orZero(v).Hours() / 24 / 7 },
		"durationRoundTo":      func(v, to any) time.Duration { return orZero(v).Round(orZero(to)) },
		"durationTruncateTo":   func(v, to any) time.Duration { return orZero(v).Truncate(orZero(to)) },
	}
}

// location knows UTC and fixed offsets only: the zones of the machine that scans
// are no part of the chart.
func location(zone string) *time.Location {
	if t, err := time.Parse("-07:00", zone); err == nil {
		return t.Location()
	}
	return time.UTC
}

func moment(v any) time.Time {
	switch t := v.(type) {
	case time.Time:
		return t
	case *time.Time:
		if t != nil {
			return *t
		}
	case int64:
		return time.Unix(t, 0)
	case int:
		return time.Unix(int64(t), 0)
	case int32:
		return time.Unix(int64(t), 0)
	}
	return now()
}

func orZero(v any) time.Duration {
	d, err := duration(v)
	if err != nil {
		return 0
	}
	return d
}

// duration reads "1h30m", and numbers as seconds.
func duration(v any) (time.Duration, error) {
	switch x := v.(type) {
	case time.Duration:
		return x, nil
	case string:
		x = strings.TrimSpace(x)
		if x == "" {
			return 0, errors.New("empty duration")
		}
		if d, err := time.ParseDuration(x); err == nil {
			return d, nil
		}
		if f, err := strconv.ParseFloat(x, 64); err == nil {
			return time.Duration(f * float64(time.Second)), nil
		}
		return 0, fmt.Errorf("could not parse duration %q", shorten(x))
	case nil:
		return 0, errors.New("invalid duration")
	}
	switch n := reflect.ValueOf(v); {
	case n.CanInt(), n.CanUint():
		return time.Duration(toInt64(v)) * time.Second, nil
	case n.CanFloat():
		return time.Duration(n.Float() * float64(time.Second)), nil
	default:
		return 0, fmt.Errorf("unsupported duration type %T", v)
	}
}

func durationRound(v any) string {
	var d time.Duration
	switch x := v.(type) {
	case string:
		d, _ = time.ParseDuration(x)
	case int64:
		d = time.Duration(x)
	case time.Time:
		d = now().Sub(x)
	}
	const day = 24 * time.Hour
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{365 * day, "y"}, {30 * day, "mo"}, {day, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}} {
		if d.Abs() > unit.size {
			return strconv.FormatInt(int64(d.Abs()/unit.size), 10) + unit.name
		}
	}
	return "0s"
}

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

// now returns the constant time at which every chart is rendered.
func now() time.Time { return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) }

// times returns the functions that depend on the clock or the time zone of the machine, with [now]
// and UTC, and the functions for durations that Helm adds to sprig's.
func (r *renderer) times(lib template.FuncMap) template.FuncMap {
	dateInZone := lib["dateInZone"].(func(string, any, string) string)
	round := lib["durationRound"].(func(any) string)
	const day = "2006-01-02"
	in := func(layout string, t any) string { return dateInZone(layout, moment(t), "UTC") }
	zoned := func(layout string, t any, _ string) string { return in(layout, t) }
	toDate := func(layout, s string) (time.Time, error) { return time.ParseInLocation(layout, s, time.UTC) }
	return template.FuncMap{
		"now":            now,
		"date":           in,
		"date_in_zone":   zoned,
		"dateInZone":     zoned,
		"htmlDate":       func(t any) string { return in(day, t) },
		"htmlDateInZone": func(t any, _ string) string { return in(day, t) },
		"toDate":         func(layout, s string) time.Time { t, _ := toDate(layout, s); return t },
		"mustToDate":     toDate,
		"ago":            func(t any) string { return now().Sub(moment(t)).Round(time.Second).String() },
		"durationRound": func(v any) string {
			if t, ok := v.(time.Time); ok {
				v = int64(now().Sub(t))
			}
			return round(v)
		},

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

// moment returns the time of a value; now if the value is not a time.
func moment(v any) time.Time {
	switch t := v.(type) {
	case time.Time:
		return t
	case *time.Time:
		return *t
	case int64:
		return time.Unix(t, 0)
	case int:
		return time.Unix(int64(t), 0)
	case int32:
		return time.Unix(int64(t), 0)
	default:
		return now()
	}
}

func orZero(v any) time.Duration {
	d, err := duration(v)
	if err != nil {
		return 0
	}
	return d
}

// duration parses a duration such as "1h30m". Numbers are seconds.
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
	case n.CanInt():
		return time.Duration(n.Int()) * time.Second, nil
	case n.CanUint():
		return time.Duration(n.Uint()) * time.Second, nil //nolint:gosec // wraps, as in Helm
	case n.CanFloat():
		return time.Duration(n.Float() * float64(time.Second)), nil
	default:
		return 0, fmt.Errorf("unsupported duration type %T", v)
	}
}

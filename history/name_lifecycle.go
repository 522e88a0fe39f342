package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// NameLifecycle is what is known of a flag of a component, or of a metric.
type NameLifecycle struct {
	Name string `json:"name"`
	// Declared is how releases declare a metric: what the table of metrics has.
	Declared []Declaration `json:"declared,omitempty"`
	// Component is that of a flag.
	Component string `json:"component,omitempty"`
	// Deprecated is the first release whose notes deprecate it, Removed that which does not
	// have it any more, by the table of flags, or else by the notes.
	Deprecated discovery.Release `json:"deprecated,omitzero"`
	Removed    discovery.Release `json:"removed,omitzero"`
	// ByTable: the removal was read in the release's source; else the notes say so.
	ByTable  bool      `json:"byTable,omitzero"`
	Mentions []Mention `json:"mentions"`
}

// Flag tells the lifecycles of a flag of a component, or of all components that are known to
// have it.
func (t Tables) Flag(component, flag string) (out []NameLifecycle) {
	flag = "--" + strings.TrimLeft(flag, "-")
	mentions := t.Named[Flag][flag]
	for _, c := range Components() {
		if component != "" && component != c {
			continue
		}
		l := NameLifecycle{Name: flag, Component: c, Mentions: []Mention{}}
		for _, r := range componentconfig.FlagRemovals() {
			if "--"+r.Flag == flag && slices.Contains(r.Components, c) {
				l.Removed, l.ByTable = r.Removed(), true
			}
		}
		for _, m := range mentions {
			if len(m.Components) == 0 && component != "" || slices.Contains(m.Components, c) {
				l.Mentions = append(l.Mentions, m)
			}
		}
		if l.ByTable || len(l.Mentions) > 0 {
			out = append(out, l.told())
		}
	}
	if len(out) == 0 && component == "" && len(mentions) > 0 {
		out = append(out, NameLifecycle{Name: flag, Mentions: mentions}.told())
	}
	return out
}

// Metric tells how releases declare a metric, and what notes say of it. Notes leave out the
// first words of a name, or a user does; queries name the series of a histogram.
func (t Tables) Metric(name string) (out []NameLifecycle) {
	all := t.Metrics
	for _, series := range []string{"_bucket", "_count", "_sum"} {
		if short, is := strings.CutSuffix(name, series); is && len(all[name]) == 0 && len(all[short]) > 0 {
			name = short
		}
	}
	if len(all[name]) > 0 {
		return []NameLifecycle{t.declared(name)}
	}
	for _, other := range slices.Sorted(maps.Keys(all)) {
		if strings.HasSuffix(other, "_"+name) {
			out = append(out, t.declared(other))
		}
	}
	if mentions := t.Named[Metric][name]; len(mentions) > 0 && len(out) == 0 {
		return []NameLifecycle{NameLifecycle{Name: name, Mentions: mentions}.told()}
	}
	for _, other := range t.Names(Metric) {
		if len(all[other]) == 0 && len(t.Named[Metric][other]) > 0 && (strings.HasSuffix(name, "_"+other) || len(out) == 0 && strings.HasSuffix(other, "_"+name)) {
			out = append(out, NameLifecycle{Name: other, Mentions: t.Named[Metric][other]}.told())
		}
	}
	return out
}

// declared is the lifecycle of a metric of the table. A release that does not declare it any more
// has removed it.
func (t Tables) declared(name string) NameLifecycle {
	l := NameLifecycle{Name: name, Declared: t.Metrics[name], ByTable: true, Mentions: t.mentionsOf(name)}
	last := l.Declared[len(l.Declared)-1]
	for _, d := range l.Declared {
		if d.Last.Compare(last.Last) > 0 || d.Last == last.Last && !d.Deprecated.Known() {
			last = d
		}
	}
	l.Deprecated = last.Deprecated
	if last.Last.Compare(t.Metrics.Span().Last) < 0 {
		l.Removed = discovery.Release{Major: last.Last.Major, Minor: last.Last.Minor + 1}
	}
	return l
}

// mentionsOf are the notes that name a metric, with all of its name or without the first
// words, where no other metric ends like that.
func (t Tables) mentionsOf(name string) []Mention {
	out := slices.Clone(t.Named[Metric][name])
	for _, rest, more := strings.Cut(name, "_"); more && !t.others(name, rest); _, rest, more = strings.Cut(rest, "_") {
		out = append(out, t.Named[Metric][rest]...)
	}
	slices.SortStableFunc(out, Mention.Compare)
	return out
}

// others tells whether another metric than one has a name, or ends with it.
func (t Tables) others(than, name string) bool {
	for other := range t.Metrics {
		if other != than && (other == name || strings.HasSuffix(other, "_"+name)) {
			return true
		}
	}
	return false
}

// told takes from the notes when it was deprecated and removed.
func (l NameLifecycle) told() NameLifecycle {
	for _, m := range l.Mentions {
		r, err := discovery.ParseRelease(m.Release)
		if err != nil {
			continue
		}
		if slices.Contains(m.Says, "deprecates") && !l.Deprecated.Known() {
			l.Deprecated = r
		}
		if slices.Contains(m.Says, "removes") && !l.Removed.Known() {
			l.Removed = r
		}
	}
	return l
}

// Names are the names of a sort that notes name, and of flags those of the table, too.
func (t Tables) Names(sort Sort) (names []string) {
	names = slices.Collect(maps.Keys(t.Named[sort]))
	if sort == Metric {
		names = slices.AppendSeq(names, maps.Keys(t.Metrics))
	}
	if sort == Flag {
		for _, r := range componentconfig.FlagRemovals() {
			names = append(names, "--"+r.Flag)
		}
	}
	return slice.Unique(names)
}

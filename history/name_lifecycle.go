package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// NameLifecycle is the lifecycle of a flag of a component, or of a metric.
type NameLifecycle struct {
	Name string `json:"name"`
	// Declared is how releases declare a metric, from the table of metrics.
	Declared []Declaration `json:"declared,omitempty"`
	// Component is the component of a flag, with a subcommand if notes are about that alone.
	Component string `json:"component,omitempty"`
	// Deprecated is the first release whose notes deprecate it. Removed is the first release
	// without it, from the table of flags, or else from the notes.
	Deprecated discovery.Release `json:"deprecated,omitzero"`
	Removed    discovery.Release `json:"removed,omitzero"`
	// ByTable is set if the removal was read from the source of the release, not from notes.
	ByTable  bool      `json:"byTable,omitzero"`
	Mentions []Mention `json:"mentions"`
}

// Flag returns the lifecycle of a flag of a component and of its subcommands, or of all components
// that are known to have it.
func (t Tables) Flag(component, flag string) (out []NameLifecycle) {
	flag = "--" + strings.TrimLeft(flag, "-")
	mentions := t.Named[Flag][flag]
	named := slice.Flat(mentions, func(m Mention) []string { return m.Components })
	for _, c := range slice.Unique(slices.Concat(Components(), named)) {
		if component != "" && component != c && !strings.HasPrefix(c, component+" ") {
			continue
		}
		l := NameLifecycle{Name: flag, Component: c}
		for _, r := range componentconfig.FlagRemovals() {
			if "--"+r.Flag == flag && slices.Contains(r.Components, c) {
				l.Removed, l.ByTable = r.Removed, true
			}
		}
		for _, m := range mentions {
			if len(m.Components) == 0 && component == c || slices.Contains(m.Components, c) {
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

// Metric returns the lifecycles of metrics with this name. Notes or users can leave out the first
// words of a name, and queries use the names of the series of a histogram.
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

// declared returns the lifecycle of a metric of the table. The first release that does not declare
// it has removed it.
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

// mentionsOf returns the notes that mention a metric, also without its first words if no other
// metric ends like that.
func (t Tables) mentionsOf(name string) []Mention {
	out := slices.Clone(t.Named[Metric][name])
	for _, rest, more := strings.Cut(name, "_"); more && !t.others(name, rest); _, rest, more = strings.Cut(rest, "_") {
		out = append(out, t.Named[Metric][rest]...)
	}
	slices.SortStableFunc(out, Mention.Compare)
	return out
}

// others reports whether another metric has this name, or ends with it.
func (t Tables) others(than, name string) bool {
	for other := range t.Metrics {
		if other != than && strings.HasSuffix("_"+other, "_"+name) {
			return true
		}
	}
	return false
}

// told adds the releases of deprecation and removal from the notes.
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

// Names returns the names of a sort that notes mention, and those of the tables of metrics and
// flags.
func (t Tables) Names(sort Sort) (names []string) {
	names = slices.Collect(maps.Keys(t.Named[sort]))
	if sort == Metric {
		names = slices.AppendSeq(names, maps.Keys(t.Metrics))
	}
	if sort == Flag {
		names = append(names, slice.Map(componentconfig.FlagRemovals(), func(r componentconfig.FlagRemoval) string { return "--" + r.Flag })...)
	}
	return slice.Unique(names)
}

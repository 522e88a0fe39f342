// Package explain is the command explain. The lifecycles come from the product's package history,
// and the rules from ruleset.
package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/lifecycle"
)

type options struct {
	output   option.Output
	language string
}

// New makes the command explain.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{output: option.Output{TextFirst: true}}
	cmd := &cobra.Command{
		Use:  "explain RESOURCE|FIELD|TYPE|GROUP/VERSION|RULE | [gate] NAME | [metric] NAME | flag [COMPONENT] FLAG",
		Args: arguments,
		RunE: func(_ *cobra.Command, args []string) error { return run(o, args, streams) },
	}
	option.BindLanguage(cmd.Flags(), &o.language)
	o.output.Bind(cmd.Flags(), (&lifecycle.Explanation{}).Writers().Names()...)
	return cmd
}

// arguments checks the number of arguments: "gate" and "metric" need a name, "flag" a flag with or
// without its component.
func arguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	switch history.Sort(args[0]) {
	case history.Gate, history.Metric:
		if len(args) != 2 {
			return terminal.Usagef("explain %[1]s needs the name of a %[1]s; see %[2]s --help", args[0], cmd.CommandPath())
		}
		return nil
	case history.Flag:
		if len(args) < 2 {
			return terminal.Usagef("explain flag needs a component and a flag, as in explain flag kubelet --cloud-config; see %s --help", cmd.CommandPath())
		}
		return nil
	}
	return option.AtMost(1, "one resource, field, kind or rule")(cmd, args)
}

// FlagArgument removes the dashes from a flag of another program after "explain flag", so that
// cobra does not parse it.
func FlagArgument(args []string) []string {
	i := slices.Index(args, "explain")
	if i < 0 || i+2 >= len(args) || args[i+1] != string(history.Flag) {
		return args
	}
	at := i + 2
	for at < len(args) && !strings.HasPrefix(args[at], "-") {
		at++
	}
	if at < len(args) && strings.HasPrefix(args[at], "--") && args[at] != "--help" && args[at] != "--" {
		args = slices.Clone(args)
		args[at] = strings.TrimLeft(args[at], "-")
	}
	return args
}

func run(o *options, args []string, streams terminal.Streams) error {
	if err := cmp.Or(option.CheckLanguage(o.language), o.output.Check(streams.Out)); err != nil {
		return err
	}
	writers, err := explanation(args, o.language)
	if err != nil {
		return err
	}
	return o.output.Write(streams, writers, nil)
}

func explanation(args []string, lang string) (format.Writers, error) {
	if len(args) == 0 {
		return report.RuleListWriters(rule.Registry(), lang), nil
	}
	if len(args) > 1 {
		return explainName(history.Sort(args[0]), args[1:], lang)
	}
	if r := slice.Find(ruleset.All(), func(r *rule.Rule) bool { return r.ID == args[0] }); r != nil {
		return report.RuleWriters(*r, lang), nil
	}
	cat := catalog.New()
	all, err := cat.Lifecycles()
	if err != nil {
		return nil, err
	}
	if lifecycles, err := option.SelectLifecycles(all, args); err == nil {
		return report.LifecycleWriters(lifecycles, all, cat.Newest(), lang), nil
	}
	tables, err := history.Open()
	if err != nil {
		return nil, err
	}
	e := newExplanation(tables, lang)
	for _, p := range tables.Find(args[0]) {
		if p.Field == nil {
			e.Types = append(e.Types, tables.TypeOf(p))
		} else {
			e.Fields = append(e.Fields, tables.Field(p))
		}
	}
	if len(e.Types)+len(e.Fields) == 0 {
		e.Gates = tables.Gate(args[0])
	}
	if len(e.Types)+len(e.Fields)+len(e.Gates) > 0 {
		return e.Writers(), nil
	}
	if strings.Contains(args[0], "_") { // as only metrics have
		return explainMetric(tables, args[0], e)
	}
	return nil, unknownName(tables, all, args[0])
}

// unknownName is the error for an unknown word. It names the nearest name, or the fields with that
// name, and the versions that may have a field and whose fields are not known.
func unknownName(tables history.Tables, all []discovery.ResourceLifecycle, word string) error {
	group := strings.LastIndexByte(word, '/') + 1
	kind, _, isField := strings.Cut(word[group:], ".")
	last := word[strings.LastIndexByte(word, '.')+1:]
	near, having := tables.Near(word), tables.Having(last)
	var hint string
	switch {
	case isField && near != "":
		hint = "; did you mean " + near + "?"
	case len(having) > 0:
		hint = "; fields of that name are " + rule.First(having, 5)
	default:
		ids := slice.Map(ruleset.All(), func(r rule.Rule) string { return r.ID })
		hint = option.DidYouMean(word, slices.Concat(option.ResourceNames(all), ids, tables.GateNames(), []string{near}))
	}
	if misspelled := near != "" && !strings.HasSuffix(near, "."+last); misspelled || !isField {
		return missing(word, hint)
	}
	since := "; fields are known from " + tables.First.String() + " on"
	if old := removedEarlier(tables, all, word[:group]+kind); len(old) > 0 {
		return missing(word, since+", not those of "+strings.Join(old, ", ")+hint)
	}
	return missing(word, cmp.Or(hint, since))
}

// removedEarlier returns the versions of a kind that were removed before the first release with
// fields. Those of the core group have the fields of v1.
func removedEarlier(tables history.Tables, all []discovery.ResourceLifecycle, kind string) []string {
	lifecycles, _ := option.SelectLifecycles(all, []string{kind}) // none for the name of a type
	old := slice.Filter(lifecycles, func(l discovery.ResourceLifecycle) bool { return l.Group != "" && l.Removed.AtOrBefore(tables.First) })
	return slice.Map(old, func(l discovery.ResourceLifecycle) string { return l.GroupVersion.String() })
}

func missing(word, hint string) error {
	return terminal.Usagef("no resource, field, type, gate, metric or rule is called %q%s", word, hint)
}

func newExplanation(tables history.Tables, lang string) *lifecycle.Explanation {
	return &lifecycle.Explanation{
		Envelope: envelope.New(lifecycle.KindExplanation, buildinfo.Tool()), Language: lang,
		Releases: history.Span{First: tables.First, Last: tables.Last}, GateReleases: history.Span{First: tables.Gates.Oldest, Last: tables.Gates.Newest}}
}

func explainName(sort history.Sort, names []string, lang string) (format.Writers, error) {
	tables, err := history.Open()
	if err != nil {
		return nil, err
	}
	e := newExplanation(tables, lang)
	last := names[len(names)-1]
	switch sort {
	case history.Gate:
		if e.Gates = tables.Gate(last); len(e.Gates) == 0 {
			return nil, terminal.Usagef("no release from %s to %s has a feature gate %q%s", tables.Gates.Oldest, tables.Gates.Newest, last, option.DidYouMean(last, tables.GateNames()))
		}
	case history.Metric:
		return explainMetric(tables, last, e)
	case history.Flag:
		if e.Flags, err = flagsNamed(tables, names); err != nil {
			return nil, err
		}
	}
	return e.Writers(), nil
}

func explainMetric(tables history.Tables, name string, e *lifecycle.Explanation) (format.Writers, error) {
	e.MetricReleases = tables.Metrics.Span()
	if e.Metrics = tables.Metric(name); len(e.Metrics) == 0 {
		return nil, terminal.Usagef("no release from %s to %s has a metric %q, and no release note mentions it%s", e.MetricReleases.First, e.MetricReleases.Last, name, option.DidYouMean(name, tables.Names(history.Metric)))
	}
	return e.Writers(), nil
}

func flagsNamed(tables history.Tables, names []string) ([]history.NameLifecycle, error) {
	component, flag := strings.Join(names[:len(names)-1], " "), names[len(names)-1]
	if component != "" {
		if err := option.CheckWord("the flags of "+names[0]+" are not known", names[0], history.Components()); err != nil {
			return nil, err
		}
	}
	if found := tables.Flag(component, flag); len(found) > 0 {
		return found, nil
	}
	flag = "--" + strings.TrimLeft(flag, "-")
	if others := tables.Flag("", flag); len(others) > 0 && others[0].Component != "" {
		return nil, terminal.Usagef("%s has no known flag %s; %s has this flag", component, flag, others[0].Component)
	}
	return nil, terminal.Usagef("the flag %s is not known: it may exist, because only removed flags and flags in release notes are known%s", flag, option.DidYouMean(flag, tables.Names(history.Flag)))
}

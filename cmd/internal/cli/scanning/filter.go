package scanning

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Filter has the flags of scan that narrow it.
type Filter struct {
	option.ScopeFlags
	kinds, groups []string
	severities    []string
	// objects picks objects; nil picks all. known tells of words that mean something.
	objects *scan.Filter
	known   func(word string) bool
}

// Bind adds the flags.
func (f *Filter) Bind(flags *pflag.FlagSet) {
	f.ScopeFlags.Bind(flags, "check only objects of this `namespace`, and objects without a namespace", "check the objects of all namespaces (the default); overrides --namespace",
		"check only objects that match this label `selector`, as in kubectl")
	flags.StringSliceVar(&f.kinds, "kind", nil, "check only objects of these `kinds` or resources")
	flags.StringSliceVar(&f.groups, "group", nil, "check only objects of these API `groups` (core: the core group)")
	flags.StringSliceVar(&f.severities, "severity", nil, "show only findings of these `severities`: "+option.Listed(rule.FindingSeverities()))
}

// Check refuses severities and scopes that there are not.
func (f *Filter) Check() error {
	for _, word := range f.severities {
		if !slices.Contains(rule.FindingSeverities(), rule.Severity(word)) {
			return option.NotOneOf("--severity "+word+": unknown severity", word, rule.FindingSeverities())
		}
	}
	return f.Scope().Check()
}

// words are the flags as they were given, for the report. Without ones that narrow which
// objects are looked at, there is no filter of objects.
func (f *Filter) words() (objects, all []string) {
	add := func(name string, values ...string) {
		if text := strings.Join(values, ","); text != "" {
			objects = append(objects, "--"+name+" "+text)
		}
	}
	add("namespace", f.Scope().Namespace)
	add("selector", f.Selector)
	add("kind", f.kinds...)
	add("group", f.groups...)
	all = objects
	if len(f.severities) > 0 {
		all = append(slices.Clone(objects), "--severity "+strings.Join(f.severities, ","))
	}
	return objects, all
}

// compile makes the filter of objects; nil where all are looked at.
func (f *Filter) compile(t Targets, lifecycles []discovery.ResourceLifecycle) error {
	if objects, _ := f.words(); len(objects) == 0 {
		return nil
	}
	surfaces := slices.Clone(t.Targets)
	if t.from != nil {
		surfaces = append(surfaces, t.from)
	}
	f.objects = &scan.Filter{Namespace: f.Scope().Namespace, Kinds: f.kinds, Groups: f.groups, Resources: scan.KnownResources(lifecycles, surfaces...)}
	if f.Selector != "" {
		selector, err := labels.Parse(f.Selector)
		if err != nil {
			return terminal.Usagef("--selector %s is not a valid selector: %w", f.Selector, err)
		}
		f.objects.Selector = selector
	}
	f.known = func(word string) bool { return knownWord(word, lifecycles, surfaces) }
	return nil
}

// knownWord reports whether a target, or a release of Kubernetes, has what a word of --kind
// or --group means.
func knownWord(word string, lifecycles []discovery.ResourceLifecycle, surfaces []*discovery.Surface) bool {
	is := func(gv discovery.GroupVersion, r *discovery.Resource) bool {
		return scan.IsGroup(word, gv.Group) || kind.Parse(word).Means(gv, r)
	}
	for i := range lifecycles {
		if l := &lifecycles[i]; is(l.GroupVersion, &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)}) {
			return true
		}
	}
	for _, s := range surfaces {
		for gv, r := range s.EachResource() {
			if is(gv, r) {
				return true
			}
		}
	}
	return false
}

// checkUsed refuses a kind or group that neither a target nor an object has: a report
// narrowed to a misspelt name would have no findings.
func (f *Filter) checkUsed() error {
	for flag, words := range map[string][]string{"kind": f.kinds, "group": f.groups} {
		for _, word := range words {
			if !f.objects.Used(word) && !f.known(word) {
				return terminal.Usagef("--%s %s: neither the target nor an object has it", flag, word)
			}
		}
	}
	return nil
}

// Narrow leaves the findings of other severities out of a report.
func (f *Filter) Narrow(r *findings.Report) {
	_, r.Filters = f.words()
	if len(f.severities) == 0 {
		return
	}
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(x finding.Finding) bool { return !slices.Contains(f.severities, string(x.Severity)) })
	r.Filtered = before - len(r.Findings)
}

// Chosen tells the findings of a narrowed report, by what a rewriter knows of them; nil
// where the report has all.
func (f *Filter) Chosen(r *findings.Report) func(*finding.Finding) bool {
	if len(r.Filters) == 0 {
		return nil
	}
	name := func(x *finding.Finding) string {
		return strings.Join([]string{x.Rule, x.File, x.APIVersion, x.Kind, x.Namespace, x.Name, x.Field}, "\x00")
	}
	names := map[string]bool{}
	for i := range r.Findings {
		names[name(&r.Findings[i])] = true
	}
	return func(x *finding.Finding) bool { return names[name(x)] }
}

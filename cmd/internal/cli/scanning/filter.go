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

// Filter has the flags that limit what scan checks and reports.
type Filter struct {
	option.ScopeFlags
	kinds, groups []string
	severities    []string
	// objects selects objects; nil selects all. known reports whether a word of --kind or --group
	// means something.
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

// Check returns an error for unknown severities and invalid scopes.
func (f *Filter) Check() error {
	for _, word := range f.severities {
		if err := option.CheckWord("--severity "+word+": unknown severity", word, rule.FindingSeverities()); err != nil {
			return err
		}
	}
	return f.ScopeFlags.Check()
}

// words returns the flags as they were given, for the report. objects are those that limit which
// objects are checked.
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

// compile makes the filter of objects. It stays nil if all objects are checked.
func (f *Filter) compile(t Targets, lifecycles []discovery.ResourceLifecycle) (err error) {
	if objects, _ := f.words(); len(objects) == 0 {
		return nil
	}
	surfaces := slices.Clone(t.Targets)
	if t.from != nil {
		surfaces = append(surfaces, t.from)
	}
	f.objects = &scan.Filter{Namespace: f.Scope().Namespace, Kinds: f.kinds, Groups: f.groups, Resources: scan.KnownResources(lifecycles, surfaces...)}
	if f.Selector != "" {
		if f.objects.Selector, err = labels.Parse(f.Selector); err != nil {
			return err // Check has told it
		}
	}
	f.known = func(word string) bool { return knownWord(word, lifecycles, surfaces) }
	return nil
}

// knownWord reports whether a target, or a release of Kubernetes, has a kind or group that the word
// means.
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

// checkUsed returns an error for a kind or group that neither a target nor an object has: the
// report for a misspelt name would have no findings.
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

// Narrow removes findings of other severities from a report.
func (f *Filter) Narrow(r *findings.Report) {
	_, r.Filters = f.words()
	if len(f.severities) == 0 {
		return
	}
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(x finding.Finding) bool { return !slices.Contains(f.severities, string(x.Severity)) })
	r.Filtered = before - len(r.Findings)
}

// Chosen returns a function that reports whether a narrowed report has a finding, by the fields
// that --fix knows. It returns nil if the report has all findings.
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

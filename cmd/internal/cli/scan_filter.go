package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// scanFilter are the flags of scan that narrow it.
type scanFilter struct {
	scopeFlags
	kinds, groups []string
	severities    []string
	// objects picks objects; nil picks all. known tells of words that mean something.
	objects *scan.Filter
	known   func(word string) bool
}

func (f *scanFilter) bind(flags *pflag.FlagSet) {
	f.scopeFlags.bind(flags, "check only objects of this `namespace`, and objects without a namespace", "check the objects of all namespaces (the default); overrides --namespace",
		"check only objects that match this label `selector`, as in kubectl")
	flags.StringSliceVar(&f.kinds, "kind", nil, "check only objects of these `kinds` or resources")
	flags.StringSliceVar(&f.groups, "group", nil, "check only objects of these API `groups` (core: the core group)")
	flags.StringSliceVar(&f.severities, "severity", nil, "show only findings of these `severities`: "+listed(rule.FindingSeverities()))
}

func (f *scanFilter) check() error {
	for _, word := range f.severities {
		if !slices.Contains(rule.FindingSeverities(), rule.Severity(word)) {
			return notOneOf("--severity "+word+": unknown severity", word, rule.FindingSeverities())
		}
	}
	return f.scope().check()
}

// words are the flags as they were given, for the report. Without ones that narrow which
// objects are looked at, there is no filter of objects.
func (f *scanFilter) words() (objects, all []string) {
	add := func(name string, values ...string) {
		if text := strings.Join(values, ","); text != "" {
			objects = append(objects, "--"+name+" "+text)
		}
	}
	add("namespace", f.scope().Namespace)
	add("selector", f.selector)
	add("kind", f.kinds...)
	add("group", f.groups...)
	all = objects
	if len(f.severities) > 0 {
		all = append(slices.Clone(objects), "--severity "+strings.Join(f.severities, ","))
	}
	return objects, all
}

// compile makes the filter of objects; nil where all are looked at.
func (f *scanFilter) compile(t scanTargets, lives []discovery.Life) error {
	if objects, _ := f.words(); len(objects) == 0 {
		return nil
	}
	surfaces := slices.Clone(t.Targets)
	if t.from != nil {
		surfaces = append(surfaces, t.from)
	}
	f.objects = &scan.Filter{Namespace: f.scope().Namespace, Kinds: f.kinds, Groups: f.groups, Resources: scan.KnownResources(lives, surfaces...)}
	if f.selector != "" {
		selector, err := labels.Parse(f.selector)
		if err != nil {
			return usagef("--selector %s is not a valid selector: %w", f.selector, err)
		}
		f.objects.Selector = selector
	}
	f.known = func(word string) bool { return knownWord(word, lives, surfaces) }
	return nil
}

// knownWord reports whether a target, or a release of Kubernetes, has what a word of --kind
// or --group means.
func knownWord(word string, lives []discovery.Life, surfaces []*discovery.Surface) bool {
	is := func(gv discovery.GroupVersion, r *discovery.Resource) bool {
		return scan.IsGroup(word, gv.Group) || kind.Parse(word).Means(gv, r)
	}
	for i := range lives {
		if l := &lives[i]; is(l.GroupVersion, &discovery.Resource{Name: l.Resource, Kind: l.Kind, Singular: strings.ToLower(l.Kind)}) {
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
func (f *scanFilter) checkUsed() error {
	for flag, words := range map[string][]string{"kind": f.kinds, "group": f.groups} {
		for _, word := range words {
			if !f.objects.Used(word) && !f.known(word) {
				return usagef("--%s %s: neither the target nor an object has it", flag, word)
			}
		}
	}
	return nil
}

// narrow leaves the findings of other severities out of a report.
func (f *scanFilter) narrow(r *findings.Report) {
	_, r.Filters = f.words()
	if len(f.severities) == 0 {
		return
	}
	before := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(x finding.Finding) bool { return !slices.Contains(f.severities, string(x.Severity)) })
	r.Filtered = before - len(r.Findings)
}

// chosen tells the findings of a narrowed report, by what a rewriter knows of them; nil
// where the report has all.
func (f *scanFilter) chosen(r *findings.Report) func(*finding.Finding) bool {
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

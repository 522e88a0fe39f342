package findings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// Waiver is an entry of a file of waivers (docs/waivers.md), which diff and
// scan share: one finding by its fingerprint, or one rule on one resource.
type Waiver struct {
	Fingerprint string `yaml:"fingerprint"`
	Rule        string `yaml:"rule"`
	// Resource is "group/version/resource", "v1/pods" for the core group. The kind
	// in the place of the resource is taken too: manifests have no resources.
	Resource string `yaml:"resource"`
	Reason   string `yaml:"reason"`
	// Expires is the last day on which it holds: "2027-03-31".
	Expires string `yaml:"expires"`
}

// Check says what is wrong with a waiver, if anything is. known tells the rules
// that exist, those of diff too: the file is shared.
func (w Waiver) Check(known func(id string) bool) error {
	switch {
	case w.Fingerprint == "" && (w.Rule == "" || w.Resource == ""):
		return fmt.Errorf("a waiver needs a fingerprint, or a rule and a resource")
	case w.Fingerprint != "" && (w.Rule != "" || w.Resource != ""):
		return fmt.Errorf("a waiver has either a fingerprint or a rule and a resource, not both")
	case strings.TrimSpace(w.Reason) == "":
		return fmt.Errorf("the waiver of %s has no reason", w.Name())
	case !Date(w.Expires):
		return fmt.Errorf("the waiver of %s needs an expiry date like 2027-03-31 in expires, not %q", w.Name(), w.Expires)
	case w.Rule != "" && !known(w.Rule):
		return fmt.Errorf("the waiver of %s names an unknown rule; `kubedelta explain` lists the rules", w.Name())
	}
	return nil
}

// Name is what messages call the waiver by.
func (w Waiver) Name() string {
	if w.Fingerprint != "" {
		return w.Fingerprint
	}
	return w.Rule + " on " + w.Resource
}

// Date tells whether a text is a day, YYYY-MM-DD; such texts order as the days do.
func Date(text string) bool { return date.MatchString(text) }

var date = regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)

func (w Waiver) covers(f *finding.Finding) bool {
	if w.Fingerprint != "" {
		return w.Fingerprint == f.Fingerprint
	}
	gv, resource, ok := cutLast(w.Resource, "/")
	return ok && w.Rule == f.Rule && gv == f.APIVersion && slices.Contains(plurals(f.Kind), strings.ToLower(resource))
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// plurals are what the resource of a kind can be called: English plurals, as
// k8s.io/apimachinery guesses them, and the kind itself, which is also the
// resource of Endpoints.
func plurals(kind string) []string {
	kind = strings.ToLower(kind)
	names := []string{kind, kind + "s", kind + "es"}
	if stem, ok := strings.CutSuffix(kind, "y"); ok {
		names = append(names, stem+"ies")
	}
	return names
}

// Waive moves the findings that waivers cover out of the count. It adds a warning
// for each waiver that is over (today is "YYYY-MM-DD"), and for each that covers
// nothing; a waiver of a rule that is not ours is for diff, and says nothing here.
func (r *Report) Waive(waivers []Waiver, today string, ours func(rule string) bool) {
	if len(waivers) == 0 {
		return
	}
	byKey := map[string][]int{}
	for i, w := range waivers {
		if w.Expires < today {
			r.warn("the waiver of %s expired on %s and is not applied: fix the finding or renew the waiver", w.Name(), w.Expires)
			continue
		}
		// A waiver has either of the two, and a rule is no 12 hex digits.
		byKey[w.Fingerprint+w.Rule] = append(byKey[w.Fingerprint+w.Rule], i)
	}
	used := make([]bool, len(waivers))
	kept := make([]finding.Finding, 0, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		var by *Waiver
		for _, w := range slices.Concat(byKey[f.Fingerprint], byKey[f.Rule]) {
			if waivers[w].covers(f) {
				used[w] = true
				by = &waivers[w]
			}
		}
		if by == nil {
			kept = append(kept, *f)
			continue
		}
		r.Waived = append(r.Waived, finding.Waived{Finding: *f, By: finding.InIgnoreFile, Reason: by.Reason, Expires: by.Expires})
	}
	r.Findings = kept
	for i, w := range waivers {
		if !used[i] && w.Expires >= today && (w.Rule == "" || ours(w.Rule)) {
			r.warn("the waiver of %s matches no finding of this report: remove it, unless it is for `kubedelta diff`", w.Name())
		}
	}
	r.Arrange()
}

func (r *Report) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, finding.Warning{Text: fmt.Sprintf(format, args...)})
}

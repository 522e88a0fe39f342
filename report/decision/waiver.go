package decision

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Waiver excludes something that was found until a date (docs/waivers.md). Waivers of diff, scan,
// usage and rehearse are for one finding by its fingerprint, or for one rule and one resource.
// Those of preflight are for one finding and name an owner.
type Waiver struct {
	// Fingerprint is the fingerprint of a finding. In preflight it depends on the check, the object
	// and the target, but not on counts.
	Fingerprint string `yaml:"fingerprint"`
	Rule        string `yaml:"rule"`
	// Resource is "group/version/resource", or "v1/pods" for the core group. It may contain the
	// kind instead of the resource, because manifests contain no resources.
	Resource string `yaml:"resource"`
	// Check, Object ("namespace/name" or the name) and Target are what the fingerprint stands for.
	// If given, they must match it.
	Check  string `yaml:"check"`
	Object string `yaml:"object"`
	Target string `yaml:"target"`
	Owner  string `yaml:"owner"`
	Reason string `yaml:"reason"`
	// Expires is the last day of the waiver: "2027-03-31".
	Expires string `yaml:"expires"`
	// Line is its line in the file.
	Line int `yaml:"-"`
}

// Name is the name of the waiver in messages.
func (w *Waiver) Name() string { return cmp.Or(w.Fingerprint, w.Rule+" on "+w.Resource) }

// OfPreflight reports whether it is a waiver of preflight. A file can contain waivers of all
// commands.
func (w *Waiver) OfPreflight() bool {
	return w.Check+w.Object+w.Target != "" || w.Owner != "" && w.Fingerprint != ""
}

// Unmatched is a message about a waiver that matches nothing and should be removed.
func (w *Waiver) Unmatched(what string) string {
	return fmt.Sprintf("the waiver of %s matches no %s of this report: remove it", w.Name(), what)
}

// Subject is what the waivers of a command cover.
type Subject[T any] struct {
	// Name is "change" or "finding".
	Name string
	// Of returns the fingerprint and the rule, and On reports whether it is about a resource.
	Of func(*T) (fingerprint, rule string)
	On func(one *T, resource string) bool
	// Waived takes what a waiver covers, in the order of the file. Of several waivers, it is the first.
	Waived func(*T, *Waiver)
	// Sure reports whether what a waiver covers would have been found: filters leave out what other
	// runs find. Commands share the file, and so do runs with other paths.
	Sure func(*Waiver) bool
}

// Apply returns what no waiver covers, and a message for each waiver that has expired and for each
// that matches nothing. today is "YYYY-MM-DD".
func (s Subject[T]) Apply(list []Waiver, all []T, today string) (kept []T, warnings []string) {
	if len(list) == 0 {
		return all, nil
	}
	byKey := map[string][]int{}
	for i := range list {
		if w := &list[i]; w.Expires >= today {
			// A waiver has either a fingerprint or a rule, and no rule is 12 hex digits.
			byKey[w.Fingerprint+w.Rule] = append(byKey[w.Fingerprint+w.Rule], i)
		}
	}
	used, covered := make([]bool, len(list)), make([][]*T, len(list))
	kept = make([]T, 0, len(all))
	for one := range slice.Each(all) {
		fingerprint, id := s.Of(one)
		by := slices.Clone(byKey[fingerprint])
		for _, i := range byKey[id] {
			if s.On(one, list[i].Resource) {
				by = append(by, i)
			}
		}
		for _, i := range by {
			used[i] = true
		}
		if len(by) == 0 {
			kept = append(kept, *one)
		} else {
			first := slices.Min(by)
			covered[first] = append(covered[first], one)
		}
	}
	for i := range list {
		w := &list[i]
		for _, one := range covered[i] {
			s.Waived(one, w)
		}
		if w.Expires < today {
			warnings = append(warnings, fmt.Sprintf("the waiver of %s expired on %s and is not applied: fix the %s or renew the waiver", w.Name(), w.Expires, s.Name))
		} else if !used[i] && s.Sure(w) {
			warnings = append(warnings, w.Unmatched(s.Name)+", unless another run needs it")
		}
	}
	return kept, warnings
}

// Problem returns what is wrong with a waiver of diff, scan, usage or rehearse; nil if nothing is.
// rules are those of all these commands, because they share the file.
func (w *Waiver) Problem(rules []string) error {
	switch {
	case w.Fingerprint == "" && (w.Rule == "" || w.Resource == ""):
		return errors.New("a waiver needs a fingerprint, or a rule and a resource")
	case w.Fingerprint != "" && w.Rule+w.Resource != "":
		return errors.New("a waiver has either a fingerprint or a rule and a resource, not both")
	case w.lacks() != nil:
		return w.lacks()
	case w.Rule != "" && !slices.Contains(rules, w.Rule):
		hint := "`kubedelta rules` and `kubedelta rules scan` list the rules"
		if near := nearest.Word(w.Rule, rules); near != "" {
			hint = "did you mean " + near + "? " + hint
		}
		return fmt.Errorf("the waiver of %s names an unknown rule; %s", w.Name(), hint)
	}
	return nil
}

// lacks returns which required field of all waivers is missing.
func (w *Waiver) lacks() error {
	switch {
	case strings.TrimSpace(w.Reason) == "":
		return fmt.Errorf("the waiver of %s has no reason", w.Name())
	case !date().MatchString(w.Expires):
		return fmt.Errorf("the waiver of %s needs an expiry date like 2027-03-31 in expires, not %q", w.Name(), w.Expires)
	}
	return nil
}

// date matches a day. Such texts sort like the days.
var date = lazy.Regexp(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)

// Waivers is a file of waivers.
type Waivers struct {
	// Name is the name of the file, for errors.
	Name    string `yaml:"-"`
	Version int    `yaml:"version"`
	// AllowBlockers allows waivers of blockers of preflight, and of findings that could not be
	// decided.
	AllowBlockers bool     `yaml:"allowBlockers"`
	List          []Waiver `yaml:"waivers"`
}

// ReadWaivers reads the waivers of diff, scan, usage and rehearse; none if name is "". It returns
// an error for any mistake, because a waiver with another meaning than intended is worse than none.
func ReadWaivers(data []byte, name string, rules []string) (list []Waiver, err error) {
	if name == "" {
		return nil, nil
	}
	var file Waivers
	if err := Read(data, &file); err != nil {
		return nil, fmt.Errorf("the waiver file %s is invalid: %w", name, err)
	}
	if file.Version != 1 {
		return nil, fmt.Errorf("%s must begin with version: 1", name)
	}
	for _, w := range file.List {
		if w.OfPreflight() {
			continue
		}
		if err := w.Problem(rules); err != nil {
			return nil, fmt.Errorf("the waiver file %s is invalid: %w", name, err)
		}
		list = append(list, w)
	}
	return list, nil
}

// ReadWaiversOfPreflight reads the waivers of preflight; none if name is "". It returns all
// mistakes, each with its line.
func ReadWaiversOfPreflight(data []byte, name string) (*Waivers, error) {
	file, lines := &Waivers{Name: name}, struct {
		Waivers []yaml.Node `yaml:"waivers"`
	}{}
	if name == "" {
		return file, nil
	}
	err := Read(data, file)
	var errs []error
	failed := func(line int, text string) { errs = append(errs, fmt.Errorf("%s:%d: %s", name, line, text)) }
	list, mistaken := errors.AsType[mistakesError](err)
	switch {
	case mistaken:
		return nil, errors.Join(slice.Map(list, func(text string) error { return errors.New(name + ":" + strings.TrimPrefix(text, "line ")) })...)
	case err != nil:
		return nil, fmt.Errorf("%s is not valid YAML: %w", name, err)
	case file.Version != 1:
		failed(1, "must begin with version: 1")
	}
	if err := yaml.Unmarshal(data, &lines); err != nil {
		return nil, err
	}
	var own []Waiver
	seen := map[string]int{}
	for i, w := range file.List {
		if i < len(lines.Waivers) {
			w.Line = lines.Waivers[i].Line
		}
		if !w.OfPreflight() && w.Rule+w.Resource != "" {
			continue
		}
		if err := w.checkOfPreflight(); err != nil {
			failed(w.Line, err.Error())
		} else if first := seen[w.Fingerprint]; first > 0 {
			failed(w.Line, fmt.Sprintf("%s is already waived on line %d", w.Fingerprint, first))
		} else {
			seen[w.Fingerprint] = w.Line
			own = append(own, w)
		}
	}
	file.List = own
	return file, errors.Join(errs...)
}

// IsFingerprint reports whether a word may be the fingerprint of a finding.
func IsFingerprint(word string) bool { return fingerprint().MatchString(word) }

var fingerprint = lazy.Regexp(`^[0-9a-f]{12}$`)

func (w *Waiver) checkOfPreflight() error {
	switch {
	case w.Rule+w.Resource != "":
		return errors.New("a waiver with an owner, a check, an object or a target has no rule and no resource")
	case !IsFingerprint(w.Fingerprint):
		return fmt.Errorf("a waiver needs the fingerprint of a finding, 12 hex digits as in -o json, not %q", w.Fingerprint)
	case strings.TrimSpace(w.Owner) == "":
		return fmt.Errorf("the waiver of %s has no owner: specify who is responsible", w.Fingerprint)
	}
	return w.lacks()
}

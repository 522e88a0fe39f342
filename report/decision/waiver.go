package decision

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// Waiver lets something that was found pass for a while (docs/waivers.md). Those of diff,
// scan, usage and rehearse are for one finding by its fingerprint, or for one rule on one
// resource; those of preflight for one finding, and name an owner.
type Waiver struct {
	// Fingerprint is that of a finding. In preflight it stands for the check, the object
	// and the target; a count that changes does not change it.
	Fingerprint string `yaml:"fingerprint"`
	Rule        string `yaml:"rule"`
	// Resource is "group/version/resource", "v1/pods" for the core group. The kind
	// in the place of the resource is taken too: manifests have no resources.
	Resource string `yaml:"resource"`
	// Check, Object ("namespace/name", or the name) and Target say in words what the
	// fingerprint says; where they are given they must agree with it.
	Check  string `yaml:"check"`
	Object string `yaml:"object"`
	Target string `yaml:"target"`
	Owner  string `yaml:"owner"`
	Reason string `yaml:"reason"`
	// Expires is the last day on which it holds: "2027-03-31".
	Expires string `yaml:"expires"`
	// Line is where it stands in its file.
	Line int `yaml:"-"`
}

// Name is what messages call the waiver by.
func (w *Waiver) Name() string { return cmp.Or(w.Fingerprint, w.Rule+" on "+w.Resource) }

// OfPreflight reports whether it is a waiver of preflight, whose file can be the same.
func (w *Waiver) OfPreflight() bool {
	return w.Check+w.Object+w.Target != "" || w.Owner != "" && w.Fingerprint != ""
}

// Ended tells of a waiver that is over on a day; "" where it holds. what is a change, or a
// finding.
func (w *Waiver) Ended(today, what string) string {
	if w.Expires >= today {
		return ""
	}
	return fmt.Sprintf("the waiver of %s expired on %s and is not applied: fix the %s or renew the waiver", w.Name(), w.Expires, what)
}

// Unmatched tells of a waiver that covers nothing: it hides nothing, and should go.
func (w *Waiver) Unmatched(what string) string {
	return fmt.Sprintf("the waiver of %s matches no %s of this report: remove it", w.Name(), what)
}

// Problem says what is wrong with a waiver of diff, scan, usage or rehearse, if anything is.
// known tells the rules that exist, those of all of them: the file is shared.
func (w *Waiver) Problem(known func(id string) bool) error {
	switch {
	case w.Fingerprint == "" && (w.Rule == "" || w.Resource == ""):
		return errors.New("a waiver needs a fingerprint, or a rule and a resource")
	case w.Fingerprint != "" && w.Rule+w.Resource != "":
		return errors.New("a waiver has either a fingerprint or a rule and a resource, not both")
	case w.lacks() != nil:
		return w.lacks()
	case w.Rule != "" && !known(w.Rule):
		return fmt.Errorf("the waiver of %s names an unknown rule; `kubedelta explain` lists the rules", w.Name())
	}
	return nil
}

// lacks says what of every waiver is missing.
func (w *Waiver) lacks() error {
	switch {
	case strings.TrimSpace(w.Reason) == "":
		return fmt.Errorf("the waiver of %s has no reason", w.Name())
	case !date().MatchString(w.Expires):
		return fmt.Errorf("the waiver of %s needs an expiry date like 2027-03-31 in expires, not %q", w.Name(), w.Expires)
	}
	return nil
}

// date is a day; such texts order as the days do.
var date = lazy.Regexp(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)

// Waivers is a file of waivers.
type Waivers struct {
	// Name is that of the file, for errors.
	Name    string `yaml:"-"`
	Version int    `yaml:"version"`
	// AllowBlockers: blockers of preflight, and what could not be told, may be waived too.
	AllowBlockers bool     `yaml:"allowBlockers"`
	List          []Waiver `yaml:"waivers"`
}

// ReadWaivers reads the waivers of diff, scan, usage and rehearse; none without a name. A
// mistake in any of them is an error, because a waiver that does not mean what it says is
// worse than none.
func ReadWaivers(data []byte, name string, known func(id string) bool) (list []Waiver, err error) {
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
		if err := w.Problem(known); err != nil {
			return nil, fmt.Errorf("the waiver file %s is invalid: %w", name, err)
		}
		list = append(list, w)
	}
	return list, nil
}

// ReadWaiversOfPreflight reads those of preflight, none without a name, and tells of all
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
		for _, text := range list {
			errs = append(errs, errors.New(name+":"+strings.TrimPrefix(text, "line ")))
		}
		return nil, errors.Join(errs...)
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

var fingerprint = lazy.Regexp(`^[0-9a-f]{12}$`)

func (w *Waiver) checkOfPreflight() error {
	switch {
	case w.Rule+w.Resource != "":
		return errors.New("a waiver with an owner, a check, an object or a target has no rule and no resource")
	case !fingerprint().MatchString(w.Fingerprint):
		return fmt.Errorf("a waiver needs the fingerprint of a finding, 12 hex digits as in -o json, not %q", w.Fingerprint)
	case strings.TrimSpace(w.Owner) == "":
		return fmt.Errorf("the waiver of %s has no owner: name who is responsible", w.Fingerprint)
	}
	return w.lacks()
}

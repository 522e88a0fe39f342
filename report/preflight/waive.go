package preflight

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Waiver lets one item pass for a while. Its fingerprint stands for the check, the
// object and the target; a count that changes does not change it.
type Waiver struct {
	Fingerprint string
	// Check, Object ("namespace/name", or the name) and Target say in words what
	// the fingerprint says; where they are given they must agree with it.
	Check, Object, Target string
	Owner, Reason         string
	// Expires is the last day on which it holds: "2027-03-31".
	Expires string
	// Line is where it stands in its file.
	Line int
}

// Waivers is a file of waivers.
type Waivers struct {
	// Name is that of the file, for errors.
	Name string
	// AllowBlockers: blockers, and what could not be told, may be waived too.
	AllowBlockers bool
	List          []Waiver
}

// maxWaivers bounds what is read: the file is written by hand.
const maxWaivers = 1 << 20

// ReadWaivers reads a file of waivers. A mistake in any of them is an error,
// because a waiver that does not mean what it says is worse than none.
func ReadWaivers(in io.Reader, name string) (*Waivers, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxWaivers+1))
	if err != nil {
		return nil, fmt.Errorf("the waivers cannot be read: %w", err)
	}
	if len(data) > maxWaivers {
		return nil, fmt.Errorf("%s is larger than 1 MiB: is it the right file?", name)
	}
	var file yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s is not valid YAML: %s", name, yamlProblem(err))
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s has more than one document; it must have one", name)
	}
	w := &Waivers{Name: name}
	p := waiverParser{file: w}
	if len(file.Content) == 0 {
		p.failed(1, "must begin with version: 1")
	} else {
		p.top(file.Content[0])
	}
	return w, errors.Join(p.errs...)
}

func yamlProblem(err error) string { return strings.TrimPrefix(err.Error(), "yaml: ") }

// waiverParser walks the nodes by hand, so that each mistake is told with its line.
type waiverParser struct {
	file *Waivers
	errs []error
}

func (p *waiverParser) failed(line int, format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf("%s:%d: %s", p.file.Name, line, fmt.Sprintf(format, args...)))
}

func (p *waiverParser) top(n *yaml.Node) {
	version := ""
	p.mapping(n, func(key string, value *yaml.Node) bool {
		switch key {
		case "version":
			version = value.Value
		case "allowBlockers":
			if value.Tag != "!!bool" || value.Decode(&p.file.AllowBlockers) != nil {
				p.failed(value.Line, "allowBlockers must be true or false, not %q", value.Value)
			}
		case "waivers":
			if value.Kind != yaml.SequenceNode {
				p.failed(value.Line, "waivers must be a list")
				return true
			}
			for _, item := range value.Content {
				p.waiver(item)
			}
		default:
			return false
		}
		return true
	})
	if version != "1" {
		p.failed(n.Line, "must begin with version: 1")
	}
}

// mapping calls take for each key, and says which keys it does not take.
func (p *waiverParser) mapping(n *yaml.Node, take func(key string, value *yaml.Node) bool) {
	if n.Kind != yaml.MappingNode {
		p.failed(n.Line, "keys and values are expected here")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			p.failed(key.Line, "the key %s is repeated", key.Value)
		}
		seen[key.Value] = true
		if !take(key.Value, n.Content[i+1]) {
			p.failed(key.Line, "unknown key %s", key.Value)
		}
	}
}

// ofFindings: it is a waiver of diff and scan, whose file can be the same. Those of
// preflight have a fingerprint and an owner, or name a check.
func ofFindings(n *yaml.Node) bool {
	if n.Kind != yaml.MappingNode {
		return false
	}
	keys := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		keys[n.Content[i].Value] = true
	}
	return (keys["rule"] || keys["resource"]) && (!keys["owner"] || !keys["fingerprint"]) && !keys["check"] && !keys["object"] && !keys["target"]
}

func (p *waiverParser) waiver(n *yaml.Node) {
	if ofFindings(n) {
		return
	}
	w := Waiver{Line: n.Line}
	fields := map[string]*string{
		"fingerprint": &w.Fingerprint, "check": &w.Check, "object": &w.Object, "target": &w.Target, "owner": &w.Owner, "reason": &w.Reason, "expires": &w.Expires,
	}
	before := len(p.errs)
	p.mapping(n, func(key string, value *yaml.Node) bool {
		field := fields[key]
		if field == nil {
			return false
		}
		if value.Kind != yaml.ScalarNode {
			p.failed(value.Line, "%s must be a string", key)
			return true
		}
		*field = strings.TrimSpace(value.Value)
		return true
	})
	if len(p.errs) > before {
		return
	}
	switch {
	case !fingerprint().MatchString(w.Fingerprint):
		p.failed(w.Line, "a waiver needs the fingerprint of a finding, 12 hex digits as in -o json, not %q", w.Fingerprint)
	case w.Owner == "":
		p.failed(w.Line, "the waiver of %s has no owner: name who is responsible", w.Fingerprint)
	case w.Reason == "":
		p.failed(w.Line, "the waiver of %s has no reason", w.Fingerprint)
	case !findings.Date(w.Expires):
		p.failed(w.Line, "the waiver of %s needs an expiry date like 2027-03-31 in expires, not %q", w.Fingerprint, w.Expires)
	default:
		for _, other := range p.file.List {
			if other.Fingerprint == w.Fingerprint {
				p.failed(w.Line, "%s is already waived on line %d", w.Fingerprint, other.Line)
				return
			}
		}
		p.file.List = append(p.file.List, w)
	}
}

var fingerprint = lazy.Regexp(`^[0-9a-f]{12}$`)

// Waive takes the items that waivers cover out of the reports of one run. today is
// "2026-11-21". A waiver that is over, that covers nothing, or that would let a
// blocker pass without leave is an error, and then nothing is waived. Waivers that
// cover nothing are let be where a cluster could not be judged: they may be for it.
func (w *Waivers) Waive(reports []*Report, today string) error {
	var errs []error
	failed := func(line int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", w.Name, line, fmt.Sprintf(format, args...)))
	}
	all := true
	for _, r := range reports {
		all = all && r.Unreachable == ""
	}
	places := place(reports)
	for i := range w.List {
		waiver := &w.List[i]
		if waiver.Expires < today {
			failed(waiver.Line, "the waiver of %s, owned by %s, expired on %s: fix the finding or renew the waiver", waiver.Fingerprint, escape.Plain(waiver.Owner), waiver.Expires)
			continue
		}
		found := places[waiver.Fingerprint]
		if len(found) == 0 && all {
			failed(waiver.Line, "the waiver of %s matches no finding of this report: remove it", waiver.Fingerprint)
		}
		for _, f := range found {
			if problem := w.refuses(waiver, f); problem != "" {
				failed(waiver.Line, "%s", problem)
				break
			}
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for _, r := range reports {
		r.waive(w.List)
	}
	return nil
}

// waivable is an item with its report and check.
type waivable struct {
	report *Report
	check  *Check
	item   *preflight.Item
}

func place(reports []*Report) map[string][]waivable {
	places := map[string][]waivable{}
	for _, r := range reports {
		for i := range r.Checks {
			c := &r.Checks[i]
			for j := range c.Items {
				f := c.Items[j].Fingerprint
				places[f] = append(places[f], waivable{r, c, &c.Items[j]})
			}
		}
	}
	return places
}

// refuses says why a waiver may not cover an item, if it may not.
func (w *Waivers) refuses(waiver *Waiver, f waivable) string {
	named := finding.ObjectName(f.item.Namespace, f.item.Name)
	switch {
	case waiver.Check != "" && waiver.Check != f.check.ID:
		return fmt.Sprintf("%s is a finding of the check %s, not of %s", waiver.Fingerprint, f.check.ID, escape.Plain(waiver.Check))
	case waiver.Target != "" && waiver.Target != f.report.Target.Release.String():
		return fmt.Sprintf("%s is for the target %s, not for %s", waiver.Fingerprint, f.report.Target.Release, escape.Plain(waiver.Target))
	case waiver.Object != "" && waiver.Object != named && waiver.Object != f.item.Kind+" "+named:
		return fmt.Sprintf("%s is about %s, not about %s", waiver.Fingerprint, escape.Plain(named), escape.Plain(waiver.Object))
	case f.check.Required && (plan.Blocks(f.item) || plan.Doubts(f.item)) && !w.AllowBlockers:
		return fmt.Sprintf("%s is a blocker (%s): to waive it, set allowBlockers: true", waiver.Fingerprint, f.check.ID)
	}
	return ""
}

// waive moves what is covered, and settles the verdicts of checks, hops and all.
func (r *Report) waive(list []Waiver) {
	covers := map[string]*Waiver{}
	for i := range list {
		covers[list[i].Fingerprint] = &list[i]
	}
	waived := map[string]bool{}
	for i := range r.Checks {
		c := &r.Checks[i]
		kept := make([]preflight.Item, 0, len(c.Items))
		for _, item := range c.Items {
			if by := covers[item.Fingerprint]; by != nil {
				r.Waived = append(r.Waived, Waived{Item: item, Check: c.ID, Owner: by.Owner, Reason: by.Reason, Expires: by.Expires})
				waived[item.Fingerprint] = true
			} else {
				kept = append(kept, item)
			}
		}
		if len(kept) < len(c.Items) {
			c.waived(kept)
		}
	}
	for i := range r.Hops {
		h := &r.Hops[i]
		for j := range h.Steps {
			s := &h.Steps[j]
			for k := range s.Objects {
				s.Objects[k].Waived = waived[s.Objects[k].Fingerprint]
			}
			s.Waived = len(s.Fingerprints) > 0 && !slices.ContainsFunc(s.Fingerprints, func(f string) bool { return !waived[f] })
		}
	}
	plan.Settle(r.Hops)
	r.settle()
}

// waived takes items out of a check. What failed or was unknown for them alone
// passes; a check that failed without an item, or saw gaps, stays what it is.
func (c *Check) waived(kept []preflight.Item) {
	blocked, doubted := plan.AnyBlocks(c.Items), plan.AnyDoubts(c.Items)
	c.Items = kept
	switch {
	case plan.AnyBlocks(kept):
	case c.Verdict == preflight.Fail && !blocked:
	case c.unsureOf(kept):
		c.Verdict = preflight.Unknown
	case c.Verdict == preflight.Fail, c.Verdict == preflight.Unknown && doubted && c.Why == "":
		c.Verdict = preflight.Pass
	}
}

// unsureOf: with these items alone, the check could not see all.
func (c *Check) unsureOf(items []preflight.Item) bool {
	return len(c.Gaps) > 0 || plan.AnyDoubts(items)
}

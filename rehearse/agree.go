package rehearse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// Agreement is whether scan and the server agree about an object.
type Agreement string

// The agreements.
const (
	Agreed Agreement = "agreed"
	// ServerOnly: the server refuses the object or reports it as deprecated, and scan does not.
	ServerOnly Agreement = "only the server"
	// ScanOnly: scan reports that the target refuses the object or deprecates its API, and the
	// server does not.
	ScanOnly Agreement = "only scan"
	// NotCompared: there is no answer, scan's target has no data about the object, or what scan reports
	// was not sent.
	NotCompared Agreement = "not compared"
)

// refuses reports whether a finding of scan means that the server refuses the object. A server accepts
// what other rules find. It may create what validation reports as risky, and refuse to apply it.
func (a *Answer) refuses(s Said) bool {
	switch s.Rule {
	case checker.ResourceRemoved, checker.KindUnknown, checker.NotServedByDefault, checker.AddressRejected, checker.ExpressionUnsupported, checker.ScheduleRejected:
		return true
	case checker.FieldRemoved, checker.FieldUnknown:
		return !a.Lenient
	default:
		return s.Rule == validate.RuleID && (s.Severity != rule.Risky || a.Outcome == Refused || a.As == "apply")
	}
}

// unsent reports whether a finding is about an address of a Service that is not sent: each cluster has
// its own range of them.
func (q *Question) unsent(s Said) bool {
	return s.Rule == checker.AddressRejected && q.Kind == "Service" && strings.HasPrefix(s.Field, "spec.clusterIP") && !bytes.Contains(q.Body, []byte(`"clusterIP`))
}

// deprecatedAPI matches the warning of a server about a deprecated API (k8s.io/apiserver,
// pkg/endpoints/deprecation, WarningMessage).
var deprecatedAPI = lazy.Regexp(`^(\S+) (\S+) is deprecated in v[0-9]+\.[0-9]+\+`)

// deprecates reports whether a warning is about the deprecated API of an object. For a custom
// resource it is the text of its definition, or one that the server makes (apiextensions-apiserver,
// defaultDeprecationWarning).
func (q *Question) deprecates(warning string) bool {
	return deprecatedAPI().MatchString(warning) || strings.HasPrefix(warning, q.APIVersion+" "+q.Kind+" is deprecated") || q.Warning != "" && warning == q.Warning
}

func compare(q *Question, a *Answer) (Agreement, string) {
	refused := slice.Filter(q.Said, func(s Said) bool { return a.refuses(s) && !q.unsent(s) })
	for i := range a.Causes {
		a.Causes[i].Found = slices.ContainsFunc(refused, func(s Said) bool { return about(s.Field, a.Causes[i].Field) })
	}
	switch {
	case a.Outcome == NotAsked || a.Outcome == NotAnObject || q.Unchecked && len(refused) == 0:
		return NotCompared, ""
	case a.Outcome != Refused && len(refused) == 0 && slices.ContainsFunc(q.Said, q.unsent):
		return NotCompared, ""
	case a.Outcome == Refused && a.As == "apply":
		return NotCompared, "" // the server could create it, and refuses only the change of the existing object
	case a.Outcome == Refused && len(refused) == 0:
		return ServerOnly, "scan does not report that the server refuses it"
	case a.Outcome == Refused:
		return Agreed, ""
	case len(refused) > 0:
		return ScanOnly, "scan reports that the server refuses it (" + refused[0].Rule + "): " + refused[0].Message
	}
	deprecated := slices.ContainsFunc(a.Warnings, q.deprecates)
	found := slice.Find(q.Said, func(s *Said) bool { return s.Rule == checker.APIDeprecated })
	switch {
	case deprecated && found == nil:
		return ServerOnly, "scan does not report that the API is deprecated"
	case !deprecated && found != nil:
		return ScanOnly, "scan reports that the API is deprecated, and the server does not: " + found.Message
	default:
		return Agreed, ""
	}
}

// index matches the index of a list, or the key of a map, in a path.
var index = lazy.Regexp(`\[[^]]*\]`)

// about reports whether a finding and a cause are about the same field, or one about a field inside
// that of the other. Up to 1.35 some causes have no indices.
func about(found, cause string) bool {
	if found == "" || cause == "" {
		return false
	}
	found, cause = index().ReplaceAllString(found, ""), index().ReplaceAllString(cause, "")
	return found == cause || strings.HasPrefix(cause, found+".") || strings.HasPrefix(found, cause+".")
}

// Check returns the result of an answer.
func Check(q Question, a Answer, changes bool) Result {
	r := Result{Question: q, Answer: a}
	r.Agreement, r.Differ = compare(&q, &r.Answer)
	if changes && len(a.Kept) > 0 {
		r.Changes = Changes(q.Body, a.Kept)
	}
	return r.clean()
}

// clean removes from the texts of the server what must not be shown, and the object that was sent.
func (r Result) clean() Result {
	if r.Outcome != Taken || len(r.Changes) > 0 {
		show := shown{r.Question.Body, hiderOf(r.Question.Body, r.Kept)}
		r.Message, r.Why = show.text(r.Message), show.text(r.Why)
		for i := range r.Causes {
			r.Causes[i].Message = show.text(r.Causes[i].Message)
		}
		for i := range r.Warnings {
			r.Warnings[i] = show.text(r.Warnings[i])
		}
		for i, c := range r.Changes {
			r.Changes[i].Old, r.Changes[i].New = show.value(c.Old), show.value(c.New)
		}
	}
	r.Question.Body, r.Kept = nil, nil
	return r
}

// Notable reports whether a result has more to report than that the object was accepted, as scan
// says.
func (r *Result) Notable() bool {
	return r.Outcome != Taken && r.Outcome != NotAnObject || r.Agreement == ServerOnly || r.Agreement == ScanOnly || len(r.Changes) > 0
}

package rehearse

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// Agreement is whether scan and the server say the same of an object.
type Agreement string

// The agreements.
const (
	Agreed Agreement = "agreed"
	// ServerOnly: the server refuses, or calls deprecated, what scan says nothing of.
	ServerOnly Agreement = "only the server"
	// ScanOnly: scan says that the target does not take what the server takes, or calls
	// deprecated what the server does not.
	ScanOnly Agreement = "only scan"
	// NotCompared: there is no answer, or the target of scan has no data about the object.
	NotCompared Agreement = "not compared"
)

// refusing are the rules of scan by which a server refuses an object. What the others find
// a server takes.
func refusing(id string) bool { return ofKind(id) || ofFields(id) }

func ofKind(id string) bool {
	return slices.Contains([]string{checker.ResourceRemoved, checker.KindUnknown, checker.NotServedByDefault}, id)
}

func ofFields(id string) bool {
	return slices.Contains([]string{validate.RuleID, checker.FieldRemoved, checker.FieldUnknown}, id)
}

// deprecatedAPI is how a server calls an API deprecated (k8s.io/apiserver,
// pkg/endpoints/deprecation, WarningMessage).
var deprecatedAPI = lazy.Regexp(`^(\S+) (\S+) is deprecated in v[0-9]+\.[0-9]+\+`)

// deprecates reports whether a warning calls the API of an object deprecated. Of a custom
// resource it is the text of its definition, or one that the server makes
// (apiextensions-apiserver, defaultDeprecationWarning).
func (q *Question) deprecates(warning string) bool {
	return deprecatedAPI().MatchString(warning) || strings.HasPrefix(warning, q.APIVersion+" "+q.Kind+" is deprecated") || q.Warning != "" && warning == q.Warning
}

// compare holds what scan says of an object against the answer.
func compare(q *Question, a *Answer) (Agreement, string) {
	said := func(is func(string) bool) []Said {
		return slices.DeleteFunc(slices.Clone(q.Said), func(s Said) bool { return !is(s.Rule) })
	}
	refused := said(refusing)
	for i := range a.Causes {
		a.Causes[i].Found = slices.ContainsFunc(refused, func(s Said) bool { return about(s.Field, a.Causes[i].Field) })
	}
	switch {
	case a.Outcome == NotAsked || a.Outcome == NotAnObject || q.Unchecked && len(refused) == 0:
		return NotCompared, ""
	case a.Outcome == Refused && a.As == "apply":
		return NotCompared, "" // the server could create it: it is the one that exists that it is held against
	case a.Outcome == Refused && len(refused) == 0:
		return ServerOnly, "scan does not report that the server refuses it"
	case a.Outcome == Refused:
		return Agreed, ""
	case len(refused) > 0:
		return ScanOnly, "scan reports that the server refuses it (" + refused[0].Rule + "): " + refused[0].Message
	}
	deprecated := slices.ContainsFunc(a.Warnings, q.deprecates)
	found := said(func(id string) bool { return id == checker.APIDeprecated })
	switch {
	case deprecated && len(found) == 0:
		return ServerOnly, "scan does not report that the API is deprecated"
	case !deprecated && len(found) > 0:
		return ScanOnly, "scan reports that the API is deprecated, and the server does not: " + found[0].Message
	default:
		return Agreed, ""
	}
}

// index is the index of a list, or the key of a map, in a path.
var index = lazy.Regexp(`\[[^]]*\]`)

// about: a finding and a cause are about the same field, or about one below it. Up to 1.35
// some causes leave out indices.
func about(found, cause string) bool {
	if found == "" || cause == "" {
		return false
	}
	found, cause = index().ReplaceAllString(found, ""), index().ReplaceAllString(cause, "")
	return found == cause || strings.HasPrefix(cause, found+".") || strings.HasPrefix(found, cause+".")
}

// Check makes the result of an answer.
func Check(q Question, a Answer, changes bool) Result {
	r := Result{Question: q, Answer: a}
	r.Agreement, r.Differ = compare(&q, &r.Answer)
	if changes && len(a.Kept) > 0 {
		r.Changes = Changes(q.Body, a.Kept)
	}
	return r.clean()
}

// clean takes values out of the server's words that must not be shown, and forgets what
// was sent.
func (r Result) clean() Result {
	if r.Outcome != Taken || len(r.Changes) > 0 {
		hide := hiderOf(r.Question.Body, r.Kept)
		r.Message, r.Why = hide.text(r.Message), hide.text(r.Why)
		for i := range r.Causes {
			r.Causes[i].Message = hide.text(r.Causes[i].Message)
		}
		for i := range r.Warnings {
			r.Warnings[i] = hide.text(r.Warnings[i])
		}
		for i := range r.Changes {
			r.Changes[i].Old, r.Changes[i].New = hide.text(r.Changes[i].Old), hide.text(r.Changes[i].New)
		}
	}
	r.Question.Body, r.Kept = nil, nil
	return r
}

// Notable reports whether there is more to say of a result than that the object was taken, as scan says.
func (r *Result) Notable() bool {
	return r.Outcome != Taken && r.Outcome != NotAnObject || r.Agreement == ServerOnly || r.Agreement == ScanOnly || len(r.Changes) > 0
}

package ask

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
)

// rulesNotChecked is a remark of the server beside the causes of a refusal, and no cause
// (k8s.io/apiextensions-apiserver, pkg/registry/customresource, hasBlockingErr).
const rulesNotChecked = "some validation rules were not checked because the object was invalid"

type status struct {
	Kind    string `json:"kind"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Details struct {
		Causes []rehearse.Cause `json:"causes"`
	} `json:"details"`
}

var (
	// strict matches what a server reports about fields that it cannot decode (sigs.k8s.io/json,
	// strict.go; and k8s.io/apimachinery/pkg/runtime, strictDecodingError).
	strict = lazy.Regexp(`(unknown|duplicate) field "([^"]*)"`)
	// forbiddenUser matches the message about a user without a permission (k8s.io/apiserver,
	// pkg/endpoints/handlers/responsewriters, forbiddenMessage; and pkg/registry/rbac of
	// kube-apiserver, for roles that grant more than the user has; and the admission plugin
	// OwnerReferencesPermissionEnforcement). Other admission plugins have other messages.
	forbiddenUser = lazy.Regexp(`User "(?:[^"\\]|\\.)*" cannot |is attempting to grant RBAC permissions not currently held|a resource you can't (?:set finalizers on|delete)`)
	// passing matches messages about the state of the server: a namespace that is deleted, an
	// admission plugin that is not ready, and a quota that was not yet counted
	// (k8s.io/apiserver, pkg/admission/plugin/resourcequota, checkRequest).
	passing = lazy.Regexp(`because it is being terminated|not yet ready to handle request|status unknown for quota`)
	// full matches the message about an object that exceeds a quota.
	full = lazy.Regexp(`is forbidden: exceeded quota: `)
	// absent matches the message of admission plugins about an object that refers to one that does
	// not exist (plugin/pkg/admission/priority, runtimeclass, serviceaccount).
	absent = lazy.Regexp(`no PriorityClass with name \S+ was found|RuntimeClass "[^"]*" not found|error looking up service account`)
)

// meaning is what an answer means for an object. exists: there is already one with its name, or there
// may be one.
func meaning(q *rehearse.Question, got cluster.DryAnswer) (a rehearse.Answer, exists bool) {
	a.Warnings = got.Warnings
	if got.Status/100 == 2 {
		if !same(q, got.Body) {
			return notAsked(fmt.Sprintf("the server returned %d %s without the object that was sent: is there a proxy in front of it?", got.Status, http.StatusText(got.Status))), false
		}
		a.Outcome, a.Kept = taken(a.Warnings), got.Body
		return a, false
	}
	var s status
	if err := json.Unmarshal(got.Body, &s, jsontext.AllowDuplicateNames(true)); err != nil || s.Kind != "Status" || s.Status != "Failure" {
		return notAsked(fmt.Sprintf("the server returned %d %s, which is not a response of an API server", got.Status, http.StatusText(got.Status))), false
	}
	if got.Status == http.StatusConflict && s.Reason == "AlreadyExists" {
		a.Outcome = taken(a.Warnings)
		return a, true
	}
	a.Reason, a.Message = s.Reason, strings.Join(strings.Fields(s.Message), " ")
	if why := unanswerable(got.Status, s.Reason, a.Message); why != "" {
		return notAsked(why), false
	}
	// A server checks a quota before it finds that the object exists.
	exists = got.Status == http.StatusForbidden && full().MatchString(a.Message)
	a.Outcome = rehearse.Refused
	a.Causes = slice.Map(s.Details.Causes, func(c rehearse.Cause) rehearse.Cause {
		c.Message = strings.Join(strings.Fields(c.Message), " ")
		return c
	})
	a.Causes = slices.DeleteFunc(a.Causes, func(c rehearse.Cause) bool { return strings.Contains(c.Message, rulesNotChecked) })
	if got.Status == http.StatusBadRequest && len(a.Causes) == 0 {
		for _, m := range strict().FindAllStringSubmatch(a.Message, -1) {
			a.Causes = append(a.Causes, rehearse.Cause{Reason: "StrictDecoding", Field: m[2], Message: m[0]})
		}
	}
	return a, exists
}

func taken(warnings []string) rehearse.Outcome {
	if len(warnings) > 0 {
		return rehearse.Warned
	}
	return rehearse.Taken
}

// same reports whether an answer is the complete object that was sent.
func same(q *rehearse.Question, body []byte) bool {
	var kept struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	if json.Unmarshal(body, &kept, jsontext.AllowDuplicateNames(true)) != nil {
		return false
	}
	return kept.APIVersion == q.APIVersion && kept.Kind == q.Kind && kept.Metadata.Name == q.Name
}

// unanswerable is why an answer says nothing about the object; "" if it does.
func unanswerable(code int, reason, message string) string {
	said := fmt.Sprintf("the server answered %d: %s", code, message)
	if code < http.StatusInternalServerError && cluster.Denied(message) && !forbiddenUser().MatchString(message) {
		return ""
	}
	switch code {
	case http.StatusBadRequest:
		if strings.Contains(message, "does not support dry run") {
			return "a webhook of the target has side effects, so the server does not accept dry runs: " + message
		}
	case http.StatusForbidden:
		return forbidden(message, said)
	case http.StatusNotFound:
		return missing(reason, message, said)
	case http.StatusConflict:
		if reason == "Conflict" { // with another request, such as one that counts against the same quota
			return said
		}
	case http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
	default:
		return said
	}
	return ""
}

// forbidden is [unanswerable] for 403 Forbidden, which is also the answer of admission plugins.
func forbidden(message, said string) string {
	switch {
	case forbiddenUser().MatchString(message):
		return "the user may not do a dry run of it: " + message
	case passing().MatchString(message):
		return said
	case absent().MatchString(message):
		return "what it needs does not exist on the target: " + message
	default:
		return ""
	}
}

// missing is [unanswerable] for 404 Not Found. An object that is created or applied cannot be what is
// not found: it refers to another one, such as a role binding to a role. A dry run of that one stored
// nothing.
func missing(reason, message, said string) string {
	switch {
	case strings.HasPrefix(message, "namespaces "):
		return "its namespace does not exist on the target: " + message
	case reason != "NotFound" || strings.Contains(message, "could not find the requested resource"):
		return said // a path that is not served
	default:
		return "what it needs does not exist on the target: " + message
	}
}

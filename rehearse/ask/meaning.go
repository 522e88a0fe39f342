package ask

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
)

// status is a Status of an API server.
type status struct {
	Kind    string `json:"kind"`
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
	// kube-apiserver, for roles that grant more than the user has). Admission plugins have other
	// messages.
	forbiddenUser = lazy.Regexp(`User "(?:[^"\\]|\\.)*" cannot |is attempting to grant RBAC permissions not currently held`)
	// absent matches the message of admission plugins about an object that refers to one that does
	// not exist (plugin/pkg/admission/priority, runtimeclass, serviceaccount).
	absent = lazy.Regexp(`no PriorityClass with name \S+ was found|RuntimeClass "[^"]*" not found|error looking up service account`)
)

// meaning is what an answer means for an object. exists: there is already one with its name.
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
	if err := json.Unmarshal(got.Body, &s, jsontext.AllowDuplicateNames(true)); err != nil || s.Kind != "Status" {
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
	a.Outcome = rehearse.Refused
	a.Causes = slice.Map(s.Details.Causes, func(c rehearse.Cause) rehearse.Cause {
		c.Message = strings.Join(strings.Fields(c.Message), " ")
		return c
	})
	if got.Status == http.StatusBadRequest && len(a.Causes) == 0 {
		for _, m := range strict().FindAllStringSubmatch(a.Message, -1) {
			a.Causes = append(a.Causes, rehearse.Cause{Reason: "StrictDecoding", Field: m[2], Message: m[0]})
		}
	}
	return a, false
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
	switch {
	case code == http.StatusTooManyRequests, code == http.StatusUnauthorized, code == http.StatusMethodNotAllowed, code == http.StatusUnsupportedMediaType, code == http.StatusNotAcceptable:
		return said
	case code >= http.StatusInternalServerError:
		return said
	case code == http.StatusForbidden && forbiddenUser().MatchString(message):
		return "the user may not do a dry run of it: " + message
	case code == http.StatusForbidden && strings.Contains(message, "because it is being terminated"):
		return said
	case code == http.StatusForbidden && absent().MatchString(message):
		return "what it needs does not exist on the target: " + message
	case code == http.StatusBadRequest && strings.Contains(message, "does not support dry run"):
		return "a webhook of the target has side effects, so the server does not accept dry runs: " + message
	case code == http.StatusNotFound && strings.HasPrefix(message, "namespaces "):
		return "its namespace does not exist on the target: " + message
	case code == http.StatusNotFound && (reason != "NotFound" || strings.Contains(message, "could not find the requested resource")):
		return said // a path that is not served
	case code == http.StatusConflict && reason == "Conflict": // a conflict with another request, such as one that counts against the same quota
		return said
	case code < http.StatusBadRequest:
		return said
	default:
		return ""
	}
}

package check

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// notOfServer is the CEL expression that exempts the API server's own requests.
const notOfServer = `request.userInfo.username != "system:apiserver"`

// exemptsServer: the expression is one that is known to be false for a request of the
// API server, whose user is system:apiserver in the group system:masters
// (k8s.io/apiserver/pkg/server/options/serving_with_loopback.go). No other expression
// is evaluated.
func exemptsServer(expression string) bool {
	return slices.Contains([]string{
		"false", bare(notOfServer), bare(ofControlPlane),
		bare(`!(request.userInfo.username == "system:apiserver")`), bare(`!("system:masters" in request.userInfo.groups)`),
	}, bare(expression))
}

// constant is "true" or "false" where an expression is that, or anything else.
func constant(expression string) string { return bare(expression) }

// bare writes an expression with one kind of quotes and without blanks. None of the
// texts that it is held against has a blank or a quote within a string.
func bare(expression string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(expression), ""), "'", `"`)
}

// policyPatch is the command that changes fields of a policy's specification. Patches
// of the default type merge matchConditions by name.
func policyPatch(p boundPolicy, spec map[string]any) string {
	return specPatch(strings.ToLower(policyKind(p)), p.Name, spec)
}

func specPatch(resource, name string, spec map[string]any) string {
	text, err := json.Marshal(map[string]any{"spec": spec}, json.Deterministic(true))
	if err != nil {
		return "kubectl edit " + resource + " " + phrase.Word(name)
	}
	return "kubectl patch " + resource + " " + phrase.Word(name) + " -p " + phrase.Word(string(text))
}

// exemptingServer exempts the API server's own requests, permanently.
func exemptingServer(p boundPolicy) string {
	return policyPatch(p, map[string]any{"matchConditions": []any{map[string]any{"name": "not-of-the-api-server", "expression": notOfServer}}})
}

// warning are the commands after which a policy only warns.
func warning(p boundPolicy) (commands []string) {
	for _, b := range p.bindings {
		if slices.Contains(b.Actions, "Deny") {
			commands = append(commands, specPatch(strings.ToLower(policyKind(p))+"binding", b.Name, map[string]any{"validationActions": []string{"Warn"}}))
		}
	}
	return commands
}

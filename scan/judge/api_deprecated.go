package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func apiDeprecated() Rule {
	return Rule{
		ID: "api-deprecated", Title: "The target has deprecated an object's version", Severity: rule.Deprecation, Since: "0.2.0",
		Doc: "The object works, clients get a warning, and the version will not be served from the release in `removed` on, where one is planned. That a " +
			"stable type is deprecated as a whole (v1 Endpoints, v1 ComponentStatus) only its description tells.",
		Example: "1.33 deprecates `v1` Endpoints; use `discovery.k8s.io/v1` EndpointSlice.",
	}
}

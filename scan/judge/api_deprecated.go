package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func apiDeprecated() Rule {
	return Rule{
		ID: "api-deprecated", Title: "The target deprecates the API version of an object", Severity: rule.Deprecation, Since: "0.2.0",
		Doc: "The API server accepts the object and returns a warning. The version is no longer served from the release in `removed`, if one is planned. " +
			"Deprecations of whole stable types (v1 Endpoints, v1 ComponentStatus) are read from their descriptions.",
		Example: "1.33 deprecates `v1` Endpoints; use `discovery.k8s.io/v1` EndpointSlice.",
	}
}

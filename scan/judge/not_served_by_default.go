package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func notServedByDefault() Rule {
	return Rule{
		ID: "not-served-by-default", Title: "A server of the target's release does not serve the API version of an object by default", Severity: rule.Risky, Since: "0.2.0",
		Varies: "breaking if the target is a server, which shows what it serves, and the version is beta",
		Doc: "The release has the version and does not serve it unless it is turned on: alpha versions, and from 1.24 on also new beta versions (KEP-3136). Whether " +
			"the API server accepts the object depends on the cluster's configuration.",
		Example: "1.33 has `resource.k8s.io/v1beta1` DeviceClass, which is off by default.",
	}
}

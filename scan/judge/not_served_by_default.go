package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func notServedByDefault() Rule {
	return Rule{
		ID: "not-served-by-default", Title: "A default server of the target's release does not serve an object's version", Severity: rule.Risky, Since: "0.2.0",
		Varies: "breaking where the target is a server, which shows what it serves, and the version is beta",
		Doc: "The release has the version and does not serve it unless told to: alpha versions, and from 1.24 on new beta versions too (KEP-3136). Whether " +
			"the object works is the cluster's configuration.",
		Example: "1.33 has `resource.k8s.io/v1beta1` DeviceClass, turned off by default.",
	}
}

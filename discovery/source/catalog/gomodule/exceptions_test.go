package gomodule_test

import "testing"

// exception is a difference between the modules and the documents that is
// understood and no fault of the reading.
type exception struct {
	aspect, name, why string
}

// always are the exceptions of every release.
var always = []exception{
	{"kinds", meta + "DeleteOptions", served},
	{"kinds", meta + "WatchEvent", served},

	{"description", "io.k8s.apimachinery.pkg.util.intstr.IntOrString", undocumented},
	{"description", "io.k8s.api.storage.v1.VolumeAttachmentSource.inlineVolumeSpec", undocumented},
	{"description", "io.k8s.api.admissionregistration.v1alpha1.MatchCondition.name", borrowed},
	{"description", "io.k8s.api.admissionregistration.v1alpha1.MatchCondition.expression", borrowed},
	{"description", "io.k8s.api.certificates.v1.CertificateSigningRequestStatus.certificate", cut},
	{"description", "io.k8s.api.core.v1.PodSecurityContext.fsGroup", cut},
	{"description", "io.k8s.api.core.v1.TopologySpreadConstraint.maxSkew", cut},
	{"description", "io.k8s.api.core.v1.TopologySpreadConstraint.minDomains", cut},
	{"description", "io.k8s.api.core.v1.TopologySpreadConstraint.whenUnsatisfiable", cut},
	{"description", "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec.validationActions", unquoted},
	{"description", "io.k8s.api.core.v1.PodSpec.setHostnameAsFQDN", unquoted},
}

// swaggerForm are the exceptions of documents of version 2.
var swaggerForm = []exception{
	{"schema", "io.k8s.apimachinery.pkg.api.resource.Quantity", oneType},
	{"schema", "io.k8s.apimachinery.pkg.util.intstr.IntOrString", oneType},
}

// wholeServer are schemas of paths that belong to no group-version (/api, /apis,
// /apis/GROUP, /version): a document of version 2 has all paths, those of
// version 3 that are published have only the group-versions.
var wholeServer = []string{
	meta + "APIGroup", meta + "APIGroupList", meta + "APIVersions", meta + "GroupVersionForDiscovery",
	meta + "ServerAddressByClientCIDR", "io.k8s.apimachinery.pkg.version.Info",
}

const (
	meta = "io.k8s.apimachinery.pkg.apis.meta.v1."

	served       = "every group-version in the process registers it: the API server has more of them (admission.k8s.io), client-go has removed ones"
	undocumented = "its type has no SwaggerDoc for it"
	borrowed     = "the type is defined as admissionregistration/v1 MatchCondition; methods, and SwaggerDoc with them, are not inherited"
	cut          = "SwaggerDoc ends at a line with a run of dashes"
	unquoted     = "SwaggerDoc drops backslashes"
	oneType      = "version 2 has no oneOf and writes a string"
)

// excepted finds the exception for a name and takes it from the open ones.
func excepted(open map[exception]bool, aspect, name string) bool {
	for e := range open {
		if e.aspect == aspect && e.name == name {
			open[e] = true
			return true
		}
	}
	return false
}

// reportUnused reports exceptions that are none any more.
func reportUnused(t *testing.T, open map[exception]bool) {
	t.Helper()
	for e, used := range open {
		if !used {
			t.Errorf("%s %s agrees; take it out of the exceptions (%s)", e.aspect, e.name, e.why)
		}
	}
}

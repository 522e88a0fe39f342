package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

// fileChange is something that a component no longer accepts in a file.
type fileChange struct {
	component, flag string
	release         int
	pull            int // 0: no note names it
	// what is in the file, and find a word to search for. The feature gate in gate, if it is on,
	// keeps it accepted.
	what, find, gate string
}

// fileChanges is from the release notes of the pull requests, and from the packages of
// configuration versions in k8s.io/kubernetes and k8s.io/apiserver of each release from 1.23 on.
func fileChanges() []fileChange {
	return []fileChange{
		{scheduler, "config", 23, 0, "kubescheduler.config.k8s.io/v1beta1", "v1beta1", ""},
		{scheduler, "config", 28, 117649, "kubescheduler.config.k8s.io/v1beta2", "v1beta2", ""},
		{scheduler, "config", 29, 119994, "kubescheduler.config.k8s.io/v1beta3", "v1beta3", ""},
		{scheduler, "config", 29, 117720, "the plugin SelectorSpread", "SelectorSpread", ""},
		{scheduler, "config", 32, 124003, "the plugins AzureDiskLimits, CinderLimits, EBSLimits and GCEPDLimits", "Limits", ""},
		{apiServer, "audit-policy-file", 24, 108092, "audit.k8s.io/v1alpha1 and v1beta1", "audit.k8s.io", ""},
		{apiServer, "encryption-provider-config", 29, 121485, "a provider kms without apiVersion: v2", "kms", "KMSv1"},
		{apiServer, "admission-control-config-file", 32, 128038, "unknown and repeated fields of a ResourceQuotaConfiguration", "ResourceQuotaConfiguration", ""},
		{apiServer, "admission-control-config-file", 36, 137379, "a WebhookAdmissionConfiguration of v1alpha1", "WebhookAdmission", ""},
	}
}

func checkFiles(in preflight.Input) (f found) {
	for _, line := range f.linesOf(in, apiServer, scheduler) {
		for _, c := range fileChanges() {
			file, has := line.arguments.last(c.flag)
			if line.component != c.component || !has || line.gates[c.gate] || !onTheWay(in, c.release) {
				continue
			}
			it := f.add(line.object)
			it.Severity, it.Field, it.Value, it.Removed, it.Before = rule.Info, "--"+c.flag, file, minor(c.release), hop(minor(c.release))
			it.Message = c.component + " reads the file " + quoted(file) + " (--" + c.flag + "), which kubedelta cannot read: " + minor(c.release).String() + " no longer accepts " + c.what + " in this file"
			it.Commands = []string{"grep -n " + phrase.Word(c.find) + " " + phrase.Word(file)}
			it.Notes = pulls(c.pull)
			f.gap("configuration-files", "the file "+quoted(file)+" of "+c.component+" cannot be read: whether it contains something that "+minor(c.release).String()+" no longer accepts is unknown")
		}
	}
	return f
}

func changesFiles(in preflight.Input) bool {
	return slices.ContainsFunc(fileChanges(), func(c fileChange) bool { return onTheWay(in, c.release) })
}

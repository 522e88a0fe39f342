package markdown

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// label returns the name of a SIG as in its label, or "" if it is not a name: "API Machinery"
// becomes "api-machinery".
func label(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, prefix := range []string{"sig ", "sig-", "sig/"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if i := strings.LastIndex(name, " sig "); i >= 0 {
		// "[SIG API SIG API Machinery]": 1.32.
		name = name[i+len(" sig "):]
	}
	const longest = 40
	if len(name) > longest || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789 -_") != "" {
		return ""
	}
	return strings.Join(strings.Fields(name), "-")
}

// labels parses "API Machinery, Node and Testing" and "sig/node,sig/testing". It returns nil for
// anything other than a list of names.
func labels(list string) []string {
	var all []string
	for part := range strings.SplitSeq(strings.ReplaceAll(list, "&", ","), ",") {
		for name := range strings.SplitSeq(" "+strings.Join(strings.Fields(part), " ")+" ", " and ") {
			if strings.TrimSpace(name) == "" {
				continue
			}
			sig := label(name)
			if sig == "" {
				return nil
			}
			all = append(all, sig)
		}
	}
	return slice.Unique(all)
}

// tagged parses the text between the brackets of "[SIG A and B]" and "[sig/a,sig/b]".
func tagged(inner string) []string {
	inner = strings.TrimSpace(inner)
	low := strings.ToLower(inner)
	if rest, ok := strings.CutPrefix(low, "sig"); ok && rest != "" && strings.ContainsRune(" \t\n", rune(rest[0])) {
		return labels(rest)
	}
	if !strings.HasPrefix(low, "sig/") {
		return nil
	}
	for part := range strings.SplitSeq(low, ",") {
		if !strings.HasPrefix(strings.TrimSpace(part), "sig/") {
			return nil
		}
	}
	return labels(low)
}

// headingSIG returns the SIG that a heading of 1.5 to 1.17 names, or "".
func headingSIG(title string) string {
	t := strings.TrimRight(strings.TrimSpace(title), ":")
	low := strings.ToLower(t)
	if strings.HasPrefix(low, "sig ") || strings.HasPrefix(low, "sig-") {
		return label(t)
	}
	switch sig := label(t); sig {
	case "api-machinery", "apps", "architecture", "auth", "autoscaling", "aws", "azure", "big-data", "cli", "cloud-provider",
		"cluster-lifecycle", "cluster-ops", "contributor-experience", "docs", "etcd", "federation", "gcp", "ibmcloud",
		"instrumentation", "multicluster", "network", "node", "openstack", "release", "scalability", "scheduling", "security",
		"service-catalog", "storage", "testing", "ui", "vmware", "windows":
		return sig
	case "networking":
		return "network"
	case "scheduler":
		return "scheduling"
	case "cloud-providers":
		return "cloud-provider"
	}
	return ""
}

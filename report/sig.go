package report

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// CanonicalSIG is the label of a SIG: "api-machinery" for "SIG API Machinery", "sig/api-machinery"
// and "api machinery".
func CanonicalSIG(name string) string {
	name = strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '/'
	}), "-")
	return strings.TrimPrefix(name, "sig-")
}

// SIGName is the name of a SIG in release notes: the label in title case. Source: prettySIG in
// pkg/notes/document of kubernetes/release.
func SIGName(label string) string {
	words := strings.Split(CanonicalSIG(label), "-")
	for i, word := range words {
		words[i] = sigWord(word)
	}
	return escape.Plain(strings.Join(words, " "))
}

func sigWord(word string) string {
	name := map[string]string{
		"api": "API", "aws": "AWS", "cli": "CLI", "gcp": "GCP", "ibmcloud": "IBMCLOUD", "ui": "UI", "vsphere": "vSphere", "vmware": "VMWare", "openstack": "OpenStack",
	}[word]
	if name != "" || word == "" {
		return name
	}
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

// sigNames writes "SIG Node", "SIG Auth and Node", "SIG API Machinery, Auth and Node", or "" for no
// labels. The names are sorted, as the release team prints them.
func sigNames(labels []string, w language.Words) string {
	if len(labels) == 0 {
		return ""
	}
	return "SIG " + phrase.List(slice.Unique(slice.Map(labels, SIGName)), w.Text("and"))
}

const apiMachinery = "api-machinery"

// noisy reports whether many pull requests have the label of the SIG without being its work.
func noisy(sig string) bool {
	return slices.Contains([]string{apiMachinery, "testing", "architecture", "release"}, sig)
}

// ofAPIMachinery reports whether a change is the work of SIG API Machinery: the removal of an API,
// or a change of many APIs, of custom resources or of admission control, flow control, leases or
// storage versions. Source: README.md of sig-api-machinery in kubernetes/community, and the
// enhancements of the SIG.
func ofAPIMachinery(c *rule.Change) bool {
	switch c.Rule {
	case rule.ResourceRemoved, rule.GroupVersionRemoved:
		return true
	case rule.QueryParameterAdded, rule.QueryParameterRemoved:
		return len(c.Reaches) > 1
	}
	switch c.Group {
	case "admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "coordination.k8s.io", "flowcontrol.apiserver.k8s.io", "storagemigration.k8s.io":
		return true
	}
	return strings.HasPrefix(c.Schema, "io.k8s.apimachinery.")
}

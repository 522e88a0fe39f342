// Package agent parses the user agents of clients of the Kubernetes API: the program, its
// version, and whether the version skew policy allows it to talk to an API server.
//
// A client can send any user agent. A report must not leave out anything because of it.
package agent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/check"
)

// Agent is the client that a user agent names.
type Agent struct {
	// Name is the program as it calls itself: "kubectl", "argocd-application-controller".
	Name string
	// Version is the version of the program as written, "v1.28.3", or "" if it has none.
	Version string
	// Known is the usual name of the program, or "" if Name is the usual name.
	Known string
	// Release is the Kubernetes release of the client. It is unknown if the version of the
	// program does not depend on Kubernetes releases.
	Release discovery.Release
}

// String returns, for example, "kubectl v1.28.3".
func (a Agent) String() string { return strings.TrimSpace(a.Name + " " + a.Version) }

// ownVersions is the first minor with which cloud-controller-managers have the version of
// Kubernetes. Before, some providers had their own versions (Azure v1.1.0).
const ownVersions = 18

// longest is the maximum length of a name or version. The rest is cut off.
const longest = 100

// Parse parses a user agent. Programs with client-go send
// "PROGRAM/VERSION (OS/ARCH) kubernetes/COMMIT[/PART]" (client-go rest.buildUserAgent).
func Parse(text string) Agent {
	product, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	name, version, _ := strings.Cut(product, "/")
	name = strings.TrimSuffix(name, ".exe") // client-go sends the name of the file, which has it on Windows
	version, _, _ = strings.Cut(version, "/")
	a := Agent{Name: cut(name), Version: cut(version)}
	a.Known = known(strings.ToLower(name))
	if strings.EqualFold(name, "openapi-generator") {
		// "OpenAPI-Generator/28.1.0/python": the generated clients of kubernetes-client.
		if language := product[strings.LastIndexByte(product, '/')+1:]; language != version && language != "" {
			a.Known = "Kubernetes client for " + cut(language)
		}
		a.Release = generated(product, version)
	}
	if v := a.Version; v == "v0.0.0" || strings.HasPrefix(v, "v0.0.0-") || v == "$Format" {
		// A program with client-go that was built without a version.
		a.Version = ""
	}
	if Component(a.Name) && strings.Contains(rest, "kubernetes/") {
		if r, err := discovery.ParseRelease(a.Version); err == nil && r.Major == 1 && (a.Name != "cloud-controller-manager" || r.Minor >= ownVersions) {
			a.Release = r
		}
	}
	return a
}

// generated returns the release that the Python client of kubernetes-client was generated
// from. From 17 on, its major version is the minor of Kubernetes. The user agents of
// client-go contain the version of the program, not that of client-go.
func generated(product, version string) discovery.Release {
	const first, last = 17, 99
	major, _, _ := strings.Cut(version, ".")
	minor, err := strconv.Atoi(major)
	if err != nil || minor < first || minor > last || !strings.HasSuffix(product, "/python") {
		return discovery.Release{}
	}
	return discovery.Release{Major: 1, Minor: minor}
}

func cut(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), longest)], "")
}

// usual has the usual names of programs that send another name.
//
//nolint:gochecknoglobals // a constant
var usual = map[string]string{
	"helm": "Helm", "source-controller": "Flux", "kustomize-controller": "Flux", "helm-controller": "Flux", "notification-controller": "Flux",
	"hashicorp": "Terraform", "terraform": "Terraform", "swagger-codegen": "generated Kubernetes client", "okhttp": "a Java client (OkHttp)",
	"python-requests": "a Python program", "python-urllib": "a Python program", "go-http-client": "a Go program without client-go", "curl": "curl",
	"rancher": "Rancher", "agent": "Rancher",
}

func known(name string) string {
	for start, title := range map[string]string{"argocd": "Argo CD", "fabric8": "fabric8 Kubernetes client (Java)", "mozilla": "a browser"} {
		if strings.HasPrefix(name, start) {
			return title
		}
	}
	return usual[name]
}

// Component reports whether a program has the version of Kubernetes and is covered by the
// version skew policy.
func Component(name string) bool {
	return slices.Contains([]string{"kubectl", "kubelet", "kube-proxy", "kube-scheduler", "kube-controller-manager", "cloud-controller-manager"}, name)
}

// Skewed returns why the version skew policy does not allow a component to talk to an API
// server of a release, or "" if it does, or does not cover the program.
// https://kubernetes.io/releases/version-skew-policy/
func (a Agent) Skewed(server discovery.Release) string {
	if !a.Release.Known() || !server.Known() {
		return ""
	}
	oldest, newest := server, server
	switch a.Name {
	case "kubectl":
		oldest.Minor, newest.Minor = server.Minor-1, server.Minor+1
	case "kubelet", "kube-proxy":
		oldest = check.OldestKubelet(server)
	case "kube-scheduler", "kube-controller-manager", "cloud-controller-manager":
		oldest.Minor = server.Minor - 1
	default:
		return ""
	}
	if oldest.AtOrBefore(a.Release) && a.Release.AtOrBefore(newest) {
		return ""
	}
	return fmt.Sprintf("%s %s is outside the version skew policy of Kubernetes %s, which allows %s to %s", a.Name, a.Release, server, oldest, newest)
}

package collect_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func gvk(apiVersion, kind string) discovery.GroupVersionKind {
	gv := discovery.ParseGroupVersion(apiVersion)
	return gv.WithKind(kind)
}

const oldBudget = "---\n# Source: shop/templates/pdb.yaml\napiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: web}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: hunter22}\n"

// TestHelm: the latest deployed revision of each release counts, even if later revisions are stuck,
// and its objects are in its namespace.
func TestHelm(t *testing.T) {
	good := "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\n"
	text := revisionOf("Secret", "shop", "stuck", "deployed", 9, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "stuck", "deployed", 10, helmRelease(t, "shop", good)) +
		revisionOf("Secret", "shop", "web", "superseded", 1, helmRelease(t, "shop", good)) +
		revisionOf("Secret", "shop", "web", "deployed", 2, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "web", "failed", 3, helmRelease(t, "shop", good)) +
		revisionOf("Secret", "other", "web", "deployed", 1, helmRelease(t, "shop", good)) +
		revisionOf("ConfigMap", "shop", "mapped", "deployed", 1, helmRelease(t, "shop", strings.Replace(oldBudget, "{name: web}", "{name: mapped, namespace: elsewhere}", 1))) +
		"apiVersion: v1\nkind: Secret\nmetadata: {name: other, namespace: shop, labels: {owner: helm, status: deployed, name: x, version: \"1\"}}\ntype: Opaque\ndata: {release: aHVudGVyMjI=}\n"
	s := clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version)
	e := read(t, s, checking(t, options(t, "1.25"), "1.21"))
	var releases []string
	for _, r := range e.Releases {
		releases = append(releases, fmt.Sprintf("%s/%s %d %s %s %s %d", r.Namespace, r.Name, r.Revision, r.Status, r.Chart, r.Driver, r.Objects))
	}
	equal(t, "releases", releases, []string{
		"other/web 1 deployed shop secret 1", "shop/mapped 1 deployed shop configmap 2",
		"shop/stuck 10 deployed shop secret 1", "shop/web 2 deployed shop secret 2",
	})
	equal(t, "judged", checkedLines(e), []string{
		"helm release shop/mapped: resource-removed PodDisruptionBudget elsewhere/mapped", "helm release shop/web: resource-removed PodDisruptionBudget shop/web",
	})
	equal(t, "usage", usageLines(e), []string{
		"poddisruptionbudgets elsewhere/mapped at policy/v1beta1 by helm 2024-01-02T03:04:05Z", "poddisruptionbudgets shop/web at policy/v1beta1 by helm 2024-01-02T03:04:05Z",
	})
	if kept := fmt.Sprintf("%+v", *e); strings.Contains(kept, "hunter22") || strings.Contains(kept, "aHVudGVy") {
		t.Error("a secret was kept")
	}
	want(t, e, evidence.HelmSecrets, evidence.Read)
}

// TestHelmGarbage: a revision that cannot be decoded is reported without its content, and the
// others are read.
func TestHelmGarbage(t *testing.T) {
	plain := base64.StdEncoding.EncodeToString([]byte(`{"name":"x","chart":{"metadata":{"name":"c","version":"1"}},"manifest":""}`))
	text := revisionOf("Secret", "shop", "good", "deployed", 1, helmRelease(t, "shop", "")) + revisionOf("Secret", "shop", "plain", "deployed", 1, plain)
	for i, payload := range []string{"hunter22!!", base64.StdEncoding.EncodeToString([]byte("hunter22")), base64.StdEncoding.EncodeToString([]byte("\x1f\x8b\x08hunter22")), base64.StdEncoding.EncodeToString([]byte(`{"manifest":{"hunter22":1}}`))} {
		text += revisionOf("Secret", "shop", fmt.Sprintf("bad%d", i), "deployed", 1, payload)
	}
	text += revisionOf("Secret", "shop", "bomb", "deployed", 1, helmRelease(t, "c", strings.Repeat(" ", 40<<20)))
	text += "apiVersion: v1\nkind: Secret\nmetadata: {name: unlabelled, namespace: shop, labels: {owner: helm, status: deployed, name: x, version: hunter22}}\ntype: helm.sh/release.v1\n---\n"
	text += "apiVersion: v1\nkind: Secret\nmetadata: {name: notbase64, namespace: shop, labels: {owner: helm, status: deployed, name: x, version: \"1\"}}\ntype: helm.sh/release.v1\ndata: {release: \"hunter22!!\"}\n"
	e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version), checking(t, options(t, "1.25"), "1.21"))
	want(t, e, evidence.HelmSecrets, evidence.Partial, "7 of 9 objects cannot be read", "shop/notbase64: data.release")
	if r := e.Reading(evidence.HelmSecrets); r.Count != 2 || strings.Contains(r.Reason, "hunter22") {
		t.Errorf("%+v", r)
	}
	if len(e.Releases) != 7 { // those that cannot be decoded are included
		t.Errorf("%+v", e.Releases)
	}
}

// TestHelmOpen: if nothing of a release is deployed, its latest revision counts, whatever its status
// is. If that is uninstalled, its objects are not in the cluster.
func TestHelmOpen(t *testing.T) {
	text := revisionOf("Secret", "shop", "failed", "failed", 1, helmRelease(t, "shop", "")) + revisionOf("Secret", "shop", "failed", "failed", 2, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "pending", "pending-install", 1, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "going", "uninstalling", 3, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "gone", "uninstalled", 3, helmReleaseAs(t, "uninstalled", "shop", oldBudget)) +
		revisionOf("Secret", "shop", "gone", "superseded", 2, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "gone", "failed", 1, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "open", "superseded", 3, helmRelease(t, "shop", oldBudget)) + revisionOf("Secret", "shop", "open", "pending-rollback", 4, helmRelease(t, "shop", "")) +
		revisionOf("Secret", "shop", "old", "superseded", 9, helmRelease(t, "shop", "")) + revisionOf("Secret", "shop", "old", "superseded", 10, helmRelease(t, "shop", oldBudget)) +
		revisionOf("ConfigMap", "shop", "older", "superseded", 3, helmRelease(t, "shop", oldBudget)) + revisionOf("ConfigMap", "shop", "older", "failed", 2, helmRelease(t, "shop", ""))
	e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version), checking(t, options(t, "1.25"), "1.21"))
	want(t, e, evidence.HelmSecrets, evidence.Read)
	equal(t, "judged", checkedLines(e), []string{
		"helm release shop/failed: resource-removed PodDisruptionBudget shop/web", "helm release shop/going: resource-removed PodDisruptionBudget shop/web",
		"helm release shop/old: resource-removed PodDisruptionBudget shop/web", "helm release shop/older: resource-removed PodDisruptionBudget shop/web",
		"helm release shop/pending: resource-removed PodDisruptionBudget shop/web",
	})
	text += revisionOf("Secret", "shop", "broken", "superseded", 3, "hunter22")
	e = read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version), checking(t, options(t, "1.25"), "1.21"))
	want(t, e, evidence.HelmSecrets, evidence.Partial, "shop/sh.helm.release.v1.broken.v3")
	s := clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version)
	client, surface := connect(t, s)
	e = readAs(t, deaf{client, "status%3Dsuperseded"}, surface, checking(t, options(t, "1.25"), "1.21"))
	want(t, e, evidence.HelmSecrets, evidence.Failed, "superseded revisions: ")
}

// TestHelmNewer: findings that only a later, failed revision has are information, because only helm
// rollback and helm uninstall use it.
func TestHelmNewer(t *testing.T) {
	good := "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web}\n"
	text := revisionOf("Secret", "shop", "web", "deployed", 2, helmRelease(t, "shop", good)) + revisionOf("Secret", "shop", "web", "failed", 3, helmRelease(t, "shop", oldBudget)) +
		revisionOf("Secret", "shop", "before", "failed", 1, helmRelease(t, "shop", oldBudget)) + revisionOf("Secret", "shop", "before", "deployed", 2, helmRelease(t, "shop", good)) +
		revisionOf("Secret", "shop", "both", "deployed", 1, helmRelease(t, "shop", oldBudget)) + revisionOf("Secret", "shop", "both", "pending-upgrade", 2, helmRelease(t, "shop", oldBudget))
	e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version), checking(t, options(t, "1.25"), "1.21"))
	equal(t, "judged", checkedLines(e), []string{
		"helm release shop/both: resource-removed PodDisruptionBudget shop/web", "helm release shop/web, revision 3 (failed): resource-removed PodDisruptionBudget shop/web",
	})
	for _, f := range e.Checked {
		if newer := strings.Contains(f.File, "revision 3"); newer != (f.Severity == rule.Info) || newer != strings.Contains(f.Message, "helm rollback") {
			t.Errorf("%s is %s: %s", f.File, f.Severity, f.Message)
		}
	}
	equal(t, "usage", usageLines(e), []string{"poddisruptionbudgets shop/web at policy/v1beta1 by helm 2024-01-02T03:04:05Z"})
	if len(e.Releases) != 3 {
		t.Errorf("%+v", e.Releases)
	}
}

// TestHelmUnread: if a part of a manifest cannot be read, its line is reported, and none of its
// content.
func TestHelmUnread(t *testing.T) {
	for _, manifest := range []string{oldBudget + "---\nhunter22: [\n", oldBudget + "---\na:\n\thunter22: 1\n", oldBudget + "---\nhunter22: {{ x }\n", "hunter22\n---\n" + oldBudget} {
		text := revisionOf("Secret", "shop", "web", "deployed", 1, helmRelease(t, "shop", manifest))
		e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/helm.yaml", Data: []byte(text)}), version), checking(t, options(t, "1.25"), "1.21"))
		want(t, e, evidence.HelmSecrets, evidence.Partial, "1 of 1 objects cannot be read")
		if r := e.Reading(evidence.HelmSecrets); strings.Contains(r.Reason, "hunter22") || len(checkedLines(e)) != 1 {
			t.Errorf("%q: %+v %v", manifest, r, checkedLines(e))
		}
	}
}

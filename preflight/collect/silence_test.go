package collect_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// planted is an object that 1.25 removed.
const planted = "apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: planted}\n"

// withSecrets is a server with another list of Secrets.
type withSecrets struct {
	collect.Server
	list []byte
}

func (s withSecrets) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	if path == "/api/v1/secrets" {
		return into(bytes.NewReader(s.list))
	}
	return s.Server.Read(ctx, path, query, accept, into)
}

// zipped returns the encoding in which Helm stores a release.
func zipped(t *testing.T, release any) []byte {
	t.Helper()
	text, err := json.Marshal(release)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// secretList returns a list of one Secret with a release.
func secretList(t *testing.T, release []byte) []byte {
	t.Helper()
	list, err := json.Marshal(map[string]any{"kind": "SecretList", "apiVersion": "v1", "metadata": map[string]any{}, "items": []any{map[string]any{
		"metadata": map[string]any{"name": "sh.helm.release.v1.web.v1", "namespace": "shop", "labels": map[string]string{"owner": "helm", "name": "web", "status": "deployed", "version": "1"}},
		"type":     "helm.sh/release.v1", "data": map[string]any{"release": []byte(base64.StdEncoding.EncodeToString(release))},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// FuzzSilentRelease: an object in the manifest of a Helm release, or of one of its hooks, is found,
// or the release is not read. The object is among arbitrary bytes, and any byte of the stored
// release may be changed.
func FuzzSilentRelease(f *testing.F) {
	for i, text := range []string{
		"", "a: b", "a: |\n  b", "a: 'b", "a: [b", "- ", "%YAML 1.2", "...", "--- |", "--- >\n", "\ta: b", "{{ if .x }}", "\x00", "\ufeff", "\r", "\u2028", "\xff\xfe", "<<: *x", "{", "[", "{}", "null", `{"a": 1}`,
		strings.Repeat("[", 1500), "apiVersion: v1\nkind: List\nitems:", "apiVersion: v1\nkind: List\nitems: null", "# kubedelta:ignore", "\"", "|", ": ", "# Source: a/templates/b.yaml", "apiVersion: v1\nkind: ConfigMap\ndata: {a: |",
	} {
		f.Add(text, "", uint16(0), byte(0))
		f.Add("", text, uint16(0), byte(0))
		f.Add(text, text, uint16(i*7), byte(1+i))
	}
	server, surface := connect(f, clusterOf(f, unpack(f), version))
	o := checking(f, options(f, "1.25"), "1.24")
	f.Fuzz(func(t *testing.T, before, behind string, at uint16, change byte) {
		if len(before)+len(behind) > 10_000 {
			return
		}
		manifest := before + "\n---\n" + planted + "---\n" + behind
		for _, release := range []any{
			map[string]any{"name": "web", "manifest": manifest}, map[string]any{"name": "web", "manifest": "", "hooks": []any{map[string]any{"manifest": behind}, map[string]any{"manifest": manifest}}},
		} {
			data := zipped(t, release)
			data[int(at)%len(data)] ^= change
			e := readAs(t, withSecrets{server, secretList(t, data)}, surface, o)
			if r := e.Reading(evidence.HelmSecrets); r.State == evidence.Read && !strings.Contains(strings.Join(checkedLines(e), "\n"), "resource-removed PodSecurityPolicy /planted") {
				t.Errorf("nothing is said of the manifest %q, byte %d changed by %d: %+v %v", manifest, int(at)%len(data), change, r, checkedLines(e))
			}
		}
	})
}

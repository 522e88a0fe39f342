package fix_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/scan/fix"
)

func TestUnified(t *testing.T) {
	var old strings.Builder
	for i := range 30 {
		fmt.Fprintf(&old, "line %d\n", i+1)
	}
	text := old.String() + "end"
	new := strings.Replace(strings.Replace(text, "line 3\n", "LINE 3\n", 1), "end", "END", 1)
	want := `--- a/x.yaml
+++ b/x.yaml
@@ -1,6 +1,6 @@
 line 1
 line 2
-line 3
+LINE 3
 line 4
 line 5
 line 6
@@ -28,4 +28,4 @@
 line 28
 line 29
 line 30
-end
\ No newline at end of file
+END
\ No newline at end of file
`
	if got, _ := fix.Unified("x.yaml", []byte(text), []byte(new), nil); got != want {
		t.Errorf("%s", got)
	}
	if got, _ := fix.Unified("x.yaml", []byte(text), []byte(text), nil); got != "" {
		t.Errorf("%s", got)
	}
}

// TestUnifiedHides checks that no hunk has a line that must not be shown, and that patch(1) accepts
// the hunks: both sides have the same number of context lines.
func TestUnifiedHides(t *testing.T) {
	text := "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: c}\n---\napiVersion: v1\nkind: Secret\nstringData:\n  a: S3CR3T\n---\napiVersion: batch/v1beta1\nkind: CronJob\n" +
		"---\napiVersion: v1\nkind: List\nitems:\n- {kind: Secret, apiVersion: v1, data: {a: S3CR3T}}\n- {apiVersion: batch/v1beta1, kind: CronJob, spec: {env: [{value: S3CR3T}]}}\n" +
		"- {apiVersion: batch/v1beta1, kind: CronJob}\n---\n{{ S3CR3T }}\n"
	new := strings.ReplaceAll(text, "batch/v1beta1", "batch/v1")
	got, notShown := fix.Unified("x.yaml", []byte(text), []byte(new), fix.Hidden([]byte(text)))
	want := `--- a/x.yaml
+++ b/x.yaml
@@ -1,4 +1,4 @@
-apiVersion: batch/v1beta1
+apiVersion: batch/v1
 kind: CronJob
 metadata: {name: c}
 ---
@@ -9,3 +9,3 @@
 ---
-apiVersion: batch/v1beta1
+apiVersion: batch/v1
 kind: CronJob
`
	if got != want || fmt.Sprint(notShown) != "[17 18]" {
		t.Errorf("%v not shown of\n%s", notShown, got)
	}
	all, _ := fix.Unified("x.yaml", []byte(text), []byte(new), nil)
	if !strings.Contains(all, "S3CR3T") {
		t.Error("nothing would have been shown anyway")
	}
}

// TestMoved checks that a hidden line is not shown where it is written again.
func TestMoved(t *testing.T) {
	old, now := "a: 1\nsecret: x\nb: 2\n", "a: 1\nb: 2\nc:\n  secret: x\n"
	text, notShown := fix.Unified("f", []byte(old), []byte(now), func(line int) bool { return line == 2 })
	if strings.Contains(text, "secret") || !slices.Equal(notShown, []int{2, 4}) {
		t.Errorf("not shown: %v, shown:\n%s", notShown, text)
	}
}

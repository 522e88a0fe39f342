package fix_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// TestApplies checks that git applies what is shown, and makes with it the changes that are shown and
// no others, whichever lines are hidden.
func TestApplies(t *testing.T) {
	t.Parallel()
	const lines = 13
	// made has the changes of lines 1, 4, 9 and 13, and the lines inserted after 6, by their bits.
	made := func(changes int) string {
		var text strings.Builder
		for i := 1; i <= lines; i++ {
			at, line := map[int]int{1: 1, 4: 2, 9: 8, 13: 16}[i], "same"
			if at != 0 {
				line = fmt.Sprint("line ", i, at&changes != 0)
			}
			text.WriteString(line + "\n")
			if i == 6 && changes&4 != 0 {
				text.WriteString("added\nadded\n")
			}
		}
		return text.String()
	}
	old, now := made(0), made(31)
	for a := 1; a <= lines; a++ {
		for b := a; b <= lines; b++ {
			text, notShown := fix.Unified("x.yaml", []byte(old), []byte(now), func(line int) bool { return line == a || line == b })
			if text == "" {
				continue
			}
			name := filepath.Join(t.TempDir(), "x.yaml")
			if err := os.WriteFile(name, []byte(old), 0o600); err != nil {
				t.Fatal(err)
			}
			git := exec.CommandContext(t.Context(), "git", "apply", "-")
			git.Dir, git.Stdin = filepath.Dir(name), strings.NewReader(text)
			if out, err := git.CombinedOutput(); err != nil {
				t.Errorf("lines %d and %d are hidden: %s%s", a, b, out, text)
				continue
			}
			got, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			shown := 31
			for line, bit := range map[int]int{1: 1, 4: 2, 6: 4, 7: 4, 9: 8, 13: 16} {
				if slices.Contains(notShown, line) {
					shown &^= bit
				}
			}
			if string(got) != made(shown) {
				t.Errorf("lines %d and %d are hidden, %v not shown, %b shown: got\n%s by\n%s", a, b, notShown, shown, got, text)
			}
		}
	}
}

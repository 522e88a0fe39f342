package fix_test

import (
	"fmt"
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
	if got := fix.Unified("x.yaml", []byte(text), []byte(new)); got != want {
		t.Errorf("%s", got)
	}
	if got := fix.Unified("x.yaml", []byte(text), []byte(text)); got != "" {
		t.Errorf("%s", got)
	}
}

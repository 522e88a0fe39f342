package facts

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
)

// TestNotesBeyond: notes of a release without other data are ignored.
func TestNotesBeyond(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{fmt.Sprintf("1.%d.0", discovery.NewestMinor-1), fmt.Sprintf("1.%d.0", discovery.NewestMinor), fmt.Sprintf("1.%d.0-rc.0", discovery.NewestMinor+1)} {
		text := fmt.Sprintf(`{"%d": {"pr_number": %d, "text": "A note."}}`, i, i)
		if err := os.WriteFile(filepath.Join(dir, name+".json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	texts, err := published(dir)
	if err != nil || len(texts) != 2 || texts[2] != nil {
		t.Errorf("got %v, %v", texts, err)
	}
}

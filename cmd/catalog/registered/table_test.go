package registered

import (
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/registered"
)

// TestFormat: reading and writing the embedded table gives the same text.
func TestFormat(t *testing.T) {
	text, err := os.ReadFile("../../../discovery/registered/registered.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table, err := registered.Parse(string(text))
	if err != nil || string(Format(table)) != string(text) {
		t.Errorf("the table is not what is written of it (%v)", err)
	}
}

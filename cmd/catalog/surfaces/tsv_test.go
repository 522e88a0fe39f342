package surfaces

import (
	"bytes"
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

// TestTablesAreAsWritten: encoding the embedded tables gives the same bytes.
func TestTablesAreAsWritten(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile("../../../discovery/source/catalog/data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	lifecycles, err := catalog.DecodeLifecycles(read("lives.tsv"))
	if err != nil || !bytes.Equal(encodeLifecycles(lifecycles), read("lives.tsv")) {
		t.Errorf("what is read of lives.tsv is written in another way (%v)", err)
	}
	text, err := packed.Decode(read("gates.tsv.zst"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := catalog.DecodeGates(text)
	if err != nil || !bytes.Equal(encodeGates(rows), text) {
		t.Errorf("what is read of gates.tsv.zst is written in another way (%v)", err)
	}
}

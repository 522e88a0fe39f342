package surfaces

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

var update = flag.Bool("update", false, "write the table of gated fields")

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

// TestGatesTable: the built-in table is what the tags of fields and the table of gates give for the
// releases of the catalog, so that a change of the rules must be written into it.
func TestGatesTable(t *testing.T) {
	cat := catalog.New()
	var surfaces []*discovery.Surface
	for _, r := range cat.Releases() {
		s, err := cat.Load(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		surfaces = append(surfaces, s)
	}
	rows, err := fieldGates(surfaces)
	if err != nil {
		t.Fatal(err)
	}
	const path = "../../../discovery/source/catalog/data/gates.tsv.zst"
	if *update {
		if err := os.WriteFile(path, packed.Encode(encodeGates(rows)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want, err = packed.Decode(want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(encodeGates(rows))); d != "" {
		t.Errorf("the built-in table of gated fields is not what the rules give (-table +rules); -update writes it:\n%s", d)
	}
}

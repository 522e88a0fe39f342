package catalog

import (
	"bytes"
	"testing"
)

// TestGatesAreAsWritten: the built-in table has the form that the generator gives it.
func TestGatesAreAsWritten(t *testing.T) {
	text, err := unpack("gates.tsv.zst")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := DecodeGates(text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(EncodeGates(rows), text) {
		t.Error("what is read of the table is written in another way: go run ./discovery/source/catalog/generate")
	}
}

package projects

import (
	"bytes"
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// TestTablesAreAsWritten: decoding and encoding gives the same bytes.
func TestTablesAreAsWritten(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile("../../../discovery/source/project/data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	releases, states := read("releases.tsv"), read("versions.tsv")
	all, err := project.Decode(releases, states)
	if err != nil || !bytes.Equal(encodeReleases(all), releases) || !bytes.Equal(encodeStates(all), states) {
		t.Errorf("the tables change when they are read and written (%v)", err)
	}
}

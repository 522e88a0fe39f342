package dataset_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	make "github.com/kubedelta/kubedelta/cmd/catalog/dataset"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/dataset"
)

// TestMake: a file signed with a new key is accepted with its public key, and has the built-in
// version.
func TestMake(t *testing.T) {
	t.Chdir("../../..")
	from := step.Folders{Key: filepath.Join(t.TempDir(), "key")}
	if _, err := make.Make(t.Context(), from); err == nil {
		t.Error("a set is made without a key")
	}
	if _, err := make.Key(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(from.Key)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := make.Key(t.Context(), from); err == nil {
		t.Error("a key is overwritten")
	}
	files, err := make.Make(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(from.Key)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	public, _ := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	set, err := dataset.Decode(files["kubedelta-data"], []ed25519.PublicKey{public})
	h, _ := dataset.BuiltIn()
	if err != nil || set.Version != h.Version || set.Date != h.Date {
		t.Errorf("%v, %v", set, err)
	}
	if _, err := dataset.Decode(files["kubedelta-data"], dataset.Keys()); err == nil {
		t.Error("a key of nobody's is believed")
	}
	if err := os.WriteFile(from.Key, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := make.Make(t.Context(), from); err == nil || !strings.Contains(err.Error(), "is not a private key") {
		t.Error(err)
	}
}

// TestVersion: changed tables get a later version, and unchanged tables keep theirs.
func TestVersion(t *testing.T) {
	t.Chdir("../../..")
	files, err := make.Version(t.Context(), step.Folders{})
	if err != nil {
		t.Fatal(err)
	}
	h, sum := dataset.BuiltIn()
	if got := string(files["built.tsv"]); got != string(dataset.FormatBuiltIn(h, sum)) {
		t.Errorf("tables that did not change got %q", got)
	}
	for date, want := range map[string]string{
		"": "give the day", "2001-01-01": "is before", "1.1.2099": "is not a date", h.Date: "\t" + h.Date + "\tsum", "2099-01-31": "2099.01.31\t2099-01-31\tsum",
	} {
		b, err := make.VersionOf("sum", date)
		got := strings.TrimSpace(string(b))
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("-date %q: %s", date, got)
		}
	}
}

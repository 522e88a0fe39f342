package dataset_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/dataset"
	fixture "github.com/kubedelta/kubedelta/fixtures/dataset"
)

func sets(t testing.TB) map[string][]byte {
	t.Helper()
	all, err := fixture.Sets(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDecode: a valid set is decoded unchanged, and each invalid one is refused with its reason.
func TestDecode(t *testing.T) {
	all := sets(t)
	keys := []ed25519.PublicKey{fixture.PublicKey()}
	if again := sets(t); !bytes.Equal(all["good"], again["good"]) {
		t.Error("the same set has two forms")
	}
	for name, want := range map[string]error{
		"good": nil, "older": nil, "unreadable": nil, "cut": dataset.ErrBroken, "tampered": dataset.ErrBroken,
		"resigned": dataset.ErrSigner, "foreign": dataset.ErrNoSet, "later-form": dataset.ErrForm,
	} {
		set, err := dataset.Decode(all[name], keys)
		if !errors.Is(err, want) || (err == nil) != (set != nil) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if _, err := dataset.Decode(all["cut"], keys); err == nil || !strings.Contains(err.Error(), "it is truncated: it has ") {
		t.Errorf("cut: %v", err)
	}
	for name, keys := range map[string][]ed25519.PublicKey{"no key": nil, "the key of the project": dataset.Keys()} {
		if _, err := dataset.Decode(all["good"], keys); !errors.Is(err, dataset.ErrSigner) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(dataset.Keys()) == 0 {
		t.Error("the project has no key")
	}
}

// TestEachByte: a file with any changed byte is refused.
func TestEachByte(t *testing.T) {
	good := sets(t)["good"]
	keys := []ed25519.PublicKey{fixture.PublicKey()}
	places := []int{len(good) - 1, len(good) / 2}
	for i := range 400 {
		places = append(places, i)
	}
	for _, i := range places {
		b := bytes.Clone(good)
		b[i] ^= 1
		if _, err := dataset.Decode(b, keys); err == nil {
			t.Errorf("byte %d (%q) may be another", i, good[i])
		}
	}
	if _, err := dataset.Decode(append(bytes.Clone(good), 'x'), keys); err == nil {
		t.Error("a byte may follow")
	}
}

// TestLacking: a set without one of its parts is refused, even with a valid signature.
func TestLacking(t *testing.T) {
	for _, part := range dataset.Parts() {
		files, err := dataset.Collect(os.DirFS("../.."))
		if err != nil {
			t.Fatal(err)
		}
		for name := range files {
			if name == part || path.Dir(name) == part {
				delete(files, name)
			}
		}
		b, err := dataset.Encode("2099.1.1", "2099-01-01", files, fixture.Key())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dataset.Decode(b, []ed25519.PublicKey{fixture.PublicKey()}); !errors.Is(err, dataset.ErrBroken) || !strings.Contains(err.Error(), part) {
			t.Errorf("without %s: %v", part, err)
		}
	}
}

func TestVersions(t *testing.T) {
	var last dataset.Version
	for _, v := range []dataset.Version{"2026.11.23", "2026.11.23.2", "2026.11.23.10", "2026.12.1", "2027.1.1"} {
		if last != "" && (last.Compare(v) >= 0 || v.Compare(last) <= 0) {
			t.Errorf("%s is not before %s", last, v)
		}
		last = v
	}
	if v, err := dataset.NewVersion("2026-11-23", 2); err != nil || v != "2026.11.23.2" {
		t.Error(v, err)
	}
	if _, err := dataset.NewVersion("23.11.2026", 1); err == nil {
		t.Error("23.11.2026 is a date")
	}
}

// TestBuiltIn: built.tsv has the checksum of the checkout's tables, so that one version always has
// the same tables.
func TestBuiltIn(t *testing.T) {
	files, err := dataset.Collect(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if h, sum := dataset.BuiltIn(); sum != dataset.Sum(files) || h.Version == "" || h.Date == "" {
		t.Errorf("the tables are not those of version %s: go run ./cmd/catalog -date TODAY version", h.Version)
	}
}

// TestParts: every embedded file of the product is in the set, or is listed with the reason why it
// is not.
func TestParts(t *testing.T) {
	stays := map[string]string{
		"changelog/fact/gates.txt":              "words that help to read texts, made with the rules that read them",
		"changelog/fact/words.txt":              "a part of the rules that read texts",
		"diff/kind/short.txt":                   "read by hand, and compared with the catalog by a test",
		"diff/rule/pages.md":                    "a part of the rules",
		"discovery/componentconfig/flags.tsv":   "read by hand: see CONTRIBUTING.md",
		"discovery/componentconfig/plugins.tsv": "read by hand, like flags.tsv",
		"usage/totals/controllers.txt":          "read by hand: the code has the source",
		"preflight/check/coredns.tsv":           "a part of a check",
		"preflight/check/facts.yaml":            "read by hand: the file has the source of each",
		"preflight/check/pages.md":              "the texts of the checks, which are code",
		"scan/checker/data/facts.json":          "read by hand: the file has the source of each",
		"scan/checker/data/rules.yaml":          "the texts of rules, which are code",
		"scan/migration/moves.json":             "read by hand, with conversions in code",
		"discovery/dataset/built.tsv":           "it names the set that is built in",
		"report/page/search.css":                "code", "report/page/search.js": "code", "report/page/base.css": "code", "report/page/filter.css": "code", "report/page/filter.js": "code", "report/language/*.tsv": "code",
		"site/assets/site.css": "code", "site/assets/search.js": "code", "site/assets/compare.js": "code", "usage/query/engine/*.tmpl": "code",
	}
	embed := regexp.MustCompile(`(?m)^\s*//go:embed (.+)$`)
	seen := 0
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && (name == "fixtures" || name == "cmd" || strings.HasPrefix(e.Name(), ".") && name != ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		for _, m := range embed.FindAllStringSubmatch(string(text), -1) {
			seen++
			if file := path.Join(path.Dir(name), m[1]); stays[file] == "" && !slices.Contains(dataset.Parts(), file) {
				t.Errorf("%s, which %s has built in, is in no data set", file, name)
			}
		}
		return err
	})
	if err != nil || seen < len(dataset.Parts()) {
		t.Error(seen, err)
	}
}

// FuzzDecode: a file that the key did not sign is refused.
func FuzzDecode(f *testing.F) {
	good := sets(f)["good"]
	f.Add(good[:1000])
	f.Add([]byte("kubedelta data 1\nsignature ed25519 x\nchecksum sha256 x\n{}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, err := dataset.Decode(b, []ed25519.PublicKey{fixture.PublicKey()}); err == nil && !bytes.Equal(b, good) {
			t.Errorf("%+v is believed", s.Header)
		}
	})
}

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
)

func TestLicences(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"LICENSE.MIT": "mit", "NOTICE": "notice\r\n", "licenses/a/COPYING": "a's", "license.go": "package a", "sub/LICENSE": "mit",
		"testdata/LICENSE": "not linked", ".git/LICENSE": "not linked", "README.md": "no licence",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := licences(dir)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if strings.Join(got, ",") != "a's,mit,notice" {
		t.Errorf("got %q", got)
	}
}

// TestNotices makes the file that packages contain.
func TestNotices(t *testing.T) {
	needs.Packages(t)
	t.Chdir(checkout)
	text, err := notices(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"release notes of Kubernetes built in", "\ngithub.com/spf13/cobra v", "\nk8s.io/client-go v", "\ngithub.com/inconshreveable/mousetrap v", "\nGo's standard library\n", "Apache License"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("it lacks %q", want)
		}
	}
	for _, no := range []string{ourModule, "github.com/rogpeppe/go-internal"} {
		if strings.Contains(string(text), "\n"+no+" v") {
			t.Errorf("it names %s, which is ours or linked by tests only", no)
		}
	}
	if home, err := os.UserHomeDir(); err == nil && strings.Contains(string(text), home+"/") {
		t.Errorf("it names a folder of this machine, %s", home)
	}
}

const ourModule = "github.com/kubedelta/kubedelta"

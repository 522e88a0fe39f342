//go:build unix

package main_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// TestReproducible builds the release twice and compares the bytes. The second build simulates
// another machine: another path and other times of the source, another home, module folder, umask,
// time zone and language, and an empty build cache.
func TestReproducible(t *testing.T) {
	needs.Packages(t)
	variables := []string{"releaseVersion=v1.2.3", "releaseCommit=0123456789abcdef0123456789abcdef01234567"}
	platforms := strings.Fields(os.Getenv("KUBEDELTA_PLATFORMS"))
	if len(platforms) == 0 {
		platforms = []string{"linux/amd64"}
	}
	other := t.TempDir()
	checkout := filepath.Join(other, "another folder")
	umask := syscall.Umask(0o077)
	defer syscall.Umask(umask)
	for name, data := range sources(t) {
		to := filepath.Join(checkout, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := []string{
		"HOME=" + other, "GOPATH=" + filepath.Join(other, "go"), "GOMODCACHE=" + filepath.Join(other, "modules"), "GOCACHE=" + filepath.Join(other, "cache"),
		"GOPROXY=file://" + filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download"), "GOSUMDB=off", "GOFLAGS=-modcacherw",
		"TZ=Pacific/Chatham", "LC_ALL=C", "USER=somebody",
	}
	for _, platform := range platforms {
		goos, goarch, _ := strings.Cut(platform, "/")
		target := []string{"GOOS=" + goos, "GOARCH=" + goarch}
		here := build(t, "../..", target, variables...)
		there := build(t, checkout, append(elsewhere, target...), variables...)
		if a, b := sum(t, here), sum(t, there); a != b {
			t.Errorf("%s: the same source gave %x and %x", platform, a, b)
		}
		if other := build(t, "../..", target, "releaseVersion=v1.2.4"); sum(t, other) == sum(t, here) {
			t.Errorf("%s: another version gave the same bytes: this test compares nothing", platform)
		}
	}
}

func sum(t *testing.T, name string) [sha256.Size]byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}

package coredns

import (
	"os"
	"path/filepath"
	"testing"
)

func TestInstalled(t *testing.T) {
	dir := t.TempDir()
	constants := filepath.Join(dir, "cmd/kubeadm/app/constants")
	if err := os.MkdirAll(constants, 0o755); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`package constants; const ( CoreDNSImageName = "coredns"; CoreDNSVersion = "v1.14.6" )`: "1.14.6",
		`package constants; const CoreDNSVersion = "1.6.7"`:                                     "1.6.7",
		`package constants; var CoreDNSVersion = version()`:                                     "",
		`package constants; const PauseVersion = "3.10"`:                                        "",
	} {
		if err := os.WriteFile(filepath.Join(constants, "constants.go"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := installed(dir); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}

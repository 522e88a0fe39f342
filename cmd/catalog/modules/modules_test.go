package modules

import (
	"maps"
	"strings"
	"testing"
)

// TestRead: a module that is not available does not affect the others, and the error names it.
func TestRead(t *testing.T) {
	dirs := map[string]string{}
	err := folders([]byte(`{"Path":"k8s.io/api","Version":"v0.99.0","Error":"unknown revision"}
		{"Path":"k8s.io/client-go","Version":"v0.99.0","Dir":"/cache/client-go"}
		{"Path":"k8s.io/kubernetes","Version":"v1.99.0"}`), dirs)
	for _, want := range []string{"k8s.io/api@v0.99.0: unknown revision", "k8s.io/kubernetes@v1.99.0: go mod download names no folder"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if !maps.Equal(dirs, map[string]string{"k8s.io/client-go": "/cache/client-go"}) {
		t.Errorf("folders %v", dirs)
	}
	if err := folders([]byte("<html>"), dirs); err == nil || !strings.Contains(err.Error(), "is not JSON") {
		t.Errorf("error %v for an answer that is no JSON", err)
	}
}

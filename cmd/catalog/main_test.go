package main

import (
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/embedded"
)

// TestStale makes the embedded tables again and compares them byte for byte after unpacking. The
// surfaces come from servers that the lab starts; package surfaces compares them with published
// data.
func TestStale(t *testing.T) {
	t.Chdir("../..")
	for name, s := range steps() {
		t.Run(name, func(t *testing.T) {
			var from step.Folders
			switch name {
			case "surfaces":
				t.Skip("needs what the lab recorded")
			case "configurations", "gates", "registered":
				needs(t, "KUBEDELTA_REQUIRE_GATES", "downloads k8s.io/kubernetes of every release, 900 MB")
			case "lifecycle":
				needs(t, "KUBEDELTA_REQUIRE_DATA", "needs the Go module proxy")
			case "keps":
				if from.Published = os.Getenv("KUBEDELTA_ENHANCEMENTS"); from.Published == "" {
					t.Skip("needs a checkout of kubernetes/enhancements, which KUBEDELTA_ENHANCEMENTS names")
				}
			case "key", "dataset":
				t.Skip("it makes nothing that is embedded")
			case "version":
			case "notes", "projects", "texts":
				needs(t, "KUBEDELTA_THOROUGH", "takes ten seconds")
				from.Published = data.Root(t)
			default:
				from.Published = data.Root(t)
			}
			files, err := s.make(t.Context(), from)
			if err != nil {
				t.Fatal(err)
			}
			embedded.Compare(t, files, s.to)
		})
	}
}

func needs(t *testing.T, variable, why string) {
	t.Helper()
	if os.Getenv(variable) != "1" {
		t.Skipf("%s; %s=1 runs it", why, variable)
	}
}

// TestSteps: an unknown step is an error that lists all steps.
func TestSteps(t *testing.T) {
	for _, args := range [][]string{nil, {"gate"}, {"gates", "notes"}} {
		err := run(t.Context(), args, step.Folders{})
		if err == nil || err.Error() != "name one step: configurations, coredns, dataset, facts, gates, history, keps, key, lifecycle, metrics, notes, projects, registered, schedule, surfaces, texts, version" {
			t.Errorf("%v: %v", args, err)
		}
	}
}

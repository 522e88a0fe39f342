package main_test

import (
	"flag"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/scripts"
)

var updateScripts = flag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	scripts.Main(m, map[string]func() int{"kubedelta": cli.Run})
}

// TestScripts runs the scripts of what users type for servers, clusters, snapshots and terminals.
// All other scripts are in cmd/internal/cli.
func TestScripts(t *testing.T) { scripts.Run(t, *updateScripts, nil) }

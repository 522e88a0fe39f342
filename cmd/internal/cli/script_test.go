package cli_test

import (
	"flag"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/dataset"
	"github.com/kubedelta/kubedelta/fixtures/scripts"
)

var updateScripts = flag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	scripts.Main(m, map[string]func() int{
		"kubedelta":           cli.Run,
		"kubedelta-hasty":     cli.RunHastily,
		"kubedelta-patient":   cli.RunPatiently,
		"kubedelta-malformed": runMalformed,
		"kubedelta-trusting":  cli.RunTrusting(dataset.PublicKey()),
	})
}

// TestScripts runs the scripts of what users type. Scripts of commands that read clusters are in
// cmd/kubedelta: go test ends a package after ten minutes, also on a busy machine.
func TestScripts(t *testing.T) {
	scripts.Run(t, *updateScripts, map[string]scripts.Command{"datasets": serveDataSets})
}

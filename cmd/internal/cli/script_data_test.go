package cli_test

import (
	"os"
	"path/filepath"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubedelta/kubedelta/fixtures/dataset"
)

// dataSets are made once for all scripts.
var dataSets = sync.OnceValues(func() (map[string][]byte, error) { return dataset.Sets(os.DirFS("../../..")) })

// serveDataSets implements the command "datasets FOLDER" of scripts: it writes good and bad data
// sets into a folder and serves them at $DATASETS/NAME.
func serveDataSets(ts *testscript.TestScript, _ bool, args []string) {
	sets, err := dataSets()
	ts.Check(err)
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o700))
	for name, b := range sets {
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), name), b, 0o600))
	}
	server := dataset.Serve(sets)
	ts.Defer(server.Close)
	ts.Setenv("DATASETS", server.URL)
}

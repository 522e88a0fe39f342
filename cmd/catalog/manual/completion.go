package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

// scripts are the shells and the file names of their completion scripts in packages.
//
//nolint:gochecknoglobals // a constant table
var scripts = []struct{ shell, file string }{
	{"bash", "kubedelta.bash"}, {"zsh", "_kubedelta"}, {"fish", "kubedelta.fish"}, {"powershell", "kubedelta.ps1"},
}

// completionFiles runs the program, which prints the scripts.
func completionFiles(ctx context.Context) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, s := range scripts {
		var out, errs bytes.Buffer
		code := cli.Main(ctx, []string{"kubedelta", "completion", s.shell}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if code != 0 || out.Len() == 0 {
			return nil, fmt.Errorf("kubedelta completion %s ended with %d and %d bytes: %s", s.shell, code, out.Len(), errs.String())
		}
		files[s.file] = out.Bytes()
	}
	return files, nil
}

// Package version is the command version.
package version

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report/format"
)

// build is the information about the program that bug reports need.
type build struct {
	Version  string             `json:"version"`
	Commit   string             `json:"commit,omitempty"`
	Go       string             `json:"go"`
	Platform string             `json:"platform"`
	Catalog  buildinfo.Releases `json:"catalog"`
	// Data is the version of the data set in use.
	Data dataset.Version `json:"data"`
}

func thisBuild() build {
	set, _ := dataset.Current()
	return build{
		Version: buildinfo.Version(), Commit: buildinfo.Commit(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Catalog: buildinfo.ReleasesOf(catalog.New().Releases()), Data: set.Version,
	}
}

// New makes the command version.
func New(streams terminal.Streams) *cobra.Command {
	o := &option.Output{}
	cmd := &cobra.Command{
		Use:               "version",
		Args:              option.Exactly(0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			return o.Write(streams, buildWriters(), nil)
		},
	}
	o.Bind(cmd.Flags(), buildWriters().Names()...)
	return cmd
}

func buildWriters() format.Writers {
	return format.Writers{
		format.Text: func(w io.Writer, _ format.Options) error { return writeBuild(w, thisBuild()) },
		format.JSON: func(w io.Writer, _ format.Options) error { return format.WriteJSON(w, thisBuild()) },
	}
}

// writeBuild writes the build information as text. The first line is that of --version.
func writeBuild(out io.Writer, b build) error {
	text := "kubedelta " + b.Version + "\n"
	if b.Commit != "" {
		text += "commit    " + b.Commit + "\n"
	}
	text += "built     with " + b.Go + " for " + b.Platform + "\n"
	text += "catalog   Kubernetes " + b.Catalog.String() + "\n"
	text += "data      " + string(b.Data) + "\n"
	_, err := fmt.Fprint(out, text)
	return err
}

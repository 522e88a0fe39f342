package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/report"
)

func newRender(streams Streams) *cobra.Command {
	output := &outputOptions{}
	cmd := &cobra.Command{
		Use:   "render REPORT.json",
		Short: "Write a report that -o json made in another format",
		Long:  "render reads a report that diff wrote with -o json and writes it in any other format. - is stdin.",
		Example: `  kubedelta diff 1.23 1.24 -o json=report.json
  kubedelta render report.json -o markdown`,
		Args: exactly(1, "one file, REPORT.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := readReport(args[0], streams.In)
			if err != nil {
				return err
			}
			if err := output.readTemplate(); err != nil {
				return err
			}
			return output.writeReport(streams, r)
		},
	}
	output.bind(cmd.Flags(), reportFormats()...)
	output.bindTemplate(cmd.Flags())
	return cmd
}

func readReport(path string, stdin io.Reader) (*report.Report, error) {
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("the report cannot be read: %w", err)
		}
		defer f.Close() //nolint:errcheck // it was only read
		in = f
	}
	r, err := report.ReadJSON(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/preflight"
)

func newRender(streams Streams) *cobra.Command {
	output := &outputOptions{}
	cmd := &cobra.Command{
		Use:   "render REPORT.json",
		Short: "Convert a JSON report to another format",
		Long: `Convert a report that diff, changelog, scan or preflight wrote with -o json to
any other format of that command. To read standard input, use - as the file.`,
		Example: `  kubedelta diff 1.23 1.24 -o json=report.json
  kubedelta render report.json -o markdown`,
		Args: exactly(1, "one file, REPORT.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := output.readTemplate(); err != nil {
				return err
			}
			text, err := readFile(args[0], streams.In)
			if err != nil {
				return err
			}
			return output.render(args[0], text, streams)
		},
	}
	output.bind(cmd.Flags(), renderFormats()...)
	output.bindTemplate(cmd.Flags())
	return cmd
}

// renderFormats are the formats of all kinds of reports.
func renderFormats() []string {
	all := slices.Concat(reportFormats(), findings.Formats(), preflight.Formats())
	slices.Sort(all)
	return slices.Compact(all)
}

// render writes a report of any kind, which says itself which one it is.
func (o *outputOptions) render(name string, text []byte, streams Streams) error {
	var head struct {
		Kind string `json:"kind"`
	}
	// What is no JSON at all is told by who reads it as a whole.
	_ = json.Unmarshal(text, &head)
	switch head.Kind {
	case findings.KindScan:
		r, err := findings.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return o.writeFindings(streams, r, gateOptions{})
	case preflight.Kind, preflight.KindFleet:
		r, fleet, err := preflight.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return o.writePreflight(streams, &preflightOptions{}, func(w io.Writer, format string, ro preflight.Options) error {
			if fleet != nil {
				return preflight.RenderFleet(w, format, fleet, ro)
			}
			return preflight.Render(w, format, r, ro)
		})
	default:
		r, err := report.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return o.writeReport(streams, r, never)
	}
}

// readFile reads a file, or standard input.
func readFile(path string, stdin io.Reader) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(stdin)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", err)
	}
	return text, nil
}

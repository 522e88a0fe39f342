package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// decisionOptions name the files by which a user decides which findings count.
type decisionOptions struct {
	severityConfig, waivers, baseline string
}

func (o *decisionOptions) bind(flags *pflag.FlagSet) {
	flags.StringVar(&o.severityConfig, "severity-config", "", "YAML `file` that sets the severity of rules; none hides the findings")
	flags.StringVar(&o.waivers, "waivers", "", "YAML `file` of waivers, each with a reason and an expiry date")
}

func (o *decisionOptions) bindBaseline(flags *pflag.FlagSet) {
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json); findings in it do not count")
}

// decisions are what the files hold.
type decisions struct {
	options  decisionOptions
	waivers  []decision.Waiver
	levels   rule.Levels
	baseline *findings.Report
}

// read reads the files of a command that compares with no baseline.
func (o *decisionOptions) read() (d decisions, err error) {
	d.options = *o
	if data, err := readSmall("--waivers", o.waivers); err != nil {
		return d, err
	} else if d.waivers, err = decision.ReadWaivers(data, o.waivers, knownRule); err != nil {
		return d, err
	}
	d.levels, err = readLevels(o.severityConfig)
	return d, err
}

// readDecisions reads the files of a command with an earlier report; of is what it found.
func readDecisions[R any](o *decisionOptions, report func(io.Reader) (*R, error), of func(*R) *findings.Report) (decisions, error) {
	d, err := o.read()
	if err != nil {
		return d, err
	}
	earlier, err := readBaseline(o.baseline, report)
	if earlier != nil {
		d.baseline = of(earlier)
	}
	return d, err
}

// severities gives findings the severities that the user set.
func (d *decisions) severities(list []finding.Finding) ([]finding.Finding, []envelope.Level) {
	return envelope.SetLevels(d.levels, list, func(f *finding.Finding) (string, *rule.Severity) { return f.Rule, &f.Severity })
}

// apply takes what is waived, or known from the baseline, out of the findings that count.
func (d *decisions) apply(r *findings.Report, ours func(rule string) bool) error {
	r.Waive(d.waivers, today(), ours)
	if d.baseline == nil {
		return nil
	}
	if err := findings.Against(d.baseline, r); err != nil {
		return fmt.Errorf("--baseline %s: %w", d.options.baseline, err)
	}
	return nil
}

// readBaseline reads the report of --baseline; nil without one.
func readBaseline[R any](path string, read func(io.Reader) (*R, error)) (*R, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	r, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("--baseline %s: %w", path, err)
	}
	return r, nil
}

package option

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// DecisionFiles are the flags that name the files with a user's decisions about findings.
type DecisionFiles struct {
	severityConfig, waivers, baseline string
}

// Bind adds --severity-config and --waivers.
func (o *DecisionFiles) Bind(flags *pflag.FlagSet) {
	flags.StringVar(&o.severityConfig, "severity-config", "", "YAML `file` that sets the severity of rules; \"none\" hides the findings of a rule")
	flags.StringVar(&o.waivers, "waivers", "", "YAML `file` of waivers, each with a reason and an expiry date")
}

// Paths returns the paths of the files; "" for a flag that is not set.
func (o *DecisionFiles) Paths() []string { return []string{o.severityConfig, o.waivers, o.baseline} }

// BindBaseline adds --baseline.
func (o *DecisionFiles) BindBaseline(flags *pflag.FlagSet) {
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json); findings in it do not count")
}

// Decisions are the contents of these files.
type Decisions struct {
	Waivers  []decision.Waiver
	Levels   rule.Levels
	baseline *findings.Report
	// baselineFile is the path of baseline, for errors.
	baselineFile string
}

// Read reads --waivers and --severity-config.
func (o *DecisionFiles) Read() (d Decisions, err error) {
	d.baselineFile = o.baseline
	if data, err := ReadSmall("--waivers", o.waivers); err != nil {
		return d, err
	} else if d.Waivers, err = decision.ReadWaivers(data, o.waivers, ruleset.Shared()); err != nil {
		return d, err
	}
	d.Levels, err = readLevels(o.severityConfig)
	return d, err
}

// ReadDecisions reads all files, for commands with --baseline. report reads a report of the
// command, and of returns its findings.
func ReadDecisions[R any](o *DecisionFiles, report func(io.Reader) (*R, error), of func(*R) *findings.Report) (Decisions, error) {
	d, err := o.Read()
	if err != nil {
		return d, err
	}
	earlier, err := ReadBaseline(o.baseline, report)
	if earlier != nil {
		d.baseline = of(earlier)
	}
	return d, err
}

// Apply sets the severities of findings, and moves those that are waived, or listed in the baseline,
// out of the findings that count. c is what the run checked. A configuration file that weakens the
// check adds a warning. Warnings about waivers are also written to w.
func (d *Decisions) Apply(r *findings.Report, c findings.Coverage, configuration *terminal.Configuration, w *terminal.Warner) error {
	r.Findings, r.Severities = envelope.SetLevels(d.Levels, r.Findings, func(f *finding.Finding) (string, *rule.Severity) { return f.Rule, &f.Severity })
	if configuration.Loosened != "" {
		r.Warnings = append(r.Warnings, finding.Warning{Text: configuration.Loosened})
	}
	c.Levels = d.Levels
	w.All(r.Waive(d.Waivers, Today(), c))
	if d.baseline == nil {
		return nil
	}
	if err := findings.Against(d.baseline, r, c); err != nil {
		return fmt.Errorf("--baseline %s: %w", d.baselineFile, err)
	}
	return nil
}

// ReadBaseline reads the report at path. It returns nil if path is empty.
func ReadBaseline[R any](path string, read func(io.Reader) (*R, error)) (*R, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", cause.Reading(path, err))
	}
	r, err := read(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("--baseline %s: %w", path, err)
	}
	return r, nil
}

// LoosenedNotCompared returns what a report of changes says about a configuration file that weakens the
// check.
func LoosenedNotCompared(l *terminal.Configuration) (list []diff.NotCompared) {
	if l.Loosened != "" {
		list = append(list, diff.NotCompared{What: "configuration", Why: l.Loosened})
	}
	return list
}

// Today is the date that expiry dates of waivers are compared with. Reports do not contain it.
func Today() string { return time.Now().UTC().Format(time.DateOnly) } //nolint:forbidigo // see above

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/judge"
	"github.com/kubedelta/kubedelta/scan/validate"
)

type scanOptions struct {
	sources          sourceOptions
	output           outputOptions
	gate             gateOptions
	from, to         string
	include, exclude []string
	noIgnore, strict bool
	ignoreFile       string
	baseline         string
	fix, dryRun      bool
	backup           bool
	validate, stats  bool
	values           []string
	set, setString   []string
}

func newScan(streams Streams) *cobra.Command {
	o := &scanOptions{}
	cmd := &cobra.Command{
		Use:   "scan PATH...",
		Short: "What of your manifests a version removes or deprecates",
		Long: `scan reads manifests and says which versions, kinds, fields, references, labels
and annotations the target removes or deprecates, where they stand, and what to
write instead. - is standard input.

Folders are read with all below them: .yaml, .yml and .json, without what git
ignores. What could not be read is listed, and makes the exit code 4. Objects
that the target says nothing of, such as custom resources, are counted.

Charts, folders with a Chart.yaml and .tgz archives, are rendered for the target
with their values; kustomizations are built, those that are part of no other.

The target, --to, is any source: a release, a cluster (context:NAME), a folder of
CRD manifests; see kubedelta --help. With --from only what changes between the
two is found.`,
		Example: `  kubedelta scan ./manifests --to 1.33
  kubedelta scan ./manifests --from 1.29 --to 1.33 -o sarif=kubedelta.sarif
  helm template ./chart | kubedelta scan - --to 1.33
  kubedelta scan ./manifests --to 1.25 --fix --dry-run`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runScan(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.to, "to", "", "the `target`: a source (default: the newest release of the catalog)")
	flags.StringVar(&o.from, "from", "", "what you come from: a `source`; only what changes on the way is found")
	flags.StringSliceVar(&o.include, "include", nil, "`globs` of files to read instead of *.yaml, *.yml and *.json")
	flags.StringSliceVar(&o.exclude, "exclude", nil, "`globs` of files and folders to leave out")
	flags.BoolVar(&o.noIgnore, "no-ignore", false, "read what git ignores, too")
	flags.BoolVar(&o.strict, "strict", false, "find fields that the target does not know, too")
	flags.BoolVar(&o.validate, "validate", false, "hold each object against the target's schemas, too")
	flags.BoolVar(&o.stats, "stats", false, "tell what became of each file: judged, without objects, passed over and why, or unread")
	flags.StringArrayVar(&o.values, "values", nil, "values `file` for charts, as helm takes it; may be given several times")
	flags.StringArrayVar(&o.set, "set", nil, "a `value` for charts: a.b=1,c[0]=x")
	flags.StringArrayVar(&o.setString, "set-string", nil, "a `value` for charts that is a text")
	flags.StringVar(&o.ignoreFile, "ignore-file", "", "YAML `file` of waivers, each with a reason and an expiry date")
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json): what it has does not count")
	flags.BoolVar(&o.fix, "fix", false, "rewrite in place what is safe, and say what is left and why")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --fix: show what would be rewritten, and write nothing")
	flags.BoolVar(&o.backup, "backup", false, "with --fix: keep each file as it was beside it, with .orig behind its name")
	o.gate.bind(flags, string(rule.Breaking), rule.FindingSeverities())
	o.output.bind(flags, findings.Formats()...)
	o.sources.bind(flags)
	return cmd
}

func runScan(ctx context.Context, o *scanOptions, paths []string, streams Streams) error {
	if err := o.check(paths, streams); err != nil {
		return err
	}
	waivers, err := readFindingWaivers(o.ignoreFile)
	if err != nil {
		return err
	}
	baseline, err := readBaseline(o.baseline)
	if err != nil {
		return err
	}
	s := o.sources.session(streams)
	target, err := s.target(ctx, o)
	if err != nil {
		return err
	}
	j, err := judge.New(target)
	if err != nil {
		return err
	}
	// What the catalog took to be decoded is not needed any more: returned now, it
	// is not in the way of what the scan takes.
	debug.FreeOSMemory()
	e := scan.Examination{
		Files: files.Options{Include: o.include, Exclude: o.exclude, NoIgnore: o.noIgnore, ByFile: o.stats, Stdin: streams.In},
		Judge: j, Known: knownRule,
	}
	if err := o.withCharts(&e, target.To); err != nil {
		return err
	}
	var limits []finding.Warning
	if o.validate {
		v := validate.New(target.To, validate.Options{Elsewhere: o.strict})
		e.Also = v.Object
		for _, text := range v.Limits() {
			limits = append(limits, finding.Warning{Text: "not validated: " + text})
		}
	}
	reading := s.progress.begin("files")
	e.Files.Opaque = counted(e.Files.Opaque, reading)
	result, err := e.Examine(ctx, paths)
	reading.end()
	if err != nil {
		return err
	}
	r := findings.New(findings.KindScan, findings.Tool{Name: "kubedelta", Version: version()}, findings.SideOf(target.To), result.Account, result.Findings)
	if target.From != nil {
		from := findings.SideOf(target.From)
		r.From = &from
	}
	r.Waived, r.Warnings = result.Waived, append(append(r.Warnings, result.Warnings...), limits...)
	r.Waive(waivers, today(), ofScan)
	if baseline != nil {
		if err := findings.Against(baseline, r); err != nil {
			return fmt.Errorf("--baseline %s: %w", o.baseline, err)
		}
	}
	if o.fix {
		f := fixOptions{dryRun: o.dryRun, backup: o.backup, diffs: streams.Out}
		if len(o.output.formats) > 0 {
			f.diffs = streams.Err
		}
		if err := fixFiles(r, j, f); err != nil {
			return err
		}
	}
	r.Arrange()
	if o.dryRun && len(o.output.formats) == 0 {
		// Standard output has the difference, to be piped into patch.
		streams.Out = streams.Err
		o.output.formats = []string{"text"}
	}
	if err := o.output.writeFindings(streams, r, o.gate); err != nil {
		return err
	}
	return o.gate.findingsVerdict(r)
}

// withCharts has the charts among the paths rendered.
func (o *scanOptions) withCharts(e *scan.Examination, to *discovery.Surface) error {
	charts := &scan.Charts{ByFile: o.stats, Target: chart.TargetOf(to), Values: chart.Values{Set: o.set, SetString: o.setString}}
	for _, name := range o.values {
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("--values: %w", err)
		}
		charts.Values.Files = append(charts.Values.Files, chart.ValuesFile{Name: name, Data: data})
	}
	if err := charts.Values.Check(); err != nil {
		return usageError{err}
	}
	e.Files.Opaque, e.Files.Part = charts.Claims, chart.Part
	e.Opaque, e.Template = charts.Read, charts.Template
	return nil
}

// counted tells a task of every file that a scan comes by.
func counted(claims func(path string, folder bool) bool, reading *task) func(path string, folder bool) bool {
	return func(path string, folder bool) bool {
		if !folder {
			reading.next()
		}
		return claims(path, folder)
	}
}

// check names everything that can be wrong with the command line before the work.
func (o *scanOptions) check(paths []string, streams Streams) error {
	if len(paths) == 0 {
		return usagef("scan takes files or folders, or - for standard input; see kubedelta scan --help")
	}
	if _, err := o.output.targets(streams.Out, findings.Formats()...); err != nil {
		return err
	}
	if !o.fix && (o.dryRun || o.backup) {
		return usagef("--dry-run and --backup are about --fix")
	}
	if err := o.gate.check(); err != nil {
		return err
	}
	return existing(paths)
}

// existing refuses paths at which there is nothing: a slip of the pen must not pass
// for something that could not be read.
func existing(paths []string) error {
	for _, path := range paths {
		if path == "-" {
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot scan %s: there is no such file or folder", path)
		}
	}
	return nil
}

// target loads what manifests are held against.
func (s *session) target(ctx context.Context, o *scanOptions) (judge.Target, error) {
	to := o.to
	if to == "" {
		to = s.env.Catalog.Newest().String()
	}
	t := judge.Target{Strict: o.strict, Past: func(r discovery.Release) (*discovery.Surface, error) { return s.env.Catalog.Load(ctx, r) }}
	var err error
	if t.To, err = s.load(ctx, to, o.sources.cluster); err != nil {
		return t, err
	}
	if o.from != "" {
		if t.From, err = s.load(ctx, o.from, o.sources.cluster); err != nil {
			return t, err
		}
		if t.To.Release.Known() && t.From.Release.Compare(t.To.Release) > 0 {
			return t, usagef("--from %s is after --to %s", o.from, to)
		}
	}
	if t.Lives, err = s.env.Catalog.Lives(); err != nil {
		return t, err
	}
	t.Groups, err = s.env.Catalog.Groups()
	return t, err
}

// load reads one source.
func (s *session) load(ctx context.Context, text string, flags clusterFlags) (*discovery.Surface, error) {
	ref, err := s.parse(text, flags)
	if err != nil {
		return nil, err
	}
	return source.Open(ref, s.environment(flags)).Load(ctx)
}

// knownRule: it is a rule of scan or of diff, which share the waivers.
func knownRule(id string) bool {
	_, ofDiff := rule.ByID(id)
	return ofScan(id) || ofDiff
}

func ofScan(id string) bool {
	return slices.ContainsFunc(scanRules(), func(r rule.Rule) bool { return r.ID == id })
}

// writeFindings renders the report to every target.
func (o *outputOptions) writeFindings(streams Streams, r *findings.Report, gate gateOptions) error {
	targets, err := o.targets(streams.Out, findings.Formats()...)
	if err != nil {
		return err
	}
	options := findings.Options{FailOn: rule.Severity(gate.failOn), Rules: pagesOf(scanRules(), "scan-rules.md")}
	for _, t := range targets {
		err := t.write(streams, func(w io.Writer) error {
			one := options
			one.Colour, one.Width = streams.coloured(w), width(w)
			return findings.Render(w, t.format, r, one)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// findingsVerdict is nil, or the exit code that the report leads to.
func (g *gateOptions) findingsVerdict(r *findings.Report) error {
	switch findings.Verdict(r, rule.Severity(g.failOn), g.allowIncomplete) {
	case findings.CodeFindings:
		return verdict{exitFindings, fmt.Sprintf("%s at or above %s", rule.Count(findings.Crossing(r, rule.Severity(g.failOn)), "finding"), g.failOn)}
	case findings.CodeIncomplete:
		return verdict{exitIncomplete, fmt.Sprintf("%s could not be read, so this is not the whole answer; see the report, or pass --allow-incomplete", rule.Count(r.Unread(), "part"))}
	default:
		return nil
	}
}

// readBaseline reads the report of --baseline.
func readBaseline(path string) (*findings.Report, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	r, err := findings.ReadJSON(f)
	if err != nil {
		return nil, fmt.Errorf("--baseline %s: %w", path, err)
	}
	return r, nil
}

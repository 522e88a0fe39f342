package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/report/envelope"
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
	severityConfig   string
	waivers          string
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
		Short: "Find removed and deprecated APIs in manifests, charts and kustomizations",
		Long: `Scan manifests for API versions, kinds, fields, references, labels and
annotations that the target release removes or deprecates. Each finding has the
file, the line and the replacement. To read standard input, use - as the path.

Folders are scanned recursively for .yaml, .yml and .json files, except for
files that git ignores. Anything that could not be read is listed, and the exit
code is 4. Objects that cannot be checked because the target has no data about
their kind, such as custom resources, are counted.

Helm charts (folders with a Chart.yaml, and .tgz archives) are rendered for the
target with their values. Kustomizations that no other kustomization includes
are built.

The target (--to) is a release, a cluster (context:NAME) or a folder of CRD
manifests; see kubedelta --help. With --from, only changes between the two are
reported.`,
		Example: `  kubedelta scan ./manifests --to 1.33
  kubedelta scan ./manifests --from 1.29 --to 1.33 -o sarif=kubedelta.sarif
  helm template ./chart | kubedelta scan - --to 1.33
  kubedelta scan ./manifests --to 1.25 --fix --dry-run`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runScan(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.to, "to", "", "the `target` to check against, a source (default: the newest release of the catalog)")
	flags.StringVar(&o.from, "from", "", "the `source` you upgrade from; report only changes between it and the target")
	flags.StringSliceVar(&o.include, "include", nil, "read files that match these `globs`, instead of *.yaml, *.yml and *.json")
	flags.StringSliceVar(&o.exclude, "exclude", nil, "exclude files and folders that match these `globs`")
	flags.BoolVar(&o.noIgnore, "no-ignore", false, "also read files that git ignores")
	flags.BoolVar(&o.strict, "strict", false, "also report fields that the target does not know")
	flags.BoolVar(&o.validate, "validate", false, "validate each object with the target's schemas")
	flags.BoolVar(&o.stats, "stats", false, "list each file with its result: checked, without objects, skipped and why, or unread")
	flags.StringArrayVar(&o.values, "values", nil, "values `file` for charts, as in helm (repeatable)")
	flags.StringArrayVar(&o.set, "set", nil, "set a `value` for charts, as in helm: a.b=1,c[0]=x (repeatable)")
	flags.StringArrayVar(&o.setString, "set-string", nil, "set a string `value` for charts, as in helm (repeatable)")
	flags.StringVar(&o.severityConfig, "severity-config", "", "YAML `file` with a severity for each rule, in place of its own; none hides the findings")
	flags.StringVar(&o.waivers, "waivers", "", "YAML `file` of waivers, each with a reason and an expiry date")
	renamed(flags, "ignore-file", "", "waivers")
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json); findings in it do not count")
	flags.BoolVar(&o.fix, "fix", false, "apply the safe fixes to the files, and list the other findings with the reason")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --fix, print a patch instead of changing files")
	flags.BoolVar(&o.backup, "backup", false, "with --fix, keep a copy of each changed file with the suffix .orig")
	o.gate.bind(flags, rule.Breaking, rule.FindingSeverities())
	o.output.bind(flags, findings.Formats()...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	o.sources.cluster.bindContext(flags, "", "; without --to, its cluster is the target")
	return cmd
}

func runScan(ctx context.Context, o *scanOptions, paths []string, streams Streams) error {
	if err := o.output.readTemplate(); err != nil {
		return err
	}
	if err := o.check(paths, streams); err != nil {
		return err
	}
	given, err := o.read()
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
	var left debris
	e.Files.Opaque = counted(e.Files.Opaque, reading, &left)
	result, err := e.Examine(ctx, paths)
	reading.end()
	if err != nil {
		return err
	}
	found, set := envelope.SetLevels(given.levels, result.Findings, func(f *finding.Finding) (string, *rule.Severity) { return f.Rule, &f.Severity })
	r := findings.New(findings.KindScan, tool(), envelope.SideOf(target.To), result.Account, found)
	r.Severities = set
	if target.From != nil {
		from := envelope.SideOf(target.From)
		r.From = &from
	}
	r.Gate, r.Data = o.gate.gate(), s.data()
	r.Waived, r.Warnings = result.Waived, slices.Concat(r.Warnings, result.Warnings, limits, streams.loosened.warnings())
	r.Waive(given.waivers, today(), ofScan)
	if given.baseline != nil {
		if err := findings.Against(given.baseline, r); err != nil {
			return fmt.Errorf("--baseline %s: %w", o.baseline, err)
		}
	}
	if o.fix {
		f := fixOptions{dryRun: o.dryRun, backup: o.backup, diffs: streams.Out, paths: paths}
		if len(o.output.formats) > 0 {
			f.diffs = streams.Err
		}
		if !o.dryRun {
			left.remove()
		}
		if err := fixFiles(ctx, r, j, f); err != nil {
			return err
		}
	}
	r.Encode()
	if o.dryRun && len(o.output.formats) == 0 {
		// Standard output has the difference, to be piped into patch.
		streams.Out = streams.Err
		o.output.formats = []string{"text"}
	}
	return o.output.finish(streams, r, scanPages())
}

// scanFiles are the files beside the manifests that decide what counts.
type scanFiles struct {
	waivers  []findings.Waiver
	levels   rule.Levels
	baseline *findings.Report
}

func (o *scanOptions) read() (given scanFiles, err error) {
	if given.waivers, err = readFindingWaivers(o.waivers); err != nil {
		return given, err
	}
	if given.levels, err = readLevels(o.severityConfig); err != nil {
		return given, err
	}
	given.baseline, err = readBaseline(o.baseline)
	return given, err
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

// counted tells a task of every file that a scan comes by, and notes what killed runs
// left.
func counted(claims func(path string, folder bool) bool, reading *task, left *debris) func(path string, folder bool) bool {
	return func(path string, folder bool) bool {
		if !folder {
			reading.next()
			left.note(path)
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
	switch {
	case to == "" && o.sources.cluster.context != "":
		to = currentContext
	case to == "":
		to = s.env.Catalog.Newest().String()
	}
	if err := errors.Join(checkZero("--to ", to), checkZero("--from ", o.from), o.sources.cluster.checkContext("", to, o.from)); err != nil {
		return judge.Target{}, err
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

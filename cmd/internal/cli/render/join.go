package render

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/reports"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/preflight"
	usagereport "github.com/kubedelta/kubedelta/report/usage"
)

type input struct {
	// path is the path of the file, or "-" for stdin, whose text is kept.
	path string
	// label is the path below the given folder, without extension. It is the name of the report in
	// a joined one.
	label string
	text  []byte
}

// read reads the report and applies the flags of the gate. given reports whether a gate was set.
func (in *input) read(gate *option.Gate) (r *reports.Report, given bool, err error) {
	if r, err = in.report(); err != nil {
		return nil, false, err
	}
	if err := gate.CheckFor(r.Command, r.Limits, len(r.Gates) > 0); err != nil {
		return nil, false, err
	}
	return r, gate.Over(r.Gates, r.Limits), nil
}

func (in *input) report() (*reports.Report, error) {
	text := in.text
	if in.path != "-" {
		var err error
		if text, err = os.ReadFile(in.path); err != nil {
			return nil, cause.Reading(in.path, err)
		}
	}
	name := in.path
	if name == "-" {
		name = "standard input"
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, fmt.Errorf("%s is empty; a report of kubedelta (-o json) is expected", name)
	}
	r, err := reports.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// inputsOf returns the files that the arguments name, and whether they are joined. A single file is
// not joined.
func inputsOf(args []string, stdin io.Reader) (list []*input, joined bool, err error) {
	joined = len(args) > 1
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			text, err := io.ReadAll(stdin)
			if err != nil {
				return nil, false, err
			}
			list = append(list, &input{path: arg, label: "stdin", text: text})
		case err == nil && info.IsDir():
			joined = true
			found, err := reportsIn(arg, args)
			if err != nil {
				return nil, false, err
			}
			list = append(list, found...)
		default:
			list = append(list, &input{path: arg, label: strings.TrimSuffix(filepath.ToSlash(arg), ".json")})
		}
	}
	return list, joined, distinct(list)
}

// distinct returns an error for a file that is read twice, because its findings would count twice.
func distinct(list []*input) error {
	read := map[string]bool{}
	for _, in := range list {
		file := option.RealPath(in.path)
		if read[file] {
			return terminal.Usagef("%s would be read twice: specify each report once", in.path)
		}
		read[file] = true
	}
	return nil
}

// reportsIn returns the files *.json in a folder and below it. Files that are not reports are an
// error when they are read, because the result would lack a cluster or repository. A link to a
// folder that is not named is not followed, and is an error for the same reason. Names that begin
// with ".." are those of volumes that Kubernetes updates; they lead to the same files.
func reportsIn(folder string, named []string) (list []*input, err error) {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, cause.Reading(folder, err)
	}
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		again := path != root && strings.HasPrefix(e.Name(), "..")
		if again && e.IsDir() {
			return fs.SkipDir
		}
		if again || e.IsDir() {
			return nil
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			if slices.ContainsFunc(named, func(arg string) bool { return option.RealPath(arg) == option.RealPath(path) }) {
				return nil
			}
			return fmt.Errorf("%s is a link to a folder, which is not followed: specify that folder too, or remove the link", path)
		}
		if filepath.Ext(path) != ".json" {
			return nil
		}
		below, err := filepath.Rel(root, path)
		list = append(list, &input{path: path, label: strings.TrimSuffix(filepath.ToSlash(below), ".json")})
		return err
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s contains no reports: it has no file *.json", folder)
	}
	return list, err
}

// join reads reports of one command and joins them. given reports whether a gate was set.
func (o *options) join(inputs []*input) (r *reports.Report, given bool, err error) {
	clusters := &clusterReader{gate: &o.gate, at: map[*preflight.Report]place{}}
	var scans []findings.Part
	var usages []usagereport.Part
	for i, in := range inputs {
		r, gated, err := in.read(&o.gate)
		if err != nil {
			return nil, false, err
		}
		given = given || gated
		switch one := r.Report.(type) {
		case *findings.Report:
			scans = append(scans, findings.Part{Name: in.label, Report: one})
		case *usagereport.Report:
			usages = append(usages, usagereport.Part{Name: in.label, Report: one})
		case *preflight.Report:
			clusters.add(one, place{in, 0})
		case *preflight.Fleet:
			for n, cluster := range one.Clusters {
				clusters.add(cluster, place{in, n})
			}
		default:
			return nil, false, terminal.Usagef("%s: only reports of preflight, scan and usage can be joined", in.path)
		}
		if commands := min(len(scans), 1) + min(len(usages), 1) + min(len(clusters.heads), 1); commands > 1 {
			return nil, false, terminal.Usagef("%s and %s are from different commands: join reports of one command", in.path, inputs[i-1].path)
		}
	}
	if len(usages) > 0 {
		joined, err := usagereport.Join(buildinfo.Tool(), usages)
		if err != nil {
			return nil, false, terminal.Usage(err)
		}
		return reports.OfUsage(joined), given, nil
	}
	if len(scans) > 0 {
		joined, err := findings.Join(buildinfo.Tool(), scans)
		if err != nil {
			return nil, false, terminal.Usage(err)
		}
		return reports.OfScan(joined), given, nil
	}
	return reports.OfPreflight(preflight.Join(buildinfo.Tool(), clusters.heads, clusters.read)), given, nil
}

// place is the position of a cluster's report: the nth one in a file.
type place struct {
	in *input
	n  int
}

// clusterReader keeps only the heads of reports, and reads each report again when it is written:
// there can be thousands.
type clusterReader struct {
	gate  *option.Gate
	heads []*preflight.Report
	at    map[*preflight.Report]place
	// last is the file that was read last, and clusters are its reports: the clusters of a fleet
	// are in one file.
	last     *input
	clusters []*preflight.Report
}

func (c *clusterReader) add(r *preflight.Report, at place) {
	head := r.Head()
	c.heads = append(c.heads, head)
	c.at[head] = at
}

func (c *clusterReader) read(head *preflight.Report) (*preflight.Report, error) {
	at := c.at[head]
	if c.last != at.in {
		r, _, err := at.in.read(c.gate)
		if err != nil {
			return nil, err
		}
		c.last = at.in
		c.clusters = nil
		switch one := r.Report.(type) {
		case *preflight.Report:
			c.clusters = []*preflight.Report{one}
		case *preflight.Fleet:
			c.clusters = one.Clusters
		}
	}
	if at.n >= len(c.clusters) {
		return nil, fmt.Errorf("%s was changed while it was read", at.in.path)
	}
	return c.clusters[at.n], nil
}

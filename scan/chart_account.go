package scan

import (
	"cmp"
	"maps"
	"path"
	"strings"

	"github.com/kubedelta/kubedelta/scan/chart"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// excluded reports whether a file of a chart, by its shown path, is excluded.
func excluded(c *files.File, file string) bool {
	if c.Path == "." {
		return c.Excluded(file)
	}
	inside, below := strings.CutPrefix(file, c.Path+"/")
	return below && c.Excluded(inside)
}

func (r *chartReading) unread(file, reason string) {
	if excluded(r.file, file) {
		return
	}
	r.account.Unreadable = append(r.account.Unreadable, finding.Unreadable{File: file, Reason: reason})
}

// files adds the chart's own files to the account. An archive is one file.
func (r *chartReading) files(src *chart.Source) {
	if !r.file.Folder {
		r.account.Files = 1
		return
	}
	for _, f := range src.Files {
		switch {
		case !chart.OfChart(f.Path):
		case r.file.Excluded(f.Path):
			if !r.file.Excluded(folderOf(f.Path)) { // then the folder is listed
				r.passed(f.Path, files.Excluded)
			}
		case r.ignored[f.Path]:
			r.passed(f.Path, "templates that Helm ignores in a library chart")
		case chart.Holds(f.Path) || r.checked[path.Join(r.file.Path, f.Path)]:
			r.account.Files++
			r.parts = append(r.parts, f.Path)
		default:
			r.passed(f.Path, "values, metadata or notes of a chart")
		}
	}
	for _, name := range src.Ignored {
		r.passed(name, "left out by .helmignore")
	}
	for _, name := range src.Unread {
		r.unread(path.Join(r.file.Path, name), "it is not a regular file, or a link out of the git work tree or the scanned folder, and was not read")
		r.parts = append(r.parts, name)
	}
}

// folderOf is the folder of a part of a chart: that of the chart for a template.
func folderOf(part string) string {
	if before, _, template := strings.Cut("/"+part, "/templates/"); template {
		return strings.TrimPrefix(before, "/")
	}
	return path.Dir(part)
}

func (r *chartReading) passed(name, reason string) {
	r.account.Skipped[reason]++
	if r.ByFile {
		r.account.ByFile = append(r.account.ByFile, finding.FileAccount{File: path.Join(r.file.Path, name), Outcome: finding.PassedOver, Reason: reason})
	}
}

// outcomes adds the outcome of each file that may have objects of the chart, or of the archive.
func (r *chartReading) outcomes() {
	faults, whole := maps.Clone(r.without), ""
	for _, u := range r.account.Unreadable {
		faults[u.File] = u.Reason
		whole = cmp.Or(whole, u.Reason)
	}
	add := func(file, fault string, checked bool) {
		one := finding.FileAccount{File: file, Outcome: finding.NoObjects, Reason: fault}
		switch {
		case fault != "":
			one.Outcome = finding.Unread
		case checked:
			one.Outcome = finding.Checked
		}
		r.account.ByFile = append(r.account.ByFile, one)
	}
	if !r.file.Folder {
		add(r.file.Path, whole, len(r.checked) > 0)
	}
	for _, name := range r.parts {
		file := path.Join(r.file.Path, name)
		fault := faults[file]
		if r.failed[""] {
			fault = faults[r.file.Path]
		}
		add(file, fault, r.checked[file])
	}
}

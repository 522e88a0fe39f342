package findings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// All formats share these texts, which are not escaped. Each format escapes them for its context.

// Said are the texts of a command about its report.
type Said struct {
	// Title is the title, "" for the default; Verdict is the result in a sentence.
	Title, Verdict string
	// Account says what was checked, in sentences.
	Account []string
	// More adds sections after the findings; nil for none.
	More func(add page.Adder)
}

// Say sets the texts of another command.
func (r *Report) Say(said Said) { r.said = &said }

// Title is the title of the report: "Scan for Kubernetes 1.33, upgrade from 1.29".
func (r *Report) Title() string {
	if r.said != nil && r.said.Title != "" {
		return r.said.Title
	}
	title := r.Kind + " for "
	if r.Target.Source == discovery.SourceCatalog {
		title += "Kubernetes "
	}
	title += r.Target.Name
	if r.From != nil {
		title += ", upgrade from " + r.From.Name
	}
	return title
}

// Scope says what the names refer to: "1.33: catalog v1.33.0".
func (r *Report) Scope() string {
	parts := phrase.Parts(slice.Map(r.targets(), side))
	if r.From != nil {
		parts = append(parts, side(*r.From))
	}
	if s := r.ChangedSince; s != nil {
		parts = append(parts, "only files changed since "+s.Revision+phrase.With(" (merge base ", fmt.Sprintf("%.12s", s.Commit), ")")+", with their charts and kustomizations")
	}
	parts.Add(len(r.Filters) > 0, "only "+strings.Join(r.Filters, ", "))
	parts.Add(len(r.Severities) > 0, "severities set by --severity-config: "+envelope.LevelsText(r.Severities))
	return strings.Join(parts, " · ")
}

func (r *Report) targets() []envelope.Side {
	if len(r.Targets) == 0 {
		return []envelope.Side{r.Target}
	}
	return r.Targets
}

func side(s envelope.Side) string {
	version := s.Version
	if version == s.Name {
		version = ""
	}
	return s.Name + phrase.With(": ", strings.TrimSpace(string(s.Source)+" "+version))
}

// No findings does not mean that everything is fine: the verdict says if not everything was checked.
func (r *Report) verdict() string {
	if r.said != nil {
		return r.said.Verdict
	}
	a := r.Account
	objects := a.Objects + a.InText + a.Carried + a.FilteredInside
	switch {
	case len(r.Findings) > 0 && !r.Complete():
		return r.counts().Plain() + r.inFiles() + "; " + rule.Count(r.Unread(), "part") + " could not be read"
	case len(r.Findings) > 0:
		return r.counts().Plain() + r.inFiles()
	case objects == 0 && r.ChangedSince != nil && r.Complete():
		return "Nothing was checked: no API object is in the files that changed since " + r.ChangedSince.Revision
	case objects == 0:
		return "Nothing was checked: no API object was read"
	case a.Filtered+a.FilteredInside >= objects:
		return "Nothing was checked: the filters exclude all objects that were read"
	case !r.Complete():
		return "No findings in what could be read; " + rule.Count(r.Unread(), "part") + " could not be read"
	case r.Filtered > 0:
		return "No findings with the severities that are shown; " + rule.Count(r.Filtered, "finding") + " with other severities"
	case total(a.NotChecked)+a.Filtered+a.FilteredInside >= objects:
		return "Nothing was checked: the target has no data about the kinds that were read"
	case len(a.FieldsNotChecked) > 0:
		return "No findings; the fields of " + rule.Count(total(a.FieldsNotChecked), "object") + " were not checked"
	default:
		return "No findings"
	}
}

// inFiles writes " in 3 files". Objects of a cluster are in no file.
func (r *Report) inFiles() string {
	n := 0
	for name := range r.Summary.ByFile {
		if !slices.ContainsFunc(r.Account.Clusters, func(c finding.ClusterAccount) bool { return name == c.Name || strings.HasPrefix(name, c.Name+": ") }) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return " in " + rule.Count(n, "file")
}

// counts writes "2 breaking, 1 deprecation", the most severe first, each in its colour.
func (r *Report) counts() page.Line {
	found := slice.Filter(rule.FindingSeverities(), func(s rule.Severity) bool { return r.Summary.BySeverity[s] > 0 })
	return page.Join(slice.Map(found, func(s rule.Severity) page.Line {
		return page.Line{{Text: fmt.Sprintf("%d %s", r.Summary.BySeverity[s], s), Class: string(s)}}
	}), ", ")
}

func (r *Report) account() []string {
	if r.said != nil {
		return r.said.Account
	}
	var lines phrase.Parts
	a := r.Account
	objects := a.Objects
	for _, c := range a.Clusters {
		objects -= c.Objects
		lines.Add(true, fmt.Sprintf("Read from %s: %s of %s", c.Name, rule.Count(c.Objects, "object"), rule.Count(c.Resources, "resource")))
		lines.Add(len(c.NotListed) > 0, fmt.Sprintf("Not read from %s, because the target changes nothing in them or has no data about them, or because they contain only data: %s: %s", c.Name, rule.Count(len(c.NotListed), "resource"), rule.First(c.NotListed, ShownNames)))
	}
	lines.Add(a.Files > 0 || len(a.Clusters) == 0, fmt.Sprintf("Read: %s, %s, %s", rule.Count(a.Files, "file"), rule.Count(a.Documents, "document"), rule.Count(objects, "object")))
	lines.Add(a.InText > 0, "Only in values, or in the text of templates or of documents that could not be read: "+rule.Count(a.InText, "object")+", checked by version and kind; findings in them are possible")
	lines.Add(a.Filtered+a.FilteredInside > 0, "Not checked, because of the filters: "+rule.Count(a.Filtered+a.FilteredInside, "object"))
	lines.Add(r.Filtered > 0, "Not shown, because of --severity: "+rule.Count(r.Filtered, "finding"))
	lines.Add(a.Carried > 0, "Inside other objects or texts, and checked: "+rule.Count(a.Carried, "object"))
	lines.Add(len(a.CarriedNotRead) > 0, "Inside objects or texts, and not read: "+Ranked(a.CarriedNotRead))
	lines.Add(len(a.CarriedNotValidated) > 0, "Inside objects or texts, and not validated: "+Ranked(a.CarriedNotValidated))
	lines.Add(len(a.NotValidated) > 0, "Not validated: "+rule.Count(total(a.NotValidated), "file")+": "+Ranked(a.NotValidated))
	lines.Add(a.Empty > 0, "Empty: "+rule.Count(a.Empty, "document"))
	lines.Add(a.Other > 0, "Not API objects: "+rule.Count(a.Other, "document"))
	lines.Add(len(a.Skipped) > 0, "Skipped: "+rule.Count(total(a.Skipped), "file")+": "+Ranked(a.Skipped))
	lines.Add(len(a.NotChecked) > 0, "Not checked, because the target has no data about the kind: "+rule.Count(total(a.NotChecked), "object")+": "+Ranked(a.NotChecked))
	lines.Add(len(a.FieldsNotChecked) > 0, "Fields not checked, because the target has no data about the fields of the kind: "+rule.Count(total(a.FieldsNotChecked), "object")+": "+Ranked(a.FieldsNotChecked))
	lines.Add(r.Complete(), "Could not be read: none")
	lines.Add(!r.Complete(), "Could not be read: "+strconv.Itoa(r.Unread()))
	return lines
}

func total(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// ShownNames is the most names in a sentence. JSON contains all.
const ShownNames = 10

// Ranked writes "5 binary, 2 excluded", the greatest number first.
func Ranked(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	var parts []string
	for i, name := range names {
		if i == ShownNames {
			parts = append(parts, fmt.Sprintf("and %d more", len(names)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(parts, ", ")
}

func (r *Report) unread() (list []unreadPart) {
	sides := slices.Clone(r.targets())
	if r.From != nil {
		sides = append(sides, *r.From)
	}
	for _, s := range sides {
		for _, i := range s.Incomplete {
			list = append(list, unreadPart{Place: i.GroupVersion + " of " + s.Name, Reason: i.Reason})
		}
	}
	for _, u := range r.Account.Unreadable {
		part := unreadPart{File: u.File, Line: u.Line, Place: u.File, Object: u.Object, Why: u.Reason, Reason: phrase.With("", u.Object, " has ") + u.Reason}
		if u.Line > 0 {
			part.Place += ":" + strconv.Itoa(u.Line)
		}
		if u.Document > 0 {
			part.Reason = "document " + strconv.Itoa(u.Document) + ": " + part.Reason
		}
		list = append(list, part)
	}
	return list
}

// unreadPart is something that could not be read. File is "" for a part of a side.
type unreadPart struct {
	File          string
	Line          int
	Place, Reason string
	// Object is an object that could not be checked; "" for a file or a document. Why is the reason,
	// which many objects may share.
	Object, Why string
}

// place writes "deploy/web.yaml:3:13", which editors and terminals recognize as a link.
func place(f *finding.Finding) string {
	return fileName(f.File) + phrase.With(":", line(f))
}

// line is the line of a finding in its file, and the column if it is known; "" for the whole file.
func line(f *finding.Finding) string {
	switch {
	case f.Line <= 0:
		return ""
	case f.Column <= 0:
		return strconv.Itoa(f.Line)
	default:
		return strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column)
	}
}

func fileName(file string) string {
	if file == "-" {
		return "stdin"
	}
	return file
}

func object(f *finding.Finding) string {
	return strings.TrimSpace(f.Kind + " " + finding.ObjectName(f.Namespace, f.Name))
}

func told(f *finding.Finding) string {
	return strings.TrimPrefix(object(f)+": "+f.Message, ": ")
}

// origin says from what an object was rendered; "" for an object in a file.
func origin(f *finding.Finding) string {
	switch {
	case f.Origin.Chart != "" && f.Origin.Template != "":
		return "from " + f.Origin.Template + " of chart " + f.Origin.Chart
	case f.Origin.Chart != "":
		return "from chart " + f.Origin.Chart
	case f.Origin.Kustomization != "":
		return "from kustomization " + f.Origin.Kustomization
	}
	return ""
}

// guess is the remark on a finding in an object of which only a part could be read.
const guess = "a guess: only a part of the object could be read"

func about(f *finding.Finding) string {
	parts := phrase.Parts(slices.DeleteFunc([]string{object(f), f.Rule, origin(f)}, func(s string) bool { return s == "" }))
	parts.Add(f.Guess, guess)
	return strings.Join(parts, " · ")
}

func instead(f *finding.Finding) string {
	if f.Replacement == nil {
		return ""
	}
	return f.Replacement.String()
}

// Until returns the reason of a waiver and its last day.
func Until(w *finding.Waived) string {
	return w.Reason + phrase.With(" (until ", w.Expires, ")")
}

package scan

import (
	"context"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
	"github.com/kubedelta/kubedelta/scan/waiver"
)

// overlays are the kustomizations that a scan finds. They are built after the files are read,
// because no file has what patches and generators make.
type overlays struct {
	found []overlay
	// named are the real paths of the folders that the user named.
	named map[string]bool
	// read are the files that were read, as shown, built the real paths of the kustomizations that had
	// objects.
	read  map[string]bool
	built []string
	// left are the objects that the filter left out as their files have them.
	left map[position]bool
	// whole: objects are needed as they are built, so even plain kustomizations are built.
	// invalid are the files with objects that are not valid, as they are shown and as they are
	// opened.
	whole    bool
	invalid  map[string]string
	expected Expected
	// patches are the files that helmfiles name.
	patches Expected
	// skip reports whether to leave out a kustomization, by its real path; nil leaves out none.
	skip func(folder string) bool
	// all is what the scan read, with the files that builds read; nil if that is not recorded.
	all *Read
}

// overlay is the folder of a kustomization: its real path, and as it is shown.
type overlay struct {
	real, shown string
	parts       kustomize.Parts
}

// position is that of an object: the line of its apiVersion in a file, as shown.
type position struct {
	file string
	line int
}

// allBuilds limits the work of all builds of kustomizations that the user did not name.
const allBuilds = 2 * kustomize.MaxWork

// seen adds a kustomization when the walk finds its file.
func (o *overlays) seen(f *files.File) {
	if slices.Contains(kustomize.Names(), path.Base(f.Path)) {
		o.add(filepath.Dir(f.Name), path.Dir(f.Path))
	}
}

func (o *overlays) add(dir, shown string) {
	real := kustomize.Real(dir)
	if real == "" || o.skip != nil && o.skip(real) || slices.ContainsFunc(o.found, func(x overlay) bool { return x.real == real }) {
		return
	}
	if parts, is := kustomize.PartsOf(real); is {
		o.found = append(o.found, overlay{real, shown, parts})
		if o.all != nil {
			o.all.Kustomizations[shown] = true
		}
	}
}

// roots are the kustomizations to build: those that the user named, and those that are part of no
// other. If some are parts of each other, it is the first.
func (o *overlays) roots() (roots []overlay) {
	part, reached := map[string]bool{}, map[string]bool{}
	byFolder := map[string]*overlay{}
	for i := range o.found {
		byFolder[o.found[i].real] = &o.found[i]
		for _, folder := range o.found[i].parts.Folders {
			part[folder] = true
		}
	}
	var reach func(x *overlay)
	reach = func(x *overlay) {
		if x == nil || reached[x.real] {
			return
		}
		reached[x.real] = true
		for _, folder := range x.parts.Folders {
			reach(byFolder[folder])
		}
	}
	for _, pass := range []func(x *overlay) bool{
		func(x *overlay) bool { return o.named[x.real] || !part[x.real] },
		func(x *overlay) bool { return !reached[x.real] },
	} {
		for i := range o.found {
			if x := &o.found[i]; pass(x) {
				roots = append(roots, *x)
				reach(x)
			}
		}
	}
	return roots
}

// uses reports whether a kustomization that was found uses the one in a folder.
func (o *overlays) uses(folder string) bool {
	return slices.ContainsFunc(o.found, func(x overlay) bool { return slices.Contains(x.parts.Folders, folder) })
}

// shows reports whether the files that were read have all objects as a build has them.
func (o *overlays) shows(x *overlay, asked map[string]bool) bool {
	if shown, is := asked[x.real]; is {
		return shown // false if they name each other, which a build reports
	}
	asked[x.real] = false
	if o.whole && !x.parts.Component || !x.parts.Plain || slices.ContainsFunc(slices.Concat(x.parts.Files, x.parts.Patches), func(file string) bool { return !o.read[path.Join(x.shown, file)] }) {
		return false
	}
	for _, folder := range x.parts.Folders {
		i := slices.IndexFunc(o.found, func(x overlay) bool { return x.real == folder })
		if i < 0 || !o.shows(&o.found[i], asked) {
			return false
		}
	}
	asked[x.real] = true
	return true
}

// resources are the resource files, as shown, of a kustomization and of those that it uses.
func (o *overlays) resources(x *overlay, asked map[string]bool) (shown []string) {
	if asked[x.real] {
		return nil
	}
	asked[x.real] = true
	shown = slice.Map(x.parts.Files, func(file string) string { return path.Join(x.shown, file) })
	for i := range o.found {
		if slices.Contains(x.parts.Folders, o.found[i].real) {
			shown = append(shown, o.resources(&o.found[i], asked)...)
		}
	}
	return shown
}

// overlays builds the kustomizations and adds to a result what only the builds show.
func (e *Examination) overlays(ctx context.Context, o *overlays, all *Result) error {
	said := map[string]bool{}
	o.patchesSaid(all, said)
	for f := range slice.Each(all.Findings) {
		said[f.Fingerprint], said[placed(f)] = true, true
	}
	for w := range slice.Each(all.Waived) {
		said[w.Fingerprint], said[placed(&w.Finding)] = true, true
	}
	unread := func(x overlay, reason string) {
		all.Account.Unreadable = append(all.Account.Unreadable, finding.Unreadable{File: x.shown, Reason: reason})
	}
	left := allBuilds
	sent := unsent{map[string]int{}, map[string]int{}, map[position]bool{}, map[position]bool{}, map[position]position{}}
	for _, x := range o.roots() {
		resources := o.resources(&x, map[string]bool{})
		for _, file := range resources {
			sent.uses[file]++
		}
		switch {
		case o.shows(&x, map[string]bool{}):
			if len(resources) > 0 {
				o.built = append(o.built, filepath.ToSlash(x.real))
			}
			continue // the build would show the same as its files
		case x.parts.Component && o.uses(x.real):
			continue // it is built with the kustomizations that use it
		case x.parts.Component:
			unread(x, "it is a component, and no kustomization that uses it is scanned, so the objects that its patches and transformers change were not checked")
			if !o.named[x.real] {
				continue
			}
		case o.named[x.real]:
		default:
			// If a single one exceeds the limit, BuildAs reports it.
			if work := kustomize.WorkOf(ctx, x.real); work <= kustomize.MaxWork && !left.Take(work) {
				unread(x, "the kustomization was not built, because all kustomizations together exceed the limit of work: scan its folder")
				continue
			}
		}
		built, err := kustomize.BuildAs(ctx, x.real, x.shown)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if !x.parts.Component { // the patches of a component have no objects to change
				unread(x, "the kustomization cannot be built: "+err.Error())
			}
			continue
		}
		sent.build(resources, built)
		e.overlay(x, built, o, all, said, &sent)
	}
	if o.skip == nil { // otherwise not all kustomizations that use a file are known
		sent.lower(all.Findings)
		if e.Filter.byMetadata() {
			sent.filter(all)
		}
	}
	return nil
}

// patchesSaid adds what was found in patches, which a build shows in the objects that they change.
// What a patch removes, by writing null, is no finding.
func (o *overlays) patchesSaid(all *Result, said map[string]bool) {
	patches := map[string]bool{}
	for i := range o.found {
		for _, file := range o.found[i].parts.Patches {
			patches[path.Join(o.found[i].shown, file)] = true
		}
	}
	all.Findings = slices.DeleteFunc(all.Findings, func(f finding.Finding) bool { return f.Unset && patches[f.File] })
	add := func(f *finding.Finding) {
		if f.Field != "" && (patches[f.File] || slices.Contains(kustomize.Names(), path.Base(f.File))) {
			said[written(f)] = true
		}
	}
	for f := range slice.Each(all.Findings) {
		add(f)
	}
	for w := range slice.Each(all.Waived) {
		add(&w.Finding)
	}
}

// written identifies a finding without its file, and without indices: a build merges lists.
func written(f *finding.Finding) string {
	return strings.Join([]string{f.Rule, string(f.Severity), f.APIVersion, f.Kind, f.Name, indices().ReplaceAllString(f.Field, "[]"), f.Value}, "\x00")
}

// placed identifies a finding by what it is about and its place, without the indices and names that
// differ in a patch and in the object that it changes.
func placed(f *finding.Finding) string {
	if f.Line == 0 {
		return f.Fingerprint
	}
	return strings.Join([]string{f.Rule, string(f.Severity), f.File, strconv.Itoa(f.Line), indices().ReplaceAllString(f.Field, "[]"), f.Value}, "\x00")
}

var indices = lazy.Regexp(`\[\d+\]`)

// incomplete removes what validation found in files that are no objects as they are applied:
// patches, resources that a kustomization completes, which are validated as it builds them, the
// state that a test expects, and templates whose values are comments.
func (o *overlays) incomplete(all *Result) {
	// A component is built with the kustomizations that use it.
	whole := slice.Filter(o.found, func(x overlay) bool { return !x.parts.Component })
	members := kustomize.NewMembers(slice.Map(whole, func(x overlay) string { return x.real })...)
	part, unsent, tests := map[string]bool{}, map[string]bool{}, Steps{}
	for _, shown := range slices.Sorted(maps.Keys(o.invalid)) {
		name := o.invalid[shown]
		part[shown] = members.Has(name)
		if part[shown] {
			continue
		}
		if unused := members.Unused(name); unused != "" {
			part[shown] = true
			all.Account.Notes = append(all.Account.Notes, finding.Unreadable{File: shown, Reason: "it was not validated, because " + unused})
			continue
		}
		var reason string
		switch {
		case o.expected.Has(shown) || tests.ChangeEarlier(name):
			reason = expectedState
		case o.patches.matches(shown):
			reason = byHelmfile
		case Commented{}.Has(name):
			reason = inComments
		default:
			continue
		}
		part[shown], unsent[shown] = true, true
		all.Account.Add(finding.Account{NotValidated: map[string]int{reason: 1}})
	}
	all.Findings = slices.DeleteFunc(all.Findings, func(f finding.Finding) bool {
		return f.Validation && part[f.File] || isExpression(&f) && unsent[f.File]
	})
}

// overlay checks the result of one build. Its findings have the places and names of the files that
// they come from. Findings that these files show, or waive by a comment, are not reported again.
func (e *Examination) overlay(x overlay, built []kustomize.Built, o *overlays, all *Result, said map[string]bool, sent *unsent) {
	account := finding.NewAccount()
	f := &file{examination: e}
	var rd reader.Reader
	objects := 0
	for b := range slice.Each(built) {
		if e.Files.Excluded(b.File) {
			continue
		}
		objects++
		o.all.Files[b.File] = true
		f.origin = b.Origin
		result := rd.Read(b.File, b.Data, func(object *tree.Object) {
			fromBuild(object, b, x.shown)
			f.object(object)
			at, document, picks := position{b.File, b.Line}, position{b.File, b.Document}, e.Filter.Picks(object)
			sent.picked[document] = sent.picked[document] || picks
			switch {
			case !o.read[b.File]:
				e.count(object, &account)
			case o.left[at] && picks:
				delete(o.left, at)
				account.Objects--
				account.Filtered--
				e.count(object, &account)
			case !o.left[at] && !picks:
				sent.elsewhere[at] = document
			}
		})
		f.endDocument()
		for _, p := range result.Problems {
			account.Unreadable = append(account.Unreadable, finding.Unreadable{File: b.File, Line: b.Line, Document: b.Document, Reason: p.Reason})
		}
	}
	if objects > 0 {
		o.built = append(o.built, filepath.ToSlash(x.real))
		for _, file := range built[0].Patches() {
			o.all.Files[file] = true
		}
	}
	f.findings = slices.DeleteFunc(f.findings, func(f finding.Finding) bool {
		key := placed(&f)
		was := said[f.Fingerprint] || said[key] || o.read[f.File] && said[written(&f)]
		said[key] = true
		return was
	})
	f.tellApart()
	for i := range f.findings {
		said[f.findings[i].Fingerprint] = true
	}
	e.commented(x, f, all)
	all.Findings, all.Waived = append(all.Findings, f.findings...), append(all.Waived, f.waived...)
	all.Account.Add(account)
	all.Account.Unreadable = append(all.Account.Unreadable, slice.Filter(f.account.Unreadable, func(u finding.Unreadable) bool { return !o.read[u.File] })...)
	all.Account.Notes = slice.Add(all.Account.Notes, f.notes...)
}

// commented moves the findings of a build that a comment waives in their file: builds have none.
func (e *Examination) commented(x overlay, f *file, all *Result) {
	by := map[string][]finding.Finding{}
	for i := range f.findings {
		by[f.findings[i].File] = append(by[f.findings[i].File], f.findings[i])
	}
	f.findings = nil
	for _, name := range slices.Sorted(maps.Keys(by)) {
		kept := by[name]
		if rel, err := filepath.Rel(filepath.FromSlash(x.shown), filepath.FromSlash(name)); err == nil {
			text, _ := cause.ReadRegular(filepath.Join(x.real, rel), math.MaxInt64) // without the file there is no comment
			if waiver.Marks(string(text)) {
				var waived []finding.Waived
				kept, waived, _ = commentsOf(name, string(text), 0).Apply(name, kept, e.Known, func(string) bool { return false })
				f.waived = append(f.waived, waived...)
			}
		}
		f.findings = append(f.findings, kept...)
	}
	for w := range slice.Each(f.waived) {
		all.Warnings = slices.DeleteFunc(all.Warnings, func(said finding.Warning) bool {
			return said.Unused != "" && said.File == w.File && said.Line == w.WaiverLine
		})
	}
}

// commentsOf returns the comments of a file, with those in the inline patches of a kustomization.
func commentsOf(name, text string, above int) waiver.Comments {
	if slices.Contains(kustomize.Names(), path.Base(name)) {
		text = blocks().ReplaceAllString(text, "$1")
	}
	return waiver.Parse(text, above)
}

// blocks matches the start of an inline patch.
var blocks = lazy.Regexp(`(?m)^([ \t-]*(?:patch:)?[ \t]*)\|[-+0-9]*[ \t\r]*$`)

// fromBuild sets the place and the name of a built object to those in its file.
func fromBuild(o *tree.Object, b *kustomize.Built, kustomization string) {
	o.Name, o.Namespace = b.Name, b.Namespace
	o.Origin.Kustomization, o.Rendered = kustomization, true
	o.Document = max(b.Document, 1)
	o.Place = func(int, int) (int, int) { return b.Line, b.Column }
	o.Written = func(int) string { return b.Text }
}

// count adds an object to the account that no file shows.
func (e *Examination) count(o *tree.Object, account *finding.Account) {
	account.Objects++
	switch {
	case !e.Filter.Picks(o):
		account.Filtered++
	case !e.Checker.SpeaksOf(o):
		account.NotChecked[strings.Clone(strings.TrimSpace(o.APIVersion+" "+o.Kind))]++
	}
}

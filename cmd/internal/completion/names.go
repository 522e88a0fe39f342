package completion

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/changelog"
	notescatalog "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
)

// Severities are the words of --severity.
func Severities() []string { return texts(rule.Severities()) }

// FailOn are the words of a command's --fail-on.
func FailOn(command string) []string {
	if command == "scan" || command == "usage" || command == "rehearse" {
		return texts(rule.FindingSeverities())
	}
	return Severities()
}

func texts(severities []rule.Severity) []string {
	return slice.Map(severities, func(s rule.Severity) string { return string(s) })
}

// lifecycles are those of the catalog; none where it cannot be read, which the command
// will tell.
func lifecycles() []discovery.ResourceLifecycle {
	all, err := catalog.New().Lifecycles()
	if err != nil {
		return nil
	}
	return all
}

// told writes names with what tells them apart behind a tab, sorted.
func told(about map[string][]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(about)) {
		list := slices.Compact(slices.Sorted(slices.Values(about[name])))
		out = append(out, strings.TrimSuffix(name+"\t"+strings.Join(list, ", "), "\t"))
	}
	return out
}

// groupName is how --group names a group.
func groupName(group string) string {
	if group == "" {
		return "core"
	}
	return group
}

// Groups are the groups with their versions.
func Groups() []string {
	about := map[string][]string{}
	for _, l := range lifecycles() {
		about[groupName(l.Group)] = append(about[groupName(l.Group)], l.Version)
	}
	return told(about)
}

// Kinds are the kinds with their groups.
func Kinds() []string {
	about := map[string][]string{}
	for _, l := range lifecycles() {
		about[l.Kind] = append(about[l.Kind], groupName(l.Group))
	}
	return told(about)
}

// apis are the names of resources in the form that the word has begun.
func apis(word string) []string {
	first, _ := utf8.DecodeRuneInString(word)
	about := map[string][]string{}
	for _, l := range lifecycles() {
		switch {
		case strings.ContainsRune(word, '/'):
			about[l.GroupVersion.String()+"/"+l.Kind] = []string{l.Resource}
		case unicode.IsUpper(first):
			about[l.Kind] = append(about[l.Kind], groupName(l.Group))
		default:
			about[l.Resource] = append(about[l.Resource], l.Kind)
		}
	}
	out := told(about)
	if len(offered(out, word)) > 0 || strings.ContainsRune(word, '/') {
		return out
	}
	clear(about) // it may be a group's name
	for _, l := range lifecycles() {
		about[l.GroupVersion.String()+"/"+l.Kind] = []string{l.Resource}
	}
	return told(about)
}

// Resources offers resources, kinds, or group/version/kind.
func Resources(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return offered(apis(word), word), cobra.ShellCompDirectiveNoFileComp
}

// Once offers for every argument what is not among the earlier ones.
func Once(f cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, directive := f(cmd, args, word)
		return slices.DeleteFunc(list, func(c cobra.Completion) bool {
			name, _, _ := strings.Cut(c, "\t")
			return slices.Contains(args, name)
		}), directive
	}
}

// Explained offers resources, rules and fields, and behind gate, flag and metric their
// names.
func Explained(rules func() []rule.Rule) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var all []string
		directive := cobra.ShellCompDirectiveNoFileComp
		switch {
		case len(args) > 0:
			all = explainedNames(args)
		case strings.Contains(word, "."):
			all = fields(word)
			if len(offered(all, word)) == 1 {
				directive |= cobra.ShellCompDirectiveNoSpace // a field below it may follow
			}
			all = append(all, apis(word)...)
		default:
			all = append(apis(word), "gate\ta feature gate", "flag\ta flag of a component", "metric\ta metric")
			for _, r := range rules() {
				all = append(all, r.ID+"\t"+r.Title)
			}
		}
		return offered(all, word), directive
	}
}

// explainedNames are the names of a sort; before a flag stands its component.
func explainedNames(args []string) []string {
	tables, err := history.Open()
	if err != nil {
		return nil
	}
	switch sort := history.Sort(args[0]); {
	case sort == history.Gate && len(args) == 1:
		return tables.GateNames()
	case sort == history.Metric && len(args) == 1:
		return tables.Names(sort)
	case sort == history.Flag && len(args) == 1:
		return history.Components()
	case sort == history.Flag && len(args) == 2:
		var names []string
		for _, name := range tables.Names(sort) {
			if len(tables.Flag(args[1], name)) > 0 {
				names = append(names, name, strings.TrimPrefix(name, "--"))
			}
		}
		return names
	}
	return nil
}

// fields are the fields below what is written up to the last dot.
func fields(word string) (names []string) {
	table, err := history.Known()
	if err != nil {
		return nil
	}
	before := word[:strings.LastIndexByte(word, '.')]
	for _, f := range table.Below(before) {
		names = append(names, before+"."+f.Name+"\t"+f.Type)
	}
	return names
}

// notesRead is how many releases are looked into for the names that entries have.
const notesRead = 3

// noteNames are the names that the entries of the latest releases have.
func noteNames() report.NoteNames {
	all := notescatalog.Releases()
	var notes []changelog.Note
	for _, r := range all[max(0, len(all)-notesRead):] {
		m, ok, err := notescatalog.Load(r)
		if err != nil || !ok {
			continue
		}
		for _, d := range m.Forms() {
			notes = append(notes, d.Notes...)
		}
	}
	return report.Known(notes)
}

// NoteSIGs are the SIGs of entries of release notes.
func NoteSIGs() []string { return noteNames().SIGs }

// NoteKinds are the kinds and sections of entries.
func NoteKinds() []string { return noteNames().Kinds }

// NoteAreas are the areas of entries.
func NoteAreas() []string { return noteNames().Areas }

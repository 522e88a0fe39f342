package completion

import (
	"cmp"
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

// named returns the names of all resources in a form, sorted, each with its descriptions after a tab.
func named(form func(l *discovery.ResourceLifecycle) (name, about string)) []string {
	about := map[string][]string{}
	lifecycles, _ := catalog.New().Lifecycles() // none if it cannot be read: the command reports that error
	for l := range slice.Each(lifecycles) {
		name, text := form(l)
		about[name] = append(about[name], text)
	}
	return slice.Map(slices.Sorted(maps.Keys(about)), func(name string) string {
		return name + "\t" + strings.Join(slice.Unique(about[name]), ", ")
	})
}

// Groups returns the groups with their versions.
func Groups() []string {
	return named(func(l *discovery.ResourceLifecycle) (name, about string) { return cmp.Or(l.Group, "core"), l.Version })
}

// Kinds returns the kinds with their groups.
func Kinds() []string {
	return named(func(l *discovery.ResourceLifecycle) (name, about string) { return l.Kind, cmp.Or(l.Group, "core") })
}

// apis returns the names of resources in the form in which the word begins: group/version/Kind,
// Kind, or resource. If none begins with the word, it can be the name of a group.
func apis(word string) []string {
	first, _ := utf8.DecodeRuneInString(word)
	var out []string
	switch {
	case strings.ContainsRune(word, '/'):
	case unicode.IsUpper(first):
		out = Kinds()
	default:
		out = named(func(l *discovery.ResourceLifecycle) (name, about string) { return l.Resource, l.Kind })
	}
	if len(offered(out, word)) > 0 {
		return out
	}
	return named(func(l *discovery.ResourceLifecycle) (name, about string) {
		return l.GroupVersion.String() + "/" + l.Kind, l.Resource
	})
}

// Resources offers resources, kinds, or group/version/kind.
func Resources(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return offered(apis(word), word), cobra.ShellCompDirectiveNoFileComp
}

// Once leaves out what is among the earlier arguments.
func Once(f cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, directive := f(cmd, args, word)
		return slices.DeleteFunc(list, func(c cobra.Completion) bool {
			name, _, _ := strings.Cut(c, "\t")
			return slices.Contains(args, name)
		}), directive
	}
}

// Explained offers resources, rules and fields, and after gate, flag and metric their names.
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
				directive |= cobra.ShellCompDirectiveNoSpace // the user can add a field below it
			}
			all = append(all, apis(word)...)
		default:
			all = append(apis(word), "gate\ta feature gate", "flag\ta flag of a component", "metric\ta metric")
			all = append(all, slice.Map(rules(), func(r rule.Rule) string { return r.ID + "\t" + r.Title })...)
		}
		return offered(all, word), directive
	}
}

// explainedNames returns the names of gates, metrics or flags. The name of a flag comes after that
// of its component.
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

// fields returns the fields below what is written up to the last dot.
func fields(word string) []string {
	table, err := history.Known()
	if err != nil {
		return nil
	}
	before := word[:strings.LastIndexByte(word, '.')]
	return slice.Map(table.Below(before), func(f history.Field) string { return before + "." + f.Name + "\t" + f.Type })
}

// notesRead is how many releases are read for names in notes.
const notesRead = 3

// NoteNames returns the names in the notes of the latest releases.
func NoteNames() report.NoteNames {
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

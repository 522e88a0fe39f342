package option

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/report/language"
)

// Titles of the groups of flags that several commands have. As in kubectl, the help of a
// command leaves them out, and the command options prints them.
const (
	ConnectionFlags = "Connection flags"
	DownloadFlags   = "Download flags"
	// QueryFlags are those of logs that are queried where they are stored. They are in the
	// help.
	QueryFlags = "Query flags"
)

// groupOf is the annotation of a flag with the title of its group.
const groupOf = "kubedelta_group"

// Group adds the flags that bind defines, as flags of a group.
func Group(flags *pflag.FlagSet, title string, bind func(*pflag.FlagSet)) {
	set := pflag.NewFlagSet(title, pflag.ContinueOnError)
	bind(set)
	set.VisitAll(func(f *pflag.Flag) {
		f.Annotations = map[string][]string{groupOf: {title}}
		flags.AddFlag(f)
	})
}

// OfGroup are the flags of a set that have a group; of no group, where title is empty.
func OfGroup(set *pflag.FlagSet, title string) *pflag.FlagSet {
	out := pflag.NewFlagSet(title, pflag.ContinueOnError)
	set.VisitAll(func(f *pflag.Flag) {
		if title == strings.Join(f.Annotations[groupOf], "") {
			out.AddFlag(f)
		}
	})
	return out
}

// Sideless is a flag without the --old- or --new- of one side.
func Sideless(flag string) string {
	for _, prefix := range []string{"old-", "new-"} {
		if rest, ok := strings.CutPrefix(flag, prefix); ok {
			return rest
		}
	}
	return flag
}

// renamedTo is the annotation of a flag that has another name now.
const renamedTo = "kubedelta_renamed_to"

// AddOldName adds the old name of a flag, with the old shorthand if it had one. It is taken
// as before, and hidden.
func AddOldName(flags *pflag.FlagSet, old, shorthand, name string) {
	f := *flags.Lookup(name)
	f.Name, f.Shorthand, f.Hidden = old, shorthand, true
	f.Usage = fmt.Sprintf("old name of --%s: %s", name, f.Usage)
	f.Annotations = map[string][]string{renamedTo: {name}}
	flags.AddFlag(&f)
}

// NameNow is the name that a flag has now; empty if it is not a renamed one.
func NameNow(f *pflag.Flag) string {
	if names := f.Annotations[renamedTo]; len(names) > 0 {
		return names[0]
	}
	return ""
}

// BindLanguage adds --lang.
func BindLanguage(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "lang", "en", "`language` of headings and remarks: "+strings.Join(language.Known(), ", "))
}

// CheckLanguage refuses a language that there is not.
func CheckLanguage(lang string) error {
	if !slices.Contains(language.Known(), lang) {
		return NotOneOf("--lang "+lang+": unknown language", lang, language.Known())
	}
	return nil
}

package option

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/report/language"
)

// Titles of the groups of flags that several commands have. As in kubectl, the help of a command
// does not list connection and download flags; kubedelta options does.
const (
	ConnectionFlags = "Connection flags"
	DownloadFlags   = "Download flags"
	// QueryFlags are the flags of logs that are queried where they are stored. The help of the
	// command lists them.
	QueryFlags = "Query flags"
)

// groupOf is the annotation that has the title of a flag's group.
const groupOf = "kubedelta_group"

// Group adds the flags that bind defines to flags, in the group with this title.
func Group(flags *pflag.FlagSet, title string, bind func(*pflag.FlagSet)) {
	set := pflag.NewFlagSet(title, pflag.ContinueOnError)
	bind(set)
	set.VisitAll(func(f *pflag.Flag) {
		f.Annotations = map[string][]string{groupOf: {title}}
		flags.AddFlag(f)
	})
}

// OfGroup returns the flags of a group, or those without a group if title is empty.
func OfGroup(set *pflag.FlagSet, title string) *pflag.FlagSet {
	out := pflag.NewFlagSet(title, pflag.ContinueOnError)
	set.VisitAll(func(f *pflag.Flag) {
		if title == strings.Join(f.Annotations[groupOf], "") {
			out.AddFlag(f)
		}
	})
	return out
}

// Sideless returns the name of a flag without the prefix old- or new-.
func Sideless(flag string) string {
	for _, prefix := range []string{"old-", "new-"} {
		if rest, ok := strings.CutPrefix(flag, prefix); ok {
			return rest
		}
	}
	return flag
}

// renamedTo is the annotation with the new name of a renamed flag.
const renamedTo = "kubedelta_renamed_to"

// AddOldName adds a hidden flag with the old name, and the old shorthand if there was one, of the
// flag name.
func AddOldName(flags *pflag.FlagSet, old, shorthand, name string) {
	f := *flags.Lookup(name)
	f.Name, f.Shorthand, f.Hidden = old, shorthand, true
	f.Usage = fmt.Sprintf("old name of --%s: %s", name, f.Usage)
	f.Annotations = map[string][]string{renamedTo: {name}}
	flags.AddFlag(&f)
}

// NameNow returns the new name of a renamed flag, or "".
func NameNow(f *pflag.Flag) string {
	return strings.Join(f.Annotations[renamedTo], "")
}

// BindLanguage adds --lang.
func BindLanguage(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "lang", "en", "`language` of headings and remarks: "+strings.Join(language.Known(), ", "))
}

// CheckLanguage returns an error for an unknown language.
func CheckLanguage(lang string) error {
	return CheckWord("--lang "+lang+": unknown language", lang, language.Known())
}

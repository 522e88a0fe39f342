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

// configured is the annotation of a flag that is set, but not on the command line.
const configured = "kubedelta_configured"

// SetConfigured marks a flag that the environment or the configuration file sets.
func SetConfigured(f *pflag.Flag) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[configured] = []string{"true"}
}

// Typed returns the first of these flags that is on the command line, or "". A configured flag can be
// a setting for other runs, so only a typed one is an error where it has no effect.
func Typed(flags *pflag.FlagSet, names ...string) string {
	for _, name := range names {
		if f := flags.Lookup(name); f != nil && f.Changed && f.Annotations[configured] == nil {
			return name
		}
	}
	return ""
}

// BindLanguage adds --lang.
func BindLanguage(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "lang", "en", "`language` of headings and remarks: "+strings.Join(language.Known(), ", "))
}

// CheckLanguage returns an error for an unknown language.
func CheckLanguage(lang string) error {
	return CheckWord("--lang "+lang+": unknown language", lang, language.Known())
}

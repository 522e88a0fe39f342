package scanning

import (
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/scan/files"
)

// Options are the flags for what is read and for the targets.
type Options struct {
	Sources          sources.Options
	Filter           Filter
	From             string
	To               []string
	include, exclude []string
	NoIgnore, Strict bool
	Decisions        option.DecisionFiles
	Validate, Stats  bool
	Values           []string
	set, setString   []string
}

// Bind adds the flags for what is read and for which findings count.
func (o *Options) Bind(flags *pflag.FlagSet) {
	flags.StringSliceVar(&o.include, "include", nil, "read files that match these `globs`, instead of *.yaml, *.yml and *.json")
	flags.StringSliceVar(&o.exclude, "exclude", nil, "exclude files and folders that match these `globs`")
	flags.BoolVar(&o.NoIgnore, "no-ignore", false, "also read files that git ignores")
	flags.StringArrayVar(&o.Values, "values", nil, "values `file` for charts, as in helm (repeatable)")
	flags.StringArrayVar(&o.set, "set", nil, "set a `value` for charts, as in helm: a.b=1,c[0]=x (repeatable)")
	flags.StringArrayVar(&o.setString, "set-string", nil, "set a string `value` for charts, as in helm (repeatable)")
	o.Decisions.Bind(flags)
	o.Decisions.BindBaseline(flags)
}

// Check returns an error for filters and globs that are not valid.
func (o *Options) Check() error {
	o.include, o.exclude = files.JoinGlobs(o.include), files.JoinGlobs(o.exclude)
	return errors.Join(checkGlobs("include", o.include), checkGlobs("exclude", o.exclude), o.Filter.Check())
}

func checkGlobs(flag string, globs []string) error {
	for _, glob := range globs {
		if err := files.CheckGlob(glob); err != nil {
			return terminal.Usagef("--%s %s is not a valid glob: %v", flag, glob, err)
		}
	}
	return nil
}

// Existing returns an error for a path that does not exist: a misspelt path must not count as one
// that could not be read.
func Existing(paths []string) error {
	for _, path := range paths {
		if path == "-" || IsCluster(path) {
			continue
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return cause.Reading(path, err)
		}
	}
	return nil
}

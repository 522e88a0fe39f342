// Package config is the command config, and applies the configuration file and the environment to
// the flags of all commands. Its tables define what each flag means for the configuration.
package config

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/cause"
)

type configuration struct {
	streams  terminal.Streams
	file     *pflag.Flag // --config
	resolved config.Resolved
}

// Configure adds the flag --config and the command config, and applies the file and the environment
// before a command runs. It must be called after all commands are added.
func Configure(root *cobra.Command, streams terminal.Streams) {
	c := &configuration{streams: streams}
	root.PersistentFlags().String("config", "", "configuration `file`, or \"none\" (default: .kubedelta.yaml in this folder or a parent)")
	c.file = root.PersistentFlags().Lookup("config")
	root.AddCommand(newCommand(c))
	first := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := c.apply(cmd, args); err != nil {
			return err
		}
		if first != nil {
			return c.told(cmd, first(cmd, args))
		}
		return nil
	}
	for _, cmd := range root.Commands() {
		run := cmd.RunE
		if unconfigured()[cmd.Name()] != "" || run == nil {
			continue
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			return c.told(cmd, run(cmd, c.orConfigured(args)))
		}
	}
}

// apply sets the flags that are not on the command line.
func (c *configuration) apply(cmd *cobra.Command, args []string) error {
	spec := SpecOf(cmd.Root())
	command, ok := spec.Command(cmd.Name())
	if !ok || cmd.Parent() != cmd.Root() {
		return nil
	}
	file, env, err := c.load(spec)
	if err != nil {
		return err
	}
	if c.resolved, err = resolve(cmd, args, command, env, file); err != nil {
		return err
	}
	for _, key := range command.Flags {
		setting, ok := c.resolved.Settings[key.Name]
		if f := cmd.Flags().Lookup(key.Name); ok && f != nil && setting.From.Level != config.LevelFlag {
			option.SetConfigured(f)
			if err := set(cmd.Flags(), f, setting.Values); err != nil {
				return terminal.Usagef("%s, set by %s: %w", key.Name, setting.From, err)
			}
		}
	}
	w := terminal.NewWarner(c.streams.Err, c.streams.Display.Quiet)
	w.All(env.Misspelt(spec))
	warnRenamed(c.resolved.Renamed, cmd.Flags(), w)
	if err := limits(cmd); err != nil {
		return err
	}
	if len(args) > 0 {
		delete(c.resolved.Settings, argumentsOfScan)
	}
	l := c.streams.Configuration
	l.Files = c.files(file, env)
	l.Loosened, l.Redacted = config.Loosened(command, c.resolved, file)
	return tellLoosened(l, terminal.NewWarner(c.streams.Err, false))
}

// files are the paths of the configuration file, and of those that would be found before it.
func (c *configuration) files(file *config.File, env config.Environment) (paths []string) {
	switch {
	case c.named(env) == config.None, c.streams.Base != nil && (file == nil || file.Place.Found):
		return nil
	case file != nil && !file.Place.Found:
		return []string{file.Place.Shown}
	}
	work, _ := os.Getwd() // without one, no file can be found
	home, _ := os.UserHomeDir()
	for _, place := range config.Places(work, home) {
		paths = append(paths, place.Shown)
		if file != nil && place.File == file.Place.File {
			break
		}
	}
	return paths
}

// named is the value of --config or of its variable; "" if neither is set.
func (c *configuration) named(env config.Environment) string {
	if c.file.Changed {
		return c.file.Value.String()
	}
	return env[config.VariableFile]
}

// limits returns an error for a time limit that is not positive.
func limits(cmd *cobra.Command) error {
	for _, f := range flagList(cmd) {
		if f.Changed && f.Value.Type() == "duration" && !config.Positive(f.Value.String()) {
			return terminal.Usagef("--%s %s: it must be a time above 0 with a unit, such as 30s or 2m", f.Name, f.Value)
		}
	}
	return nil
}

func (c *configuration) load(spec config.Spec) (*config.File, config.Environment, error) {
	env := config.NewEnvironment(os.Environ())
	named, by := c.named(env), config.VariableFile
	if c.file.Changed {
		by = "--config"
		if named == "" {
			return nil, nil, terminal.Usagef("--config is empty; to use no file, use --config none")
		}
	}
	work, err := os.Getwd()
	if err != nil {
		work = "" // the folder was deleted, so no file can be found
	}
	home, _ := os.UserHomeDir() // without one, the search continues to the root
	file, err := c.read(named, work, home, spec)
	if _, unread := errors.AsType[*cause.ReadError](err); unread && named != "" {
		return nil, nil, fmt.Errorf("%s: %w", by, err)
	}
	if err != nil {
		return nil, nil, terminal.Usage(err)
	}
	return file, env, nil
}

// resolve returns the settings of a command whose flags are parsed.
func resolve(cmd *cobra.Command, args []string, command config.Command, env config.Environment, file *config.File) (config.Resolved, error) {
	given := map[string][]string{}
	if command.Name == "diff" && len(args) == 1 {
		old, new, _ := sources.SidesOf(args, "")
		args = []string{old, new}
	}
	for i, name := range arguments(command.Name) {
		if i < len(args) {
			given[name] = args[i : i+1]
		}
	}
	for _, f := range command.Flags {
		if flag := cmd.Flags().Lookup(f.Name); flag != nil && flag.Changed {
			given[f.Name] = valuesOf(flag)
		}
	}
	resolved, err := config.Resolve(command, given, env, file)
	if err != nil {
		return resolved, terminal.Usage(err)
	}
	return resolved, nil
}

func valuesOf(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// set sets a flag. Elements of a list can contain commas, so a list is replaced and not parsed.
func set(flags *pflag.FlagSet, f *pflag.Flag, values []string) error {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		f.Changed = true
		return list.Replace(values)
	}
	if len(values) != 1 {
		return errors.New("it accepts one value")
	}
	return flags.Set(f.Name, values[0])
}

// orConfigured returns the arguments, or the configured ones if there are none.
func (c *configuration) orConfigured(args []string) []string {
	if s, ok := c.resolved.Settings[argumentsOfScan]; ok && len(args) == 0 {
		return s.Values
	}
	return args
}

// told adds to an error that names a flag where the flag was set, unless it was on the command
// line.
func (c *configuration) told(cmd *cobra.Command, err error) error {
	var answer terminal.ExitError
	if err == nil || errors.As(err, &answer) {
		return err
	}
	var places []string
	for _, f := range flagList(cmd) {
		s, ok := c.resolved.Settings[f.Name]
		if ok && s.From.Level != config.LevelFlag && names(err.Error(), f) {
			places = append(places, fmt.Sprintf("%s is set by %s", f.Name, s.From))
		}
	}
	if len(places) == 0 {
		return err
	}
	return fmt.Errorf("%w (%s)", err, strings.Join(places, ", "))
}

func flagList(cmd *cobra.Command) (list []*pflag.Flag) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { list = append(list, f) })
	return list
}

func names(text string, f *pflag.Flag) bool {
	pattern := `--` + regexp.QuoteMeta(f.Name) + `([^a-z-]|$)`
	if f.Shorthand != "" {
		pattern += `|(^|\s)-` + regexp.QuoteMeta(f.Shorthand) + `\s`
	}
	return regexp.MustCompile(pattern).MatchString(text)
}

// read reads the configuration file. In a pull request, it is the file of the base branch.
func (c *configuration) read(named, work, home string, spec config.Spec) (*config.File, error) {
	base := c.streams.Base
	switch {
	case base == nil || named != "":
		return config.Load(named, work, home, spec)
	case !base.There:
		return nil, nil
	default:
		return config.Read(base.Place, base.Text, spec)
	}
}

func warnRenamed(old []config.Renamed, flags *pflag.FlagSet, w *terminal.Warner) {
	for _, o := range old {
		var text string
		switch o.From.Level {
		case config.LevelFlag:
			text = fmt.Sprintf("%s is deprecated: use %s", written(flags.Lookup(o.Old)), written(flags.Lookup(o.New)))
		case config.LevelEnvironment, config.LevelEnvironmentCommand:
			before, _ := strings.CutSuffix(o.From.Place, config.Variable("", o.Old)[len(config.Prefix):])
			text = fmt.Sprintf("the environment variable %s is deprecated: use %s", o.From.Place, before+config.Variable("", o.New)[len(config.Prefix):])
		default:
			text = fmt.Sprintf("%s: the key %s is deprecated: use %s", o.From, o.Old, o.New)
		}
		w.Warn(text)
	}
}

// written returns a flag as users write it.
func written(f *pflag.Flag) string {
	if f.Shorthand == "" {
		return "--" + f.Name
	}
	return "-" + f.Shorthand + " (--" + f.Name + ")"
}

package config_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	settings "github.com/kubedelta/kubedelta/cmd/internal/cli/config"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// eachFlag calls a function for every flag of every command, including those of cobra.
func eachFlag(t *testing.T, call func(cmd *cobra.Command, f *pflag.Flag)) {
	t.Helper()
	seen := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		visit := func(f *pflag.Flag) { seen++; call(cmd, f) }
		cmd.InheritedFlags().VisitAll(visit)
		cmd.NonInheritedFlags().VisitAll(visit)
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(cli.Commands())
	if seen < 100 {
		t.Fatalf("the tree has only %d flags", seen)
	}
}

// section returns the name of the top-level command of a command.
func section(cmd *cobra.Command) string {
	for cmd.HasParent() && cmd.Parent().HasParent() {
		cmd = cmd.Parent()
	}
	return cmd.Name()
}

// harmless returns the flags that do not make a check weaker, each with the reason.
func harmless() map[string]string {
	const looks, more, limits = "how it looks", "the report has more by it, and is as it is without it where it is false", "what it cuts off is unread, and the exit code says so"
	return map[string]string{
		"color": looks, "no-pager": looks, "lang": looks, "group-by": looks, "output": looks + ": each form has the same findings; a path and a template are refused",
		"strict": more, "validate": more, "no-ignore": more, "with-notes": more, "include-disabled": more, "show-descriptions": more, "verbosity": more, "show-changes": more, "downgrade": "without it, the comparison is an error", "all-namespaces": more,
		"timeout": limits, "request-timeout": limits, "offline": "what it leaves out is an error",
		"no-cache": "the same is downloaded again", "parallel": "how fast it is", "redact": "names are replaced, and nothing is left out",
		"engine":   "the language of a query, and of its result",
		"base-url": "where the pages say that they are",
		"backup":   "it counts only with --fix, and keeps what that rewrites", "dry-run": "it counts only with --fix: what is not rewritten is a finding",
	}
}

// TestEveryKeyIsChecked checks that each key is either refused in a file from a repository, or
// reported because it makes a check weaker, or harmless.
func TestEveryKeyIsChecked(t *testing.T) {
	used := map[string]bool{}
	for _, command := range settings.SpecOf(cli.Commands()).Commands {
		for _, f := range command.AllFlags() {
			name := option.Sideless(f.Name)
			used[name] = true
			_, safe := harmless()[name]
			safe = safe || (command.Name == "matrix" || command.Name == "history" || command.Name == "site") && f.Apart // columns of a table
			refused, told := f.Guard != "", f.Loosens != ""
			if !refused && told == safe || refused && told {
				t.Errorf("%s %s is said to be refused (%q), to loosen (%q), to be harmless (%v): want one of them", command.Name, f.Name, f.Guard, f.Loosens, safe)
			}
		}
	}
	for name := range harmless() {
		if !used[name] {
			t.Errorf("unknown key %s", name)
		}
	}
	for _, l := range settings.Loosenings() {
		for _, name := range l.Names() {
			if !used[name] {
				t.Errorf("unknown key %s", name)
			}
		}
	}
	for otherwise, want := range map[string]string{"never": "", "breaking": "never", "risky": "never breaking", "": ""} {
		if _, weaker := settings.Loosens("scan", "fail-on", otherwise); strings.TrimSpace(strings.Join(weaker, " ")) != want {
			t.Errorf("weaker than %q: %q", otherwise, weaker)
		}
	}
}

// TestEveryFlagHasItsKey checks that each flag can be configured or has a reason why not, and that
// each reason is about a flag that exists.
func TestEveryFlagHasItsKey(t *testing.T) {
	root := cli.Commands()
	spec := settings.SpecOf(root)
	usedCommands, usedFlags := map[string]bool{}, map[string]bool{}
	eachFlag(t, func(cmd *cobra.Command, f *pflag.Flag) {
		name := section(cmd)
		usedCommands[name], usedFlags[f.Name] = true, true
		if settings.UnconfiguredFlags()[f.Name] != "" || settings.Unconfigured()[name] != "" || !cmd.HasParent() {
			return
		}
		command, ok := spec.Command(name)
		if !ok {
			t.Fatalf("the command %s has no section in the configuration file", name)
		}
		if cmd.Parent() != cmd.Root() {
			t.Errorf("%s is a command below a command: its flags have no section", cmd.CommandPath())
		}
		key, ok := command.Flag(f.Name)
		if !ok {
			t.Errorf("%s --%s has no key in the configuration file", name, f.Name)
		}
		if wants := map[string]config.Type{
			"string": config.Text, "bool": config.Bool, "int": config.Int, "duration": config.Duration, "stringSlice": config.List, "stringArray": config.Array,
		}; !slices.Contains(slices.Collect(maps.Keys(wants)), f.Value.Type()) || wants[f.Value.Type()] != key.Type {
			t.Errorf("%s --%s is a %s, for which the configuration file has no values: see config.Type", name, f.Name, f.Value.Type())
		}
	})
	for name := range settings.Unconfigured() {
		if !usedCommands[name] && name != "help" {
			t.Errorf("there is no command %s to be left out of the configuration", name)
		}
	}
	for name := range settings.UnconfiguredFlags() {
		if !usedFlags[name] {
			t.Errorf("there is no flag --%s to be left out of the configuration", name)
		}
	}
}

// plainWords are words in the usage of flags for values that are not paths, sources, clusters or
// programs.
var plainWords = []string{
	"format", "string", "severity", "severities", "groups", "kinds", "areas", "SIGs", "language", "expression", "N", "key", "time", "globs", "value",
	"release", "phase", "names", "changes", "namespace", "selector", "TIER", "user", "group", "types", "number", "UID", "name", "URL", "context", "when", "revision",
	"column", "engine", "address", "sources", "languages",
}

// TestFlagsAreClassified compares the tables in flags.go with the usages of the flags, so that
// nobody adds a flag such as --pager or --plugin without deciding who may set it.
func TestFlagsAreClassified(t *testing.T) {
	eachFlag(t, func(cmd *cobra.Command, f *pflag.Flag) {
		name := section(cmd)
		if settings.Unconfigured()[name] != "" || settings.UnconfiguredFlags()[f.Name] != "" {
			return
		}
		word, _ := pflag.UnquoteUsage(f)
		means := settings.Meaning(name, f.Name)
		switch {
		case slices.Contains([]string{"bool", "int", "duration"}, f.Value.Type()):
			if means != config.Words {
				t.Errorf("%s --%s is a %s and cannot be a path", name, f.Name, f.Value.Type())
			}
		case slices.Contains([]string{"file", "path", "folder", "report"}, word):
			if means != config.Path && means != config.PathOrContext {
				t.Errorf("%s --%s takes a %s: meaning must say so, so that it starts from the configuration file's folder", name, f.Name, word)
			}
		case word == "source" || word == "target":
			if means != config.Source {
				t.Errorf("%s --%s takes a %s: meaning must say so", name, f.Name, word)
			}
		case !slices.Contains(plainWords, word):
			t.Errorf("%s --%s takes a %q: if a repository may choose it, add the word to plainWords; if not, see guard", name, f.Name, word)
		}
		if (word == "URL" || word == "context" || word == "user") && settings.FlagOf(cmd, f).Guard == "" {
			t.Errorf("%s --%s takes a %s, and a file that came with a repository may set it", name, f.Name, word)
		}
	})
}

// TestConflictsAreOfFlags checks that the flags in the tables exist.
func TestConflictsAreOfFlags(t *testing.T) {
	for _, command := range settings.SpecOf(cli.Commands()).Commands {
		has := func(name string) bool {
			_, ok := command.Flag(name)
			return ok || slices.Contains(settings.Arguments(command.Name), name)
		}
		for _, c := range command.Clashes {
			shared := c.A == "output" || c.A == "insecure-skip-tls-verify" // of most commands
			if !shared && (!has(c.A) || !has(c.B) || c.Move != "" && !has(c.Move)) {
				t.Errorf("%s has no --%s or no --%s to clash", command.Name, c.A, c.B)
			}
		}
		for _, n := range command.Needs {
			if !has(n.Flag) || !has(n.With) {
				t.Errorf("%s has no --%s that needs --%s", command.Name, n.Flag, n.With)
			}
		}
	}
}

// TestNamesAreUnambiguous checks that no key is also a section, and that no variable is for two
// flags.
func TestNamesAreUnambiguous(t *testing.T) {
	spec := settings.SpecOf(cli.Commands())
	owner := map[string]string{config.VariableFile: "--config"}
	for _, c := range spec.Commands {
		for _, f := range c.AllFlags() {
			if _, section := spec.Command(f.Name); section || f.Name == "version" {
				t.Errorf("%s --%s: the key is a section's, too", c.Name, f.Name)
			}
			for variable, who := range map[string]string{config.Variable("", f.Name): "--" + f.Name, config.Variable(c.Name, f.Name): c.Name + " --" + f.Name} {
				if before, ok := owner[variable]; ok && before != who {
					t.Errorf("%s is the variable of %s and of %s", variable, before, who)
				}
				owner[variable] = who
			}
		}
	}
}

// TestNothingRunsBeforeTheSettings checks that no command has a hook of its own: cobra runs only
// the nearest hook, so the configuration would not be applied.
func TestNothingRunsBeforeTheSettings(t *testing.T) {
	for _, cmd := range cli.Commands().Commands() {
		if settings.Unconfigured()[cmd.Name()] == "" && (cmd.PersistentPreRun != nil || cmd.PersistentPreRunE != nil || cmd.RunE == nil) {
			t.Errorf("%s has a PersistentPreRun or no RunE: the configuration is not applied to it", cmd.Name())
		}
		eachGroup(t, cmd)
	}
}

// eachGroup checks that cobra's groups of flags are not used: they do not depend on where a flag
// was set.
func eachGroup(t *testing.T, cmd *cobra.Command) {
	t.Helper()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		for key := range f.Annotations {
			if strings.Contains(key, "mutually_exclusive") {
				t.Errorf("%s --%s excludes others by cobra: say it in clashes, or what is typed does not go over what is configured", cmd.Name(), f.Name)
			}
		}
	})
}

// TestConfigPageNamesTheGuarded checks that the page lists every flag that a found file may not
// set.
func TestConfigPageNamesTheGuarded(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## Settings that a discovered file must not contain")
	text, _, _ = strings.Cut(text, "## Syntax")
	eachFlag(t, func(_ *cobra.Command, f *pflag.Flag) {
		if settings.Guard(f.Name) != "" && option.Sideless(f.Name) == f.Name && !strings.Contains(text, "`"+f.Name+"`") {
			t.Errorf("docs/config.md does not tell that a found file may not set %s", f.Name)
		}
	})
}

package completion

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// releases returns the releases of the catalog, newest first.
func releases() []string {
	names := slice.Map(catalog.New().Releases(), func(r discovery.Release) string { return r.String() + "\tKubernetes, from the built-in catalog" })
	slices.Reverse(names)
	return append(names, "latest\tthe newest of these")
}

// kubeconfigOf returns the kubeconfig that flags before the word name.
func kubeconfigOf(cmd *cobra.Command, args []string) string {
	side := []string{"old-kubeconfig", "new-kubeconfig"}[min(len(args), 1)]
	for _, name := range []string{side, "kubeconfig"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() != "" {
			return f.Value.String()
		}
	}
	return ""
}

// contextNames returns the contexts of the kubeconfig, without names that have control characters:
// the kubeconfig can come from somebody else.
func contextNames(cmd *cobra.Command, args []string) []string {
	names, _ := cluster.Contexts(kubeconfigOf(cmd, args)) // none where it cannot be read
	return slices.DeleteFunc(names, func(name string) bool {
		return name == "" || strings.ContainsFunc(name, unprintable)
	})
}

// SourceContexts returns the contexts as sources.
func SourceContexts(cmd *cobra.Command, args []string) []string {
	return slice.Map(contextNames(cmd, args), func(name string) string { return "context:" + name + "\ta cluster, from the kubeconfig" })
}

// Contexts offers the names of contexts.
func Contexts(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return offered(contextNames(cmd, args), word), cobra.ShellCompDirectiveNoFileComp
}

// Releases offers releases of the catalog.
func Releases(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return offered(releases(), word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// projectNames returns the names of the projects, each with a colon.
func projectNames() []string {
	projects, _ := project.New().Projects() // none if it cannot be read: the command reports that error
	return slice.Map(projects, func(p *project.Project) string { return p.Name + ":" })
}

// projectReleases returns the releases of the project that the word names, newest first.
func projectReleases(word string) (names []string) {
	projects, _ := project.New().Projects() // as above
	for _, p := range projects {
		if !strings.HasPrefix(word, p.Name+":") {
			continue
		}
		for _, r := range slices.Backward(p.Releases) {
			names = append(names, p.Name+":"+r.Minor.String()+"\tits custom resources, from the built-in table")
		}
	}
	return names
}

// Sources offers sources. If none matches, the shell offers files.
func Sources(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if rest, ok := strings.CutPrefix(word, "file:"); ok {
		return paths("file:", rest)
	}
	all := slices.Concat(releases(), SourceContexts(cmd, args))
	if strings.HasPrefix(word, "catalog:") || strings.HasPrefix(word, "github:v") || word == "github:" {
		all = nil
		for _, r := range releases() {
			name, _, _ := strings.Cut(r, "\t")
			all = append(all, "catalog:"+r, "github:v"+name+".0\ta tag of kubernetes/kubernetes")
		}
	}
	if strings.Contains(word, ":") {
		all = append(all, projectReleases(word)...)
	}
	if out := offered(all, word); len(out) > 0 {
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	// The word can be the beginning of a scheme ("git") or of a project ("cert").
	if out := offered(append(projectNames(), "catalog:", "context:", "file:", "git:", "github:", "https://"), word); len(out) > 0 && word != "" {
		return out, cobra.ShellCompDirectiveNoSpace
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// WordOrFile offers some values, and files if none matches.
func WordOrFile(values func(cmd *cobra.Command, args []string) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if word == "" {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return offered(values(cmd, args), word), cobra.ShellCompDirectiveDefault
	}
}

// Ranges offers releases, and after FROM.. later releases.
func Ranges(_ *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	from, _, ranged := strings.Cut(word, "..")
	before := ""
	if ranged {
		before = from + ".."
	} else if len(args) > 0 {
		from = args[0]
	} else {
		from = ""
	}
	first, err := discovery.ParseRelease(from)
	var names []string
	for _, name := range releases() {
		version, _, _ := strings.Cut(name, "\t")
		if r, ok := discovery.ParseRelease(version); err != nil || ok == nil && r.Compare(first) > 0 {
			names = append(names, before+name)
		}
	}
	return offered(names, word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// FormatOrFile offers formats, and after format= files. Shells complete only whole words, so these
// include the format.
func FormatOrFile(formats []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		format, path, named := strings.Cut(word, "=")
		if !named {
			return offered(formats, word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		}
		return paths(format+"=", path)
	}
}

func paths(before, path string) ([]cobra.Completion, cobra.ShellCompDirective) {
	folder, name := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(name, ".") {
			continue
		}
		found := before + folder + e.Name()
		if e.IsDir() {
			found += string(filepath.Separator)
		}
		names = append(names, found)
	}
	return offered(names, before+path), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

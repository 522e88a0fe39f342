package config

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/format"
)

// These tables have what the type of a flag does not say: which values are paths, which flags a
// file from a repository may not set, and which flags exclude each other. A test compares them with
// the flags that exist.

// Meaning returns what the value of a flag names.
func Meaning(command, flag string) config.Means {
	switch option.Sideless(flag) {
	case "ignore-file", "severity-config", "waivers", "baseline", "annotations", "audit", "from-result", "notes-from", "template", "values", "output-file", "cache-dir",
		"kubeconfig", "token-file", "certificate-authority", "client-certificate", "client-key", "assets":
		return config.Path
	case "include", "exclude":
		return config.Glob
	case "uses":
		return config.PathOrContext
	case "output":
		if command == "snapshot" {
			return config.Path
		}
		return config.FormatAndPath
	case "crds":
		if command == "rehearse" {
			return config.Path
		}
		return config.Source
	case "on":
		return config.Source
	case "from", "to":
		if command == "scan" || command == "usage" {
			return config.Source
		}
	}
	return config.Words
}

// trait is what is said of some flags.
type trait struct {
	text  string
	flags []string
}

// said returns what the traits say of a flag, or of the flag for both sides if it is one for a side.
func said(traits []trait, flag string) string {
	flag = option.Sideless(flag)
	if t := slice.Find(traits, func(t *trait) bool { return slices.Contains(t.flags, flag) }); t != nil {
		return t.text
	}
	return ""
}

const (
	guardAsks   = "it would send requests to a server"
	guardWrites = "it changes which files are written"
)

// guard returns why a configuration file that was found, and not named, may not set a flag, or "".
// Such a file may come with a repository that was just cloned.
func guard(flag string) string {
	return said([]trait{
		{"a kubeconfig can specify programs to run", []string{"kubeconfig"}},
		{"it would send requests to a cluster with your credentials", []string{"context", "all-contexts", "server", "on", "crds"}},
		{"it changes what is sent to a server, the user, and the verification of the server", []string{
			"token-file", "certificate-authority", "client-certificate", "client-key", "tls-server-name", "proxy-url", "as", "as-uid", "as-group", "insecure-skip-tls-verify",
		}},
		{"your GitHub token would be sent to it", []string{"github-url"}},
		{guardWrites, []string{"output-file", "cache-dir", "fix"}},
		{"it would replace the report", []string{"template", "stats", "print-rbac"}},
		{"it specifies programs to run", []string{"assets", "download", "download-index"}},
		{"values of Secrets would be sent to a server", []string{"send-secrets"}},
	}, flag)
}

// apart reports whether a flag has a different meaning in this command. A setting for all commands
// does not apply to it.
func apart(command, flag string) bool {
	if flag = option.Sideless(flag); flag == "context" {
		return command != "preflight" // preflight has a list of contexts
	}
	switch command {
	case "snapshot":
		return flag == "output" || flag == "output-file" // the output is a snapshot, not a report
	case "matrix", "history", "site":
		return flag == "from" || flag == "to" // columns of a table, not an upgrade
	case "changelog":
		return flag == "kind" // the kind of a note, not of an object
	case "data":
		return flag == "from" // the address of a data set, not a release
	}
	return false
}

// instead returns the variables of other tools that mean the same as a flag.
func instead(flag string) []string {
	switch flag {
	case "color":
		return []string{"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"}
	case "kubeconfig":
		return []string{"KUBECONFIG"}
	}
	return nil
}

// clashes returns the pairs of flags that exclude each other. A flag on the command line then
// overrides a configured one without an error.
func clashes(command string) (list []config.Clash) {
	exclude := func(a string, others ...string) {
		for _, b := range others {
			list = append(list, config.Clash{A: a, B: b})
		}
	}
	const insecure, ca, kubeconfig = "insecure-skip-tls-verify", "certificate-authority", "kubeconfig"
	exclude(insecure, ca)
	switch command {
	case "diff":
		exclude("no-notes", "with-notes", "sig", "notes-from", "annotations")
		for _, side := range [][3]string{{"OLD", "old-", "new-"}, {"NEW", "new-", "old-"}} {
			argument, this, other := side[0], side[1], side[2]
			exclude(this+insecure, this+ca)
			list = append(list,
				config.Clash{A: this + insecure, B: ca, Move: other + ca},
				config.Clash{A: this + ca, B: insecure, Move: other + insecure},
				config.Clash{A: argument, B: kubeconfig, When: namesServer, Move: other + kubeconfig},
				config.Clash{A: argument, B: this + kubeconfig, When: namesServer})
		}
	case "snapshot":
		list = append(list, config.Clash{A: "SOURCE", B: kubeconfig, When: namesServer})
	case "scan":
		list = append(list, config.Clash{A: "to", B: kubeconfig, When: namesServer}, config.Clash{A: "from", B: kubeconfig, When: namesServer})
		exclude("all-namespaces", "namespace")
	case "rehearse":
		exclude("all-namespaces", "namespace")
		for _, flag := range []string{"assets", "download", "download-index", "crds"} {
			list = append(list, config.Clash{A: "on", B: flag, When: namesContext})
		}
	case "usage":
		list = append(list, config.Clash{A: "to", B: kubeconfig, When: namesServer})
	case "preflight":
		exclude("context", "all-contexts", "server")
		exclude("all-contexts", "server")
		exclude("all-namespaces", "namespace")
		exclude("server", kubeconfig)
	case "changelog":
		exclude("stats", "template")
	}
	return append(list, config.Clash{A: "output", B: "template", When: besideTemplate})
}

// namesServer reports whether a reference is the URL of an API server. Its credentials come from
// flags, not from a kubeconfig.
func namesServer(reference, _ []string) bool {
	return slices.ContainsFunc(reference, func(r string) bool { return strings.Contains(r, "://") })
}

// namesContext reports whether a reference is a cluster, so that no server is started.
func namesContext(reference, _ []string) bool {
	return slices.ContainsFunc(reference, func(r string) bool { return strings.HasPrefix(r, sources.CurrentContext) })
}

// besideTemplate reports whether no output has the format template. --template would then add an
// output to the same place.
func besideTemplate(outputs, _ []string) bool {
	return !slices.ContainsFunc(outputs, func(o string) bool {
		name, _, _ := strings.Cut(o, "=")
		return name == format.Template
	})
}

// arguments returns the names of arguments that can exclude a flag.
func arguments(command string) []string {
	switch command {
	case "diff":
		return []string{"OLD", "NEW"}
	case "snapshot":
		return []string{"SOURCE"}
	}
	return nil
}

// needs returns the flags that a command refuses without another flag.
func needs(command string) []config.Need {
	switch command {
	case "scan":
		return []config.Need{{Flag: "dry-run", With: "fix"}, {Flag: "backup", With: "fix"}}
	case "rehearse":
		return []config.Need{{Flag: "download-index", With: "download"}}
	case "usage":
		return []config.Need{{Flag: "log", With: "engine"}, {Flag: "column", With: "engine"}, {Flag: "since", With: "engine"}, {Flag: "until", With: "engine"}, {Flag: "statement", With: "engine"}}
	}
	return nil
}

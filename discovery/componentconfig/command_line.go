package componentconfig

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Component returns the component that a container runs, "" if it is not one of Kubernetes, and the
// tag of the image. The image is the best evidence. If all components are in one image (RKE2,
// hyperkube), it is the name of the container.
func Component(image, container string) (name, tag string) {
	// "kube-proxy" and "v1.29.1" of "registry.example.com:5000/k8s/kube-proxy:v1.29.1@sha256:…": a colon
	// before the last slash is before a port, and a digest is no version.
	image, _, _ = strings.Cut(image, "@")
	image, tag, _ = strings.Cut(image[strings.LastIndexByte(image, '/')+1:], ":")
	for _, suffix := range []string{"-amd64", "-arm64", "-arm", "-ppc64le", "-s390x"} {
		image = strings.TrimSuffix(image, suffix)
	}
	for _, name := range []string{image, container} {
		switch name {
		case APIServer, ControllerManager, Scheduler, KubeProxy, Etcd, "coredns":
			return name, tag
		}
		if name == CloudManager || strings.HasSuffix(name, "-"+CloudManager) {
			return CloudManager, tag
		}
	}
	return "", ""
}

// Word is a word of a command line, with the index of the entry of command and args that has it.
type Word struct {
	Text  string
	Entry int
}

// CommandLine returns the words of command and args of a container, from the name of the component
// on. Before it are the flags of a program that starts it (go-runner of kOps and GCE, tini, a
// shell). A command for a shell is split into words, without regard to quotes, because only flags
// are needed.
func CommandLine(component string, entries []string) (line []Word) {
	for i, entry := range entries {
		words := []string{entry}
		if i > 0 && shellOption.MatchString(entries[i-1]) {
			words = strings.Fields(strings.NewReplacer(`"`, "", `'`, "").Replace(entry))
		}
		for _, word := range words {
			line = append(line, Word{word, i})
		}
	}
	for i, word := range line {
		if strings.HasPrefix(word.Text, "-") || !strings.HasSuffix(path.Base(word.Text), component) {
			continue
		}
		// Without a command, the first word is a flag of the component, and this word may be the
		// value of another flag.
		if before := line[max(0, i-1)].Text; strings.HasPrefix(line[0].Text, "-") && strings.HasPrefix(before, "-") && !strings.Contains(before, "=") {
			continue
		}
		return line[i:]
	}
	return line
}

// shellOption matches the option of a shell before a command: "-c", "-ec".
var shellOption = regexp.MustCompile(`^-[a-z]*c$`)

// ShowsFlags reports whether a command line shows the flags of its component. The name of the
// component without a flag means that there are none. A program with another name, such as a
// script, may add flags, and so may the image of a container without a command.
func ShowsFlags(component string, words []string) bool {
	return len(words) > 0 && (strings.HasPrefix(words[0], "-") || strings.TrimSuffix(path.Base(words[0]), ".exe") == component ||
		slices.ContainsFunc(words, func(word string) bool { return len(word) > 2 && strings.HasPrefix(word, "--") }))
}

// TakesGates reports whether a component's --feature-gates are those of Kubernetes. From 3.6 on
// etcd has a flag with that name for its own gates.
func TakesGates(component string) bool {
	return slices.Contains([]string{APIServer, ControllerManager, Scheduler, CloudManager, Kubelet, KubeProxy, Kubeadm}, component)
}

// Argument is a flag of a command line, without its dashes. Word is the index of its first word, and
// Last that of the word that has its value.
type Argument struct {
	Name, Value string
	Word, Last  int
}

// Arguments reads a command line: "--a=b", "--a b", "-a=b", "--a". A word after a flag that does not
// begin with a dash is the value of the flag.
func Arguments(words []string) (out []Argument) {
	for i := 0; i < len(words); i++ {
		first := i
		a, dashed := strings.CutPrefix(strings.TrimSpace(words[i]), "-")
		if !dashed {
			continue
		}
		a = strings.TrimPrefix(a, "-")
		name, value, has := strings.Cut(a, "=")
		if !has && i+1 < len(words) && !strings.HasPrefix(strings.TrimSpace(words[i+1]), "-") {
			i++
			value = strings.TrimSpace(words[i])
		}
		if name == "" {
			if a == "" && !has {
				break // "--" ends the flags
			}
			continue
		}
		out = append(out, Argument{FlagName(name), value, first, i})
	}
	return out
}

// FlagName returns the name of a flag as the tables have it: Kubernetes accepts underscores instead
// of dashes (component-base cli/flag WordSepNormalizeFunc).
func FlagName(name string) string { return strings.ReplaceAll(name, "_", "-") }

package collect

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

const kubeSystem = "kube-system"

type container struct {
	Name    string   `json:"name"`
	Image   string   `json:"image"`
	Command []string `json:"command"`
	Args    []string `json:"args"`
	settingsOfContainer
}

// components adds the processes of the control plane and of nodes that the pod
// runs. One that has ended is none.
func (p *pod) components(g *gathered) {
	if p.Metadata.Namespace != kubeSystem || p.Status.Phase == "Succeeded" || p.Status.Phase == "Failed" {
		return
	}
	for _, c := range p.Spec.Containers {
		name := component(c)
		if name == "" {
			continue
		}
		g.Components = append(g.Components, evidence.Component{
			Name: name, Pod: p.Metadata.Name, Node: p.Spec.NodeName, Image: c.Image, Version: tag(c.Image), Arguments: c.commandLine(name),
		})
	}
}

// component is what a container runs; "" if it is not of Kubernetes. The image
// tells best; where all components come in one (RKE2, hyperkube) the container's
// name does.
func component(c container) string {
	image := imageName(c.Image)
	for _, suffix := range []string{"-amd64", "-arm64", "-arm", "-ppc64le", "-s390x"} {
		image = strings.TrimSuffix(image, suffix)
	}
	for _, name := range []string{image, c.Name} {
		switch name {
		case "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kube-proxy", "etcd", "coredns", "cloud-controller-manager":
			return name
		}
		if strings.HasSuffix(name, "-cloud-controller-manager") {
			return "cloud-controller-manager"
		}
	}
	return ""
}

// imageName is the last part of an image's path: "kube-proxy" of
// "registry.example.com:5000/k8s/kube-proxy:v1.29.1@sha256:…".
func imageName(image string) string {
	image, _, _ = strings.Cut(image, "@")
	image = image[strings.LastIndexByte(image, '/')+1:]
	name, _, _ := strings.Cut(image, ":")
	return name
}

// tag is an image's tag; "" where it has none. A colon before the last slash is
// that of a port, and a digest is no version.
func tag(image string) string {
	image, _, _ = strings.Cut(image, "@")
	image = image[strings.LastIndexByte(image, '/')+1:]
	_, tag, _ := strings.Cut(image, ":")
	return tag
}

// commandLine is the command with its arguments, from the name of the component on: what
// stands before are the flags of what starts it (go-runner of kOps and GCE, tini, a shell).
// What a shell is to run is split into words, for flags to be found; quotes do not matter
// to that.
func (c container) commandLine(component string) (line []string) {
	all := slices.Concat(c.Command, c.Args)
	for i, word := range all {
		if i > 0 && shellOption.MatchString(all[i-1]) {
			line = append(line, strings.Fields(strings.NewReplacer(`"`, "", `'`, "").Replace(word))...)
		} else {
			line = append(line, word)
		}
	}
	for i, word := range line {
		if strings.HasPrefix(word, "-") || !strings.HasSuffix(path.Base(word), component) {
			continue
		}
		// Without a command the first word is a flag of the component, and this may be the
		// value of another.
		if before := line[max(0, i-1)]; strings.HasPrefix(line[0], "-") && strings.HasPrefix(before, "-") && !strings.Contains(before, "=") {
			continue
		}
		return line[i:]
	}
	return line
}

// shellOption is an option of a shell before what it is to run: "-c", "-ec".
var shellOption = regexp.MustCompile(`^-[a-z]*c$`)

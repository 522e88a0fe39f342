package collect

import (
	"io"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// ReadList reads the items of a list.
func ReadList(body io.Reader, item func([]byte)) (token string, err error) {
	more, err := readList(body, func(listType) error { return nil }, item)
	return more.Continue, err
}

// Tag returns the tag of an image.
func Tag(image string) string {
	_, tag := componentconfig.Component(image, "etcd")
	return tag
}

// Component returns the component that a container runs.
func Component(name, image string) string {
	name, _ = componentconfig.Component(image, name)
	return name
}

// CommandLine returns the command line of kube-apiserver in a container.
func CommandLine(command, args []string) []string {
	return container{Command: command, Args: args}.commandLine("kube-apiserver")
}

// ControlPlane reports whether a node with a label is of the control plane.
func ControlPlane(label string) bool {
	n, g := node{}, newGathered(&collector{}, served{resource: &discovery.Resource{Kind: "Node"}})
	n.Metadata.Labels = map[string]string{label: "true"}
	n.keep(g)
	return g.Nodes[0].ControlPlane
}

// Metrics reads the text of /metrics.
func Metrics(body io.Reader) ([]evidence.Requested, []evidence.Gate, bool, int, error) {
	var m metrics
	err := m.read(body)
	return m.requested, m.gates, !m.started.IsZero(), m.lost, err
}

// Pod returns what is kept of a pod, Role of a role.
func Pod(text string) (evidence.Pod, error) {
	var p pod
	if err := decode([]byte(text), &p); err != nil {
		return evidence.Pod{}, err
	}
	g := newGathered(&collector{}, served{})
	g.raw = []byte(text)
	p.keep(g)
	return g.Pods[0], nil
}

func Role(text string) (evidence.Role, error) {
	r, g := role{}, newGathered(&collector{}, served{resource: &discovery.Resource{Kind: "ClusterRole"}})
	if err := decode([]byte(text), &r); err != nil {
		return evidence.Role{}, err
	}
	r.keep(g)
	return g.Roles[0], nil
}

package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// pointless reports whether an annotation has no effect where it is, or its replacement is already
// set. What other programs do with annotations under a name of their own, such as podAnnotations,
// is not known, so these count.
func (v *visit) pointless(node int, f *fact) bool {
	t := v.o.Tree
	if f.Rename != "" && t.Child(v.parent(node), f.Rename) >= 0 {
		return true
	}
	if f.Value != "" && t.Nodes[node].Kind == tree.String && t.Nodes[node].Value != f.Value {
		return true
	}
	holder := v.holder(node)
	if holder < 0 {
		return false
	}
	if kind, known := v.kindOf(holder); known && !slices.Contains(f.On, kind) {
		return true
	}
	if v.o.Guess {
		return false
	}
	if f.Profile != "" {
		return podProfiles{t: t, spec: t.Child(holder, "spec"), name: f.Profile}.replace(f, &t.Nodes[node])
	}
	return slices.ContainsFunc(f.Set, func(path string) bool { return v.sets(holder, path) })
}

// holder is the object or template with the node in metadata.annotations; -1 if there is none.
func (v *visit) holder(node int) int {
	annotations := v.parent(node)
	if annotations < 0 || v.o.Tree.Nodes[annotations].Key != "annotations" {
		return -1
	}
	metadata := v.parent(annotations)
	if metadata < 0 || v.o.Tree.Nodes[metadata].Key != "metadata" {
		return -1
	}
	return v.parent(metadata)
}

// kindOf is the kind of an object, or of what a template creates, if Kubernetes itself owns the
// kind; "" for other kinds.
func (v *visit) kindOf(holder int) (kind string, known bool) {
	t := v.o.Tree
	apiVersion := v.o.APIVersion
	kind = v.o.Kind
	if holder != v.o.Root {
		apiVersion, kind = t.Text(holder, "apiVersion"), t.Text(holder, "kind")
	}
	switch list := v.parent(holder); {
	case kind != "" && v.checker.own[discovery.ParseGroupVersion(apiVersion).Group]:
		return kind, true
	case kind != "":
		return "", true
	case t.At(holder, "spec", "containers") >= 0:
		return "Pod", true
	case list >= 0 && t.Nodes[list].Key == "volumeClaimTemplates":
		return "PersistentVolumeClaim", true
	default:
		return "", false
	}
}

// sets reports whether the object has a value at a path. Only keys of annotations contain dots.
func (v *visit) sets(holder int, path string) bool {
	t, node := v.o.Tree, holder
	for path != "" && node >= 0 {
		key, rest, _ := strings.Cut(path, ".")
		if t.Nodes[node].Key == "annotations" {
			key, rest = path, ""
		}
		node, path = t.Child(node, key), rest
	}
	if node < 0 {
		return false
	}
	switch n := &t.Nodes[node]; n.Kind {
	case tree.Null:
		return false
	case tree.Map, tree.List:
		return int(n.After) > node+1
	case tree.Bool:
		return n.Value == "true"
	default:
		return true
	}
}

// podProfiles are the profiles with one name in the security contexts of a pod.
type podProfiles struct {
	t    *tree.Tree
	spec int
	name string
}

// replace reports whether profiles in security contexts have the effect of an annotation. The
// profile of a container takes precedence over that of its pod. The pod's counts for a container
// whose annotation has the same value (KEP-135, "Version Skew Strategy").
func (p podProfiles) replace(f *fact, annotation *tree.Node) bool {
	ofPod := p.of(p.spec)
	container, isContainer := strings.CutPrefix(annotation.Key, f.Word)
	if !f.Prefix || !isContainer {
		return ofPod >= 0 || p.all()
	}
	containers := p.containers()
	for _, c := range containers {
		if p.t.Text(c, "name") == container {
			return p.of(c) >= 0 || ofPod >= 0 && p.says(ofPod, annotation.Value)
		}
	}
	return len(containers) > 0 && len(containers) < maxContainers // the pod does not have the container
}

// of is the profile in the security context of a pod or a container; -1 if there is none.
func (p podProfiles) of(node int) int {
	profile := p.t.At(node, "securityContext", p.name)
	if profile >= 0 && p.t.Nodes[profile].Kind == tree.Null {
		return -1
	}
	return profile
}

// maxContainers is how many containers are read for each annotation.
const maxContainers = 100

func (p podProfiles) containers() (all []int) {
	for _, key := range []string{"containers", "initContainers", "ephemeralContainers"} {
		for c := range items(p.t, p.t.Child(p.spec, key)) {
			if len(all) == maxContainers {
				return all
			}
			all = append(all, c)
		}
	}
	return all
}

// all reports whether each container has its own profile.
func (p podProfiles) all() bool {
	containers := p.containers()
	return len(containers) > 0 && len(containers) < maxContainers && !slices.ContainsFunc(containers, func(c int) bool { return p.of(c) < 0 })
}

// says compares a profile with the value of an annotation, such as localhost/name.
func (p podProfiles) says(profile int, value string) bool {
	switch kind := p.t.Text(profile, "type"); kind {
	case "RuntimeDefault":
		return value == "runtime/default" || value == "docker/default"
	case "Unconfined":
		return value == "unconfined"
	default:
		return kind == "Localhost" && value == "localhost/"+p.t.Text(profile, "localhostProfile")
	}
}

package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func checkFrozen(in preflight.Input) (f found) {
	pods := map[string][]string{}
	for p := range slice.Each(in.Pods) {
		for _, image := range p.Detail().FrozenImages {
			pods[image] = slice.Add(pods[image], finding.ObjectName(p.Namespace, p.Name))
		}
	}
	for _, image := range slices.Sorted(maps.Keys(pods)) {
		slices.Sort(pods[image])
		f.add(ofCluster(rule.Deprecation, "the image %s comes from k8s.gcr.io, which is frozen; it is used by %s", quoted(image), rule.First(pods[image], 3))).Value = image
	}
	if s, has := f.clusterConfiguration(in); has && s.text("imageRepository") == "k8s.gcr.io" {
		it := f.add(configMap("kubeadm-config"))
		it.Severity, it.Field, it.Value = rule.Deprecation, "imageRepository", "k8s.gcr.io"
		it.Message = "kubeadm pulls images from k8s.gcr.io, which is frozen"
	}
	return f
}

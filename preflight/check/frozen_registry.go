package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func frozenRegistry() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: "frozen-registry", Title: "No image comes from the frozen registry k8s.gcr.io", Severity: rule.Deprecation, Phase: preflight.NodeDrain, Required: false, Since: "0.4.0",
		Doc: "k8s.gcr.io has accepted no new images since April 2023, and registry.k8s.io answers its requests while that redirect exists. No release of Kubernetes " +
			"ends it, so it does not block an upgrade. But the pods of a drained node pull their images on another node, and fail there if a firewall or a mirror " +
			"does not allow the new name. The images are those of pods; each image is one finding.",
		Migration: "Replace k8s.gcr.io with registry.k8s.io in the workload; with kubeadm, in `imageRepository`.",
		Needs:     []evidence.Resource{evidence.Pods, evidence.KubeadmConfig},
	}, check: checkFrozen}
}

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

package report

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// sampleChanges are changes as in 1.24.
func sampleChanges() []diff.Change {
	r := func(minor int) discovery.Release { return discovery.Release{Major: 1, Minor: minor} }
	changes := []diff.Change{
		{
			Rule: "api-deprecated", Severity: rule.Deprecation, Group: "storage.k8s.io", Version: "v1beta1", Resource: "csistoragecapacities", Kind: "CSIStorageCapacity",
			Stability: discovery.Beta, ServedByDefault: true, Introduced: r(21), Deprecated: r(24), Removed: r(27),
			Replacement: &discovery.GroupVersionKind{Group: "storage.k8s.io", Version: "v1", Kind: "CSIStorageCapacity"},
			About:       "storage.k8s.io/v1beta1 CSIStorageCapacity", Message: "storage.k8s.io/v1beta1 CSIStorageCapacity is deprecated; use storage.k8s.io/v1 CSIStorageCapacity",
		},
		{
			Rule: "field-deprecated", Severity: rule.Deprecation, Schema: "io.k8s.api.core.v1.ServiceSpec", Field: "loadBalancerIP", Group: "", Version: "v1", Resource: "services", Kind: "Service",
			ServedByDefault: true, Message: "ServiceSpec.loadBalancerIP is deprecated", Reaches: reaches("v1 Service spec.loadBalancerIP"),
		},
		{
			Rule: "resource-added", Severity: rule.Addition, Group: "storage.k8s.io", Version: "v1", Resource: "csistoragecapacities", Kind: "CSIStorageCapacity",
			Stability: discovery.Stable, ServedByDefault: true, New: "storage.k8s.io/v1", Introduced: r(24), About: "storage.k8s.io/v1 CSIStorageCapacity", Message: "storage.k8s.io/v1 CSIStorageCapacity is new",
		},
		{
			Rule: "field-added", Severity: rule.Addition, Schema: "io.k8s.api.networking.v1.NetworkPolicy", Field: "status", Group: "networking.k8s.io", Version: "v1",
			ServedByDefault: true, New: "NetworkPolicyStatus", Message: "NetworkPolicy.status is new", Reaches: reaches("networking.k8s.io/v1 NetworkPolicy status"),
		},
		{
			Rule: "field-stage-changed", Severity: rule.Info, Schema: "io.k8s.api.core.v1.ServiceSpec", Field: "allocateLoadBalancerNodePorts", Version: "v1",
			ServedByDefault: true, Old: "beta ServiceLBNodePortControl", New: "stable", Message: "ServiceSpec.allocateLoadBalancerNodePorts is stable, was beta (ServiceLBNodePortControl)",
			Reaches: reaches("v1 Service spec.allocateLoadBalancerNodePorts"),
		},
		{
			Rule: "group-version-added", Severity: rule.Info, Group: "example.k8s.io", Version: "v1", ServedByDefault: true, About: "example.k8s.io/v1", Message: "example.k8s.io/v1 is new",
		},
	}
	for i := range changes {
		changes[i].Seal()
	}
	return changes
}

// reaches reads reaches from their text form.
func reaches(texts ...string) (out []rule.Reach) {
	for _, text := range texts {
		var r rule.Reach
		_ = r.UnmarshalText([]byte(text)) // it accepts any text
		out = append(out, r)
	}
	return out
}

// sampleNotes are entries as in 1.24, for the sample changes.
func sampleNotes() []changelog.Note {
	n := func(pr int, section changelog.Section, text, author string, sigs ...string) changelog.Note {
		return changelog.Note{PR: pr, PRs: []int{pr}, Release: "v1.24.0", Section: section, Sections: []changelog.Section{section}, SIGs: sigs, SIGSource: changelog.SIGFromDraft, Text: text, Authors: []string{author}}
	}
	dockershim := n(97252, changelog.Urgent, "Dockershim is gone from the kubelet.\n\nMove to a runtime that speaks CRI:\n- containerd\n- CRI-O", "dims", "node", "network")
	capacity := n(108445, changelog.APIChange, "`CSIStorageCapacity` is stable; its v1beta1 will be removed in v1.27.", "pohly", "api-machinery", "storage", "auth")
	capacity.Documentation = []changelog.Documentation{{URL: "https://github.com/kubernetes/enhancements/tree/master/keps/sig-storage/1472-storage-capacity-tracking", Type: "KEP"}}
	capacity.Facts = changelog.Facts{Graduations: []changelog.Graduation{{Stage: discovery.Stable, Names: []string{"CSIStorageCapacity"}}}, APIKinds: []string{"CSIStorageCapacity"}, KEPs: []int{1472}}
	balancer := n(107235, changelog.Deprecation, "Deprecated `Service.Spec.LoadBalancerIP`.", "uablrek", "network", "apps")
	balancer.Facts = changelog.Facts{Deprecates: true, Fields: []string{"spec.loadBalancerIP"}}
	balancer.Kinds = []string{"deprecation", "api-change"}
	ports := n(107027, changelog.Feature, "Load balancers without node ports graduated to GA.", "uablrek", "network")
	ports.Facts = changelog.Facts{Graduations: []changelog.Graduation{{Stage: discovery.Stable}}}
	ports.Metrics, ports.Kinds = []string{"service_total"}, []string{"feature"}
	introduced := n(108290, changelog.APIChange, "Introduce a v1alpha1 networking API for ClusterCIDRConfig", "sarveshr7", "network", "cli")
	introduced.RevertedBy, introduced.NotInRelease = 109436, true
	reverted := n(109436, changelog.APIChange, "Remove a v1alpha1 networking API for ClusterCIDRConfig", "JamesLaverack", "network", "cli")
	reverted.Reverts, reverted.IsRevert = 108290, true
	lock := n(107091, changelog.Bug, "A lock in the EndpointSlice metrics cache has been reworked.", "robscott", "network")
	lock.AlsoIn = []changelog.Backport{{Release: "v1.23.2", PR: 107167}, {Release: "v1.22.6", PR: 107168}}
	broad := n(107527, changelog.APIChange, "OpenAPI V3 is on by default", "Jefftree", "api-machinery", "apps", "architecture", "auth", "cli", "network", "node", "storage", "testing")
	flags := n(104732, changelog.Feature, "Remove the flag `--experimental-check-node-capabilities-before-mount`.\n```console\n$ kubelet --help | grep <x>\n```", "mengjiao-liu", "node")
	flags.ActionRequired, flags.Removes, flags.Flags = true, true, []string{"--experimental-check-node-capabilities-before-mount"}
	flags.RemovedNames = flags.Flags
	hidden := n(1, changelog.Other, "NONE", "nobody", "network")
	hidden.Unpublished = true
	elsewhere := n(670, changelog.Other, "Update the external-provisioner", "dependabot[bot]", "storage")
	elsewhere.Repository = "kubernetes-csi/external-provisioner"
	return []changelog.Note{dockershim, capacity, balancer, ports, introduced, reverted, lock, broad, flags, hidden, elsewhere}
}

// sampleJoined links the changes to the entries.
func sampleJoined(filter NoteFilter) Joined {
	m := func(note int, confidence link.Confidence) link.Match {
		return link.Match{Note: note, Confidence: confidence, Score: 9.5, Why: []string{"names it"}}
	}
	return Joined{
		Scope: NotesScope{From: "v1.23.4", To: "v1.24.0", Releases: []string{"v1.24.0"}, Texts: true, Had: 2, Warnings: []string{"2 of 11 entries name a SIG"}},
		Notes: sampleNotes(), Changes: sampleChanges(), Filter: filter,
		Result: link.Result{
			Links: [][]link.Match{{m(1, link.IntroducedBy)}, {m(7, link.Probably), m(2, link.IntroducedBy)}, {m(1, link.IntroducedBy)}, {m(4, link.Probably)}, {m(3, link.IntroducedBy)}, {}},
			Claims: []link.Claim{
				{Note: 4, Text: "adds networking.k8s.io/v1alpha1 ClusterCIDRConfig", Why: "reverted by #109436"}, {Note: 9, Text: "never printed"},
			},
		},
		Prose: []changelog.Prose{
			{Part: "Major Themes", Title: "Dynamic kube-proxy", Text: "Services get *more*.\n\n#### Details\n- one\n- two"},
			{Part: "Major Themes", Title: "Storage capacity", Text: "Volumes are placed well."},
			{Part: "Urgent Upgrade Notes", Text: "(No, really, you MUST read this before you upgrade the kubelet.)"},
		},
		Advisories: []changelog.Advisory{{CVE: "CVE-2022-3172", Title: "CVE-2022-3172: Aggregated API server can cause clients to be redirected", Rating: "Medium (5.1)", Text: "#### Am I vulnerable?\n\nPerhaps."}},
	}
}

// sampleReport is the report before notes are added.
func sampleReport(subject Subject, lang string) *Report {
	side := func(name string, minor int) *discovery.Surface {
		return &discovery.Surface{Name: name, Version: "v" + name + ".0", Release: discovery.Release{Major: 1, Minor: minor}, Source: discovery.SourceCatalog, Fidelity: discovery.Fidelity{Disabled: discovery.All}}
	}
	result := diff.Result{Changes: sampleChanges(), LeftOut: 2, Reworded: 3, NotCompared: []diff.NotCompared{{What: "enums", Why: "neither side has this data"}}}
	r := Build(envelope.Tool{Name: "kubedelta", Version: "test"}, side("1.23", 23), side("1.24", 24), diff.Options{}, result, Filter{})
	r.Subject, r.Language = subject, lang
	return r
}

// sample is a report about the notes of SIG Network.
func sample() *Report {
	r := sampleReport(SubjectNotes, "en")
	j := sampleJoined(NoteFilter{SIGs: []string{"SIG Network"}})
	j.Scope.APIDiff = APIDiffSIG
	r.Annotate(j)
	r.Apply(Annotations{Entries: []Annotated{
		{PR: 107235, Annotation: Annotation{Remark: "MetalLB も影響を受けます。<b>"}},
		{PR: 107027, Annotation: Annotation{Text: "ノードポートなしのロードバランサーが GA になりました。"}},
	}})
	return r
}

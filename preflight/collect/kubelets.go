package collect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// kubelets reads the settings that kubelets run with. Most users do not have the permission (get
// nodes/proxy), so one node is asked before all others.
func (c *collector) kubelets(ctx context.Context, e *evidence.Evidence) {
	r := evidence.Reading{What: evidence.Configz.String(), State: evidence.Read}
	nodes, ask := e.Reading(evidence.Nodes), sampleOf(e.Nodes, c.options.Kubelets)
	switch {
	case nodes.State == evidence.NotServed:
		e.Readings[evidence.Configz] = c.absent(evidence.Configz)
		return
	case c.options.Kubelets < 0:
		r.State, r.Reason = evidence.NotAsked, "kubelets were not requested"
	case len(ask) == 0 && nodes.State != evidence.Read:
		r.State, r.Reason, r.Permission = nodes.State, "the nodes are unknown: "+nodes.Reason, nodes.Permission
		if r.State == evidence.Partial {
			r.State = evidence.Failed
		}
	case len(ask) > 0:
		r = c.askKubelets(ctx, e, ask, r)
	}
	if r.State == evidence.Read && nodes.State == evidence.Partial {
		r.State, r.Reason = evidence.Partial, "some nodes are unknown: "+nodes.Reason
	}
	e.Readings[evidence.Configz] = r
}

func (c *collector) askKubelets(ctx context.Context, e *evidence.Evidence, ask []kubelet, r evidence.Reading) evidence.Reading {
	c.progress.Expect(len(ask))
	answers, errs := make([]evidence.Kubelet, len(ask)), make([]error, len(ask))
	read := func(i int) {
		defer c.progress.Finish()
		answers[i], errs[i] = c.configz(ctx, ask[i])
	}
	read(0)
	if status(errs[0]) == 403 {
		c.progress.Add(len(ask)-1, 0)
		return failed(r, errs[0], "get "+r.What)
	}
	var all sync.WaitGroup
	for i := range ask[1:] {
		all.Go(func() { read(i + 1) })
	}
	all.Wait()
	why := map[string]string{}
	for i, n := range ask {
		if errs[i] != nil {
			why[n.name] = sentence(errs[i])
		} else {
			e.Kubelets[n.name] = answers[i]
		}
	}
	r.Count = len(e.Kubelets)
	if missing := len(e.Nodes) - r.Count; missing > 0 {
		r.State, r.Reason = evidence.Partial, fmt.Sprintf("%d of %d kubelets did not answer", missing, len(e.Nodes))
		if len(why) == 0 {
			r.Reason = fmt.Sprintf("only %d of %d nodes were read, at least one of each version and operating system if possible", len(ask), len(e.Nodes))
		}
		for _, name := range slices.Sorted(maps.Keys(why))[:min(1, len(why))] {
			r.Reason += "; " + printable(name) + ": " + why[name]
		}
	}
	if r.Count == 0 {
		r.State = evidence.Failed
	}
	return r
}

// sampleOf returns at most limit nodes, sorted by name: first one of each version and operating
// system, then the others.
func sampleOf(nodes []evidence.Node, limit int) (first []kubelet) {
	var rest []kubelet
	seen := map[string]bool{}
	for _, n := range nodes {
		release, _ := discovery.ParseRelease(n.KubeletVersion)
		one := kubelet{n.Name, release}
		class := strings.Join([]string{n.KubeletVersion, n.Runtime, n.OSImage, n.OS, fmt.Sprint(n.ControlPlane)}, "\x00")
		switch {
		case n.Name == "", !discovery.PathSegment(n.Name):
		case n.Ready && !seen[class]:
			seen[class] = true
			first = append(first, one)
		default:
			rest = append(rest, one)
		}
	}
	byName := func(a, b kubelet) int { return strings.Compare(a.name, b.name) }
	order.By(first, byName)
	order.By(rest, byName)
	first = append(first, rest...)
	return first[:max(0, min(limit, len(first)))]
}

// configz reads the settings of one kubelet.
func (c *collector) configz(ctx context.Context, n kubelet) (evidence.Kubelet, error) {
	var answer struct {
		Kubelet *evidence.Kubelet `json:"kubeletconfig"`
	}
	if err := c.object(ctx, n.proxy("configz"), &answer); err != nil {
		return evidence.Kubelet{}, err
	}
	if answer.Kubelet == nil {
		return evidence.Kubelet{}, errors.New("its response contains no kubelet configuration")
	}
	if cgroupMetric.AtOrBefore(n.release) {
		m := metrics{}
		if c.get(ctx, n.proxy("metrics"), "", acceptMetrics, m.read) == nil {
			answer.Kubelet.CgroupVersion = m.cgroup // 0: unknown
		}
	}
	return *answer.Kubelet, nil
}

// cgroupMetric is the release that added kubelet_cgroup_version.
var cgroupMetric = discovery.Release{Major: 1, Minor: 31} //nolint:gochecknoglobals // a constant

// kubelet is a node whose kubelet is read.
type kubelet struct {
	name    string
	release discovery.Release
}

func (n kubelet) proxy(path string) string { return "/api/v1/nodes/" + n.name + "/proxy/" + path }

package collect

import (
	"cmp"
	"context"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// tasks returns the tasks except /metrics and the kubelets.
func (c *collector) tasks() []task {
	var tasks []task
	if !c.options.ObjectsOnly {
		tasks = append(tasks, c.uid)
		for _, s := range settingsOf(releaseOf(c.surface, c.options)) {
			tasks = append(tasks, func(ctx context.Context) part { return c.settings(ctx, s) })
		}
	}
	lists, known := c.lists()
	lost := part{evidence.Evidence{Readings: known, Watched: c.unseen()}}
	tasks = append(tasks, func(context.Context) part { return lost })
	for _, l := range lists {
		tasks = append(tasks, func(ctx context.Context) part { return c.list(ctx, l) })
	}
	return tasks
}

func (c *collector) list(ctx context.Context, l list) part {
	g, r := c.read(ctx, l)
	if holdsData(l.key) && (r.State == evidence.Read || g.unread > 0) {
		r = c.addReplaced(ctx, l, g)
	}
	p := part{Evidence: g.Evidence}
	p.tell(l.key, r)
	p.found(&g.finds)
	p.found(&finds{checked: g.over})
	g.settle(&p)
	if l.watched || l.whole {
		p.Watched = []evidence.Resource{l.key}
	}
	if l.key == evidence.Pods && !c.options.ObjectsOnly {
		c.componentPods(ctx, l, &p, r)
	}
	return p
}

// componentPods records how the pods of kube-system were read: with all pods, or separately if the
// user may not list all pods.
func (c *collector) componentPods(ctx context.Context, l list, p *part, all evidence.Reading) {
	own := all
	if all.State == evidence.Forbidden || !c.options.Scope.Whole() {
		l.namespace, l.selector, l.make, l.watched, l.checked = kubeSystem, "", func() kind { return &componentPod{} }, false, false
		var g *gathered
		g, own = c.read(ctx, l)
		p.Components = g.Components
	}
	own.What, own.Count = "pods in "+kubeSystem, len(p.Components)
	p.tell(evidence.ComponentPods, own)
}

// lists returns the lists to read, and the readings of what is not read.
func (c *collector) lists() (lists []list, known map[evidence.Resource]evidence.Reading) {
	known = map[evidence.Resource]evidence.Reading{}
	done := map[evidence.Resource]bool{}
	for _, w := range wants() {
		from, has := c.versions.choose(c.surface, w.key)
		l := list{from: from, key: w.key, make: w.make, page: w.page, part: w.part, selector: w.selector}
		if !has && w.instead != (evidence.Resource{}) && c.unknown(w.key.Group) == "" {
			l.from, has = c.versions.choose(c.surface, w.instead)
			l.make = w.alternate
		}
		if !has {
			known[w.key] = c.absent(w.key)
			if w.key == evidence.Pods && !c.options.ObjectsOnly {
				known[evidence.ComponentPods] = known[w.key]
			}
			continue
		}
		done[l.from.key()] = true
		l.own = c.versions.own[l.from.gv.Group]
		l = c.look(l)
		l.whole = l.whole || l.checked && c.options.Fields == nil && !w.metadataOnly
		l.metadataOnly = w.metadataOnly && !l.whole
		lists = append(lists, c.narrow(l, c.options.ObjectsOnly && !holdsData(w.key)))
	}
	for _, l := range c.others(done) {
		lists = append(lists, c.narrow(l, true))
	}
	for _, key := range c.unseen() {
		if _, told := known[key]; !told {
			known[key] = c.absent(key)
		}
	}
	return lists, known
}

// look sets what is looked for in a list in addition to what the checks need. Nothing is, in
// resources that may hold secrets.
func (c *collector) look(l list) list {
	if holdsData(l.key) {
		return l
	}
	l.watched = c.versions.watched(l.from.gv.Group, l.from.resource.Name, l.from.resource.Kind)
	l.checked = c.options.Check != nil
	l.whole = l.checked && c.options.Fields != nil && c.options.Fields(l.from.gvk())
	return l
}

// holdsData reports whether a resource contains only data of users, which needs no migration and
// may be secret.
func holdsData(key evidence.Resource) bool {
	return key.Group == "" && (key.Name == "secrets" || key.Name == "configmaps")
}

// never reports whether a resource is not read at all. There are many Events; controllers create
// them, and they are deleted after an hour. A ComponentStatus is generated when it is requested.
func never(key evidence.Resource) bool {
	return key.Name == "events" && (key.Group == "" || key.Group == "events.k8s.io") || key == evidence.Resource{Name: "componentstatuses"} || holdsData(key)
}

// others returns the lists of resources that no check needs and that may have been written at an old
// version, or whose fields are checked.
func (c *collector) others(done map[evidence.Resource]bool) (all []list) {
	for gv, r := range c.surface.EachResource() {
		key := evidence.Resource{Group: gv.Group, Name: r.Name}
		if done[key] || never(key) {
			continue
		}
		done[key] = true
		from, has := c.versions.choose(c.surface, key)
		if !has {
			continue
		}
		l := c.look(list{from: from, key: key, make: func() kind { return &plain{} }, page: page, own: c.versions.own[gv.Group]})
		if key == (evidence.Resource{Group: "batch", Name: "jobs"}) {
			l.make = func() kind { return &job{} }
		}
		l.metadataOnly = !l.whole
		if (l.watched || l.whole) && !c.versions.moved(c.surface, from) {
			all = append(all, l)
		}
	}
	return all
}

// unseen returns the resources that may have been written at an old version, if it is unknown
// whether that version is served, and no other version can be listed.
func (c *collector) unseen() (keys []evidence.Resource) {
	for l := range slice.Each(c.options.Lifecycles) {
		key := evidence.Resource{Group: l.Group, Name: l.Resource}
		if _, unknown := c.surface.Unknown(l.GroupVersion, discovery.PartResources); !unknown || never(key) || !c.versions.live[l.GroupVersion.WithKind(l.Kind)] {
			continue
		}
		if _, has := c.versions.choose(c.surface, key); !has && (l.ServedByDefaultIn(c.surface.Release) || !c.surface.Release.Known()) {
			keys = append(keys, key)
		}
	}
	order.By(keys, evidence.Resource.Compare)
	return slices.Compact(keys)
}

// unknown returns why the discovery of a group failed; "" if it did not.
func (c *collector) unknown(group string) string {
	for _, i := range c.surface.Incomplete {
		if i.Part == discovery.PartResources && i.Covers(discovery.GroupVersion{Group: group, Version: i.GroupVersion.Version}) {
			return i.Reason
		}
	}
	return ""
}

// absent returns the reading of a resource that is not in the surface.
func (c *collector) absent(key evidence.Resource) evidence.Reading {
	r := evidence.Reading{What: key.String(), State: evidence.NotServed, Reason: "the server does not serve it"}
	if why := c.unknown(key.Group); why != "" {
		r.State, r.Reason = evidence.Failed, "whether the server serves it is unknown: "+why
	}
	return r
}

// version reads /version when everything else was read. Behind one address there may be API servers
// of several versions, of which one answered the first time. Nothing follows from an error.
func (c *collector) version(ctx context.Context) (p part) {
	var is struct {
		GitVersion string `json:"gitVersion"`
	}
	first := cmp.Or(c.surface.Emulator, c.surface.Version)
	err := c.object(ctx, "/version", &is)
	if _, unknown := discovery.ParseRelease(is.GitVersion); err == nil && unknown == nil && first != "" && is.GitVersion != first {
		p.tell(evidence.Version, evidence.Reading{What: evidence.Version.String(), State: evidence.Failed, Reason: discovery.Mixed(first, is.GitVersion)})
	}
	return p
}

// uid reads the namespace whose UID identifies the cluster.
func (c *collector) uid(ctx context.Context) (p part) {
	r := evidence.Reading{What: evidence.KubeSystem.String(), State: evidence.Read, Count: 1}
	var h head
	if !c.serves("namespaces") {
		r = c.absent(evidence.KubeSystem)
	} else if err := c.named(ctx, "Namespace", kubeSystem, "/api/v1/namespaces/"+kubeSystem, &h); err != nil {
		r = failed(r, err, "get "+r.What)
		r.Count = 0
	}
	p.Server.UID = clip(h.Metadata.UID)
	p.tell(evidence.KubeSystem, r)
	return p
}

func (c *collector) serves(resource string) bool {
	return c.surface.Resource(discovery.GroupVersion{Version: "v1"}, resource) != nil
}

// settings reads a ConfigMap by the first of its names that has one of the entries. EKS has a
// ConfigMap kube-proxy without entries, and kube-proxy-config.
func (c *collector) settings(ctx context.Context, s settings) (p part) {
	r := evidence.Reading{What: s.key.String() + " in " + kubeSystem, State: evidence.Read}
	if !c.serves("configmaps") {
		p.tell(s.key, c.absent(s.key))
		return p
	}
	for _, name := range s.names {
		var m struct {
			head
			Data map[string]string `json:"data"`
		}
		err := c.named(ctx, "ConfigMap", name, "/api/v1/namespaces/"+kubeSystem+"/configmaps/"+name, &m)
		if status(err) == 404 {
			continue
		}
		if err != nil {
			r = failed(r, err, "get configmaps/"+name+" in "+kubeSystem)
			break
		}
		r.Count = 1
		at := slices.IndexFunc(s.entries, func(entry string) bool { return m.Data[entry] != "" })
		if at >= 0 {
			*s.into(&p.Settings), r.State, r.Reason = m.Data[s.entries[at]], evidence.Read, ""
			if name != s.names[0] {
				p.Settings.ConfigMaps = map[string]string{s.names[0]: name}
			}
			break
		}
		r.State, r.Reason = evidence.Failed, "the ConfigMap "+name+" has no entry "+strings.Join(s.entries, " or ")
	}
	p.tell(s.key, r)
	return p
}

// named reads one object, which must have a kind and a name.
func (c *collector) named(ctx context.Context, kind, name, path string, into interface{ named(kind, name string) error }) error {
	if err := c.object(ctx, path, into); err != nil {
		return err
	}
	return into.named(kind, name)
}

// object reads one object. If the body ends early, it is read once more.
func (c *collector) object(ctx context.Context, path string, into any) (err error) {
	for range 2 {
		err = c.get(ctx, path, "", acceptJSON, func(body io.Reader) error {
			raw, err := io.ReadAll(io.LimitReader(body, maxItem+1))
			if err != nil || len(raw) > maxItem {
				return errItemTooLarge
			}
			if !jsontext.Value(raw).IsValid(jsontext.AllowInvalidUTF8(true)) { // or a name is there twice
				return errNoObject
			}
			return decode(raw, into)
		})
		if err == nil || !again(err) {
			break
		}
	}
	return err
}

// narrow restricts a list to the scope. extra: the list is read only for the writers and fields of
// its objects.
func (c *collector) narrow(l list, extra bool) list {
	s := c.options.Scope
	if s.Whole() || !extra && !s.Narrows(l.key) || l.from.resource.Scope != discovery.Namespaced {
		return l
	}
	l.namespace = s.Namespace
	// The selector applies to objects that have the labels of the pods.
	if s.Selector != "" && (extra || (evidence.Scope{Selector: s.Selector}).Narrows(l.key)) {
		l.selector = phrase.With("", l.selector, "&") + "labelSelector=" + url.QueryEscape(s.Selector)
	}
	return l
}

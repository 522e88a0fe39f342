package snapshot

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
)

// entry is one file of a snapshot.
type entry struct {
	name string
	data []byte
}

// entries returns the files of a set, sorted by path, with the manifest.
func entries(set *documents.Set, m Manifest) ([]entry, error) {
	// Of a URL, only the scheme is shown: it may contain a host, a user name and a password.
	source, _, _ := strings.Cut(m.Source, "://")
	files, err := layOut(set)
	if err != nil {
		return nil, err
	}
	version, _ := documents.GitVersion(set.Version)
	f := manifestFile{
		APIVersion: apiVersion, Kind: kind, Source: source, Version: cmp.Or(version, m.GitVersion),
		AllServed: m.AllServed, Files: slices.Sorted(maps.Keys(files)),
	}
	for _, i := range set.Incomplete {
		i.Reason = withoutHosts(i.Reason)
		f.Incomplete = append(f.Incomplete, i)
	}
	for _, u := range set.Unstated {
		u.Why = withoutHosts(u.Why)
		f.Unstated = append(f.Unstated, u)
	}
	head, err := json.Marshal(f, jsontext.WithIndent("  "))
	if err != nil {
		return nil, fmt.Errorf("the snapshot's manifest cannot be written: %w", err)
	}
	files[manifestName] = append(head, '\n')
	list := make([]entry, 0, len(files))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, entry{name: name, data: files[name]})
	}
	return list, nil
}

// layOut assigns paths to the documents of a set, and removes the server's addresses from discovery
// documents.
func layOut(set *documents.Set) (map[string][]byte, error) {
	files := map[string][]byte{}
	add := func(name string, data []byte) {
		if data != nil {
			files[name] = data
		}
	}
	add("version.json", set.Version)
	add("swagger.json", set.Swagger)
	add("customresourcedefinitions.json", set.CustomResources)
	add("discovery/api.json", set.AggregatedAPI)
	add("discovery/apis.json", set.AggregatedAPIs)
	add("discovery/plain/api.json", set.APIVersions)
	add("discovery/plain/apis.json", set.GroupList)
	for _, group := range []struct {
		folder string
		docs   map[discovery.GroupVersion][]byte
	}{{"", set.OpenAPIV3}, {"discovery/plain/", set.ResourceLists}} {
		for gv, data := range group.docs {
			// Names come from a server, so they are validated before they become paths.
			if !validNames(gv) {
				return nil, fmt.Errorf("the server serves a group-version with the name %q, which is not a valid name in Kubernetes and cannot be used as a file name", clip(gv.String()))
			}
			add(group.folder+gv.Path()[1:]+".json", data)
		}
	}
	for name, data := range files {
		if s, _ := place(name); s.discovery() {
			clean, err := documents.WithoutAddresses(data)
			if err != nil {
				return nil, fmt.Errorf("%s contains addresses of the server that cannot be removed: %w", name, err)
			}
			files[name] = clean
		}
	}
	return files, nil
}

// withoutHosts removes addresses from an error of the network, which names the host that could not
// be reached.
func withoutHosts(sentence string) string {
	urls := regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s/"']+`)
	hosts := regexp.MustCompile(`(?i)\[[0-9a-f:.%]+\](:\d+)?|\b\d{1,3}(\.\d{1,3}){3}\b(:\d+)?|\b(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+):\d{2,5}\b`)
	lookups := regexp.MustCompile(`\blookup [^\s:]+`)
	sentence = urls.ReplaceAllString(sentence, "")
	sentence = lookups.ReplaceAllString(sentence, "lookup (host)")
	return hosts.ReplaceAllString(sentence, "(host)")
}

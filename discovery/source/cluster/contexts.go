package cluster

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// shownContexts limits the contexts that an error lists.
const shownContexts = 10

// checkContext returns an error if the chosen context does not exist. "" is the current one.
func checkContext(config *clientcmdapi.Config, name string) error {
	chosen := cmp.Or(name, config.CurrentContext)
	if _, ok := config.Contexts[chosen]; ok && chosen != "" {
		return nil
	}
	names := slices.Sorted(maps.Keys(config.Contexts))
	switch {
	case chosen == "" && len(names) == 0:
		// clientcmd uses the service account of the pod.
		return nil
	case chosen == "":
		return fmt.Errorf("the kubeconfig has no current context; specify one of: %s", phrase.First(names, shownContexts))
	}
	what := fmt.Sprintf("there is no context %q in the kubeconfig", chosen)
	if name == "" {
		what = fmt.Sprintf("the kubeconfig's current context is %q, but it has no such context", chosen)
	}
	if len(names) == 0 {
		return fmt.Errorf("%s; it has no contexts", what)
	}
	near := nearest.Order(chosen, names)
	if nearest.Distance(near[0], chosen) <= max(2, len(chosen)/3) || strings.Contains(near[0], chosen) {
		return fmt.Errorf("%s; did you mean %q? It has: %s", what, near[0], phrase.First(near, shownContexts))
	}
	return fmt.Errorf("%s; it has: %s", what, phrase.First(names, shownContexts))
}

// checkEntries returns an error if an entry of the chosen context is missing: clientcmd would use
// the cluster of its own pod, or be anonymous.
func checkEntries(config *clientcmdapi.Config, name string, loggedIn bool) error {
	chosen := config.Contexts[name]
	if chosen == nil {
		return nil // the kubeconfig has no contexts
	}
	server, known := config.Clusters[chosen.Cluster]
	_, user := config.AuthInfos[chosen.AuthInfo]
	switch {
	case chosen.Cluster == "":
		return fmt.Errorf("the context %q of the kubeconfig has no cluster", name)
	case !known:
		return fmt.Errorf("the context %q has the cluster %q, which is not in the kubeconfig", name, chosen.Cluster)
	case server.Server == "":
		return fmt.Errorf("the cluster %q of the context %q has no server in the kubeconfig", chosen.Cluster, name)
	case chosen.AuthInfo != "" && !user && !loggedIn:
		return fmt.Errorf("the context %q has the user %q, which is not in the kubeconfig", name, chosen.AuthInfo)
	}
	return nil
}

// Current returns the name of the current context; "" if there is none, or if the kubeconfig cannot be
// read or has no such context, for which New returns the error.
func Current(kubeconfig string) string {
	config, err := newRules(kubeconfig, nil).Load()
	if err != nil || config.Contexts[config.CurrentContext] == nil {
		return ""
	}
	return config.CurrentContext
}

// Contexts lists the contexts of the kubeconfig, sorted. "" finds the kubeconfig as kubectl does.
func Contexts(kubeconfig string) ([]string, error) {
	config, err := newRules(kubeconfig, nil).Load()
	if err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(config.Contexts)), nil
}

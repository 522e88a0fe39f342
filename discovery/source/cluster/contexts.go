package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubedelta/kubedelta/discovery/nearest"
)

// shownContexts bounds how many contexts an error lists.
const shownContexts = 10

// checkContext tells what is wrong with the choice of a context, before
// clientcmd tells it less clearly. "" is the current one.
func checkContext(config *clientcmdapi.Config, name string) error {
	chosen := name
	if chosen == "" {
		chosen = config.CurrentContext
	}
	if _, ok := config.Contexts[chosen]; ok && chosen != "" {
		return nil
	}
	names := slices.Sorted(maps.Keys(config.Contexts))
	switch {
	case chosen == "" && len(names) == 0:
		// clientcmd falls back to the pod's service account.
		return nil
	case chosen == "":
		return fmt.Errorf("the kubeconfig has no current context; name one of: %s", list(names))
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
		return fmt.Errorf("%s; did you mean %q? It has: %s", what, near[0], list(near))
	}
	return fmt.Errorf("%s; it has: %s", what, list(names))
}

// list writes names, the first ones only if they are many.
func list(names []string) string {
	if len(names) <= shownContexts {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shownContexts], ", "), len(names)-shownContexts)
}

// Contexts lists the contexts of the user's kubeconfig, or of a given file,
// sorted; none where it cannot be read. It serves suggestions and completion.
func Contexts(kubeconfig string) []string {
	config, err := newRules(kubeconfig, nil).Load()
	if err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(config.Contexts))
}

package cli

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/source"
)

// currentContext is the source of the current context, or of --context.
const currentContext = string(source.SchemeContext) + ":"

// inContext is a reference with the context of --context, where it names none itself.
func (c clusterFlags) inContext(ref source.Reference) source.Reference {
	if ref.Scheme == source.SchemeContext && ref.Value == "" && c.context != "" {
		ref.Value = c.context
		ref.Text = currentContext + c.context
	}
	return ref
}

// checkContext refuses a context that no source is read by: the answer would not be of
// that cluster.
func (c clusterFlags) checkContext(prefix string, sources ...string) error {
	if c.context == "" || slices.Contains(sources, currentContext) {
		return nil
	}
	return usagef("--%scontext %s: no source uses that context; use the source context: or context:%s", prefix, c.context, c.context)
}

package cluster

import (
	"context"
	"io"
	"net/http"

	"github.com/kubedelta/kubedelta/discovery"
)

// ready reads /readyz. A server that is not ready lists only some of its groups, and the others
// must not be reported as removed. If the path is forbidden or missing, it counts as ready.
func (r *recording) ready(ctx context.Context) {
	defer r.progress.Finish()
	req := request{path: "/readyz", accept: "*/*", into: func(body io.Reader) error {
		_, err := io.Copy(io.Discard, io.LimitReader(body, drained))
		return err
	}}
	_, f := r.get(ctx, req)
	if f == nil || f.status < http.StatusInternalServerError || f.status == http.StatusNotImplemented {
		return
	}
	f.advice = "the API server says that it is not ready: wait until it is, see `kubectl get --raw '/readyz?verbose'`"
	r.incomplete(discovery.PartResources, f.Error(), discovery.EveryCore(), discovery.EveryNamed())
}

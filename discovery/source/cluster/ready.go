package cluster

import (
	"context"
	"io"
	"net/http"

	"github.com/kubedelta/kubedelta/discovery"
)

// ready asks the server whether it is ready. One that is not, because it has just
// started or cannot reach its etcd, serves only some of its groups, and what it does
// not serve is not gone. Where nobody may ask, or there is no such path, nothing is
// said against it.
func (r *recording) ready(ctx context.Context) {
	defer r.progress.Finish()
	req := request{path: "/readyz", accept: "*/*", into: func(body io.Reader) error {
		_, err := io.CopyN(io.Discard, body, drained)
		if err == io.EOF { //nolint:errorlint // io.CopyN returns it as it is: the answer was shorter.
			err = nil
		}
		return err
	}}
	_, f := r.get(ctx, req)
	if f == nil || f.status < http.StatusInternalServerError || f.status == http.StatusNotImplemented {
		return
	}
	f.advice = "the API server says that it is not ready: wait until it is, see `kubectl get --raw '/readyz?verbose'`"
	r.incomplete(discovery.PartResources, f.Error(), discovery.EveryCore(), discovery.EveryNamed())
}

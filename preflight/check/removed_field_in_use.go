package check

import (
	"github.com/kubedelta/kubedelta/preflight"
)

func fieldsInUse(in preflight.Input, id string) (f found) {
	if in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about the fields of Kubernetes "+in.To.String())
	}
	f.checked(in, id)
	f.watched(in)
	return f
}

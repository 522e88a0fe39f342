package event

import (
	"bytes"
	"slices"
)

// dotsOfPath is the number of dots in the methodName of a request for a path: io.k8s.get.
const dotsOfPath = 2

// ofCloudLogging reads a log entry of GKE (google.cloud.audit.AuditLog). There is one entry for
// each completed request. resourceName is
// GROUP/VERSION/[namespaces/NAMESPACE/]RESOURCE[/NAME[/SUBRESOURCE]], with "core" for the core
// group, and methodName ends with the verb. partial reports an entry that lacks members, for example
// because gcloud printed only some (--format='json(protoPayload.methodName)').
func (e *Event) ofCloudLogging(entry, payload []byte) (is, partial bool) {
	service := Inner(Member(payload, "serviceName"))
	method, name := Inner(Member(payload, "methodName")), plain(Inner(Member(payload, "resourceName")))
	dot := bytes.LastIndexByte(method, '.')
	ofResource := bytes.Count(method, []byte(".")) > dotsOfPath
	switch {
	case string(service) != "k8s.io":
		return false, service == nil && ofResource && bytes.HasPrefix(method, []byte("io.k8s."))
	case dot < 0, ofResource && len(name) == 0:
		return false, true
	}
	*e = Event{Verb: method[dot+1:], Stage: []byte("ResponseComplete"), Text: entry}
	e.Time = Inner(Member(entry, "timestamp"))
	e.user = Member(payload, "authenticationInfo")
	e.Username = Inner(Member(e.user, "principalEmail"))
	request := Member(payload, "requestMetadata")
	e.Agent = Inner(Member(request, "callerSuppliedUserAgent"))
	e.sources = Member(request, "callerIp")
	e.status = Member(payload, "status")
	e.Request = Member(payload, "request")
	e.Body = e.Request != nil || Member(payload, "response") != nil
	parts := bytes.Split(bytes.Trim(name, "/"), []byte("/"))
	const least = 3 // group, version, resource
	if len(parts) < least {
		e.Path = name
		return true, false
	}
	e.Group, e.Version = parts[0], parts[1]
	if string(e.Group) == "core" {
		e.Group = nil
	}
	e.below(slices.Clone(parts[2:]))
	return true, false
}

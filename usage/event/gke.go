package event

import (
	"bytes"
	"slices"
)

// ofCloudLogging reads a log entry of GKE (google.cloud.audit.AuditLog). It has one
// entry for each request, when it is complete. resourceName is
// GROUP/VERSION/[namespaces/NAMESPACE/]RESOURCE[/NAME[/SUBRESOURCE]], with core for the
// core group, and methodName ends with the verb.
func (e *Event) ofCloudLogging(entry, payload []byte) bool {
	service := inner(member(payload, "serviceName"))
	method, name := inner(member(payload, "methodName")), inner(member(payload, "resourceName"))
	dot := bytes.LastIndexByte(method, '.')
	if string(service) != "k8s.io" || dot < 0 {
		return false
	}
	*e = Event{Verb: method[dot+1:], Stage: []byte("ResponseComplete"), Text: entry}
	e.Time = inner(member(entry, "timestamp"))
	e.user = member(payload, "authenticationInfo")
	e.Username = inner(member(e.user, "principalEmail"))
	request := member(payload, "requestMetadata")
	e.Agent = inner(member(request, "callerSuppliedUserAgent"))
	e.sources = member(request, "callerIp")
	e.status = member(payload, "status")
	e.Request = member(payload, "request")
	e.Body = e.Request != nil || member(payload, "response") != nil
	parts := bytes.Split(bytes.Trim(name, "/"), []byte("/"))
	const least = 3 // group, version, resource
	if len(parts) < least {
		e.Path = name
		return true
	}
	e.Group, e.Version = parts[0], parts[1]
	if string(e.Group) == "core" {
		e.Group = nil
	}
	e.below(slices.Clone(parts[2:]))
	return true
}

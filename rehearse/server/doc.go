// Package server runs kube-apiserver programs over an etcd on the loopback address, for
// who has a question to a release and no cluster of it.
//
// It owns processes, ports, certificates and kubeconfig files. A server lets in the
// client certificate of its own kubeconfig and nobody else.
//
// It must not know what a server should serve, or leave a process behind: what [Server.Run]
// starts is dead and reaped when [Server.Stop] returns, or when that returns an error,
// or, on Linux, when the process that started it dies.
package server

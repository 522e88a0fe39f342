// Package server runs kube-apiserver programs with an etcd on the loopback address, for questions
// to a release without a cluster of it.
//
// It owns processes, ports, certificates and kubeconfig files. A server accepts only the client
// certificate of its own kubeconfig.
//
// It must not know what a server should serve, or leave a process behind: what [Server.Run] starts
// is dead and reaped when [Server.Stop] returns, when Run returns an error, or, on Linux, when the
// process that started it dies.
package server

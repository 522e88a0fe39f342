package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Program is the program of an API server.
type Program struct {
	// Name is the name of the kubeconfig context and of the log file.
	Name string
	// Binary is a path, or a name in $PATH.
	Binary string
	// As is the name with which the program is called.
	As string
	// Etcd is the program of etcd: a path, or a name in $PATH; "" is etcd.
	Etcd string
	// Flags are added to those for the address.
	Flags []string
	// Served waits until a ready server serves everything; nil does not wait.
	Served func(context.Context, *Server) error
}

// Server is one running API server with its etcd.
type Server struct {
	// Context is the name of the kubeconfig context.
	Context string
	// Kubeconfig is the path of a file with only this context.
	Kubeconfig string
	// Address is host:port, Etcd the URL of etcd, Dir the folder of all its files.
	Address, Etcd, Dir string
	// Client has the client certificate, and trusts only this server.
	Client *http.Client
	// Program is the running program.
	Program Program

	keys *keys
	// free finds a port for etcd.
	free func() (string, error)
	mu   sync.Mutex
	// processes are etcd and, after it, the API server.
	processes []*Process
	stopped   bool
}

// Prepare writes the files of a server and its clients, and starts nothing. A caller that must be
// able to stop a server while it starts calls it, and then [Server.Run].
func Prepare(dir string, p Program) (*Server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	keys, err := newKeys()
	if err != nil {
		return nil, err
	}
	if err := keys.write(dir); err != nil {
		return nil, err
	}
	s := &Server{Context: p.Name, Kubeconfig: filepath.Join(dir, "kubeconfig"), Address: address, Dir: dir, Program: p, keys: keys, free: freeAddress}
	client, err := tls.X509KeyPair(keys.client.certificate, keys.client.key)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(keys.ca)
	s.Client = &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{client}},
		ForceAttemptHTTP2: true,
	}}
	return s, WriteKubeconfig(s.Kubeconfig, s)
}

// Run starts a prepared server. If it fails, nothing is left running.
func (s *Server) Run(ctx context.Context) error {
	if err := s.run(ctx); err != nil {
		s.Stop()
		return fmt.Errorf("%s did not start: %w", s.Program.Name, err)
	}
	return nil
}

// Stop kills the processes and returns when they are reaped. It may be called repeatedly, and by
// several goroutines. Nothing can be started after it.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	// The server is first: without its etcd it would fill the log.
	for _, p := range slices.Backward(s.processes) {
		p.Stop()
	}
	s.Client.CloseIdleConnections()
}

// URL is the URL of a path.
func (s *Server) URL(path string) string { return "https://" + s.Address + path }

// Ended is how the program of the server ended, with the end of its log; "" while it runs.
func (s *Server) Ended() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range slices.Backward(s.processes) {
		if p.over() && !s.stopped {
			return p.exitReason()
		}
	}
	return ""
}

func (s *Server) add(p Program, dir string, args ...string) (*Process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return nil, fmt.Errorf("%s is stopped", s.Program.Name)
	}
	started, err := Run(p, dir, args...)
	if err == nil {
		s.processes = append(s.processes, started)
	}
	return started, err
}

func (s *Server) run(ctx context.Context) (err error) {
	if s.Etcd, err = s.startEtcd(ctx, filepath.Join(s.Dir, "etcd")); err != nil {
		return err
	}
	p, err := s.serve(ctx)
	if err != nil || s.Program.Served == nil {
		return err
	}
	return p.wait(ctx, "serving every group", func() error { return s.Program.Served(ctx, s) })
}

// serve starts the server with the running etcd, and waits until it is ready.
func (s *Server) serve(ctx context.Context) (*Process, error) {
	p, err := s.add(s.Program, s.Dir, slices.Concat(addressFlags(s.Dir, s.Address, s.Etcd), s.Program.Flags)...)
	if err != nil {
		return nil, err
	}
	return p, p.wait(ctx, "ready", func() error { return ask(ctx, s.Client, s.URL("/readyz")) })
}

// Replace stops the API server and starts another program with the same etcd, at the same address.
// If that does not become ready, no API server runs, and Replace may be called again.
func (s *Server) Replace(ctx context.Context, p Program) error {
	s.stopServer()
	s.Program = p
	if _, err := s.serve(ctx); err != nil {
		s.stopServer()
		return err
	}
	return nil
}

func (s *Server) stopServer() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.processes[1:] {
		p.Stop()
	}
	s.processes = s.processes[:1]
	s.Client.CloseIdleConnections()
}

func (s *Server) startEtcd(ctx context.Context, data string) (string, error) {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return "", err
	}
	address, err := s.free()
	if err != nil {
		return "", err
	}
	url := "https://" + address
	p, err := s.add(Program{Name: "etcd", Binary: cmp.Or(s.Program.Etcd, "etcd"), As: "etcd"}, filepath.Dir(data), etcdFlags(s.Dir, data, url)...)
	if err != nil {
		return "", err
	}
	return url, p.wait(ctx, "ready", func() error { return ask(ctx, s.Client, url+"/health") })
}

package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/rehearse/server"
)

// Server is an API server on this machine.
type Server struct {
	*server.Server
	dir  string
	once sync.Once
}

// Name is the kubeconfig context of a local server.
const Name = "rehearsal"

// starts is how often a server is started, because another program may take its port before it
// does.
const starts = 3

// Start starts a server of the programs in a new folder in dir, and waits until it is ready, or ctx
// is done. Before it starts a program it passes the function that stops the server to stoppable,
// for a caller that is interrupted.
func Start(ctx context.Context, dir string, a Assets, stoppable func(stop func())) (*Server, error) {
	var failed error
	for range starts {
		s, err := prepare(dir, a)
		if err != nil {
			return nil, err
		}
		stoppable(s.Stop)
		if failed = s.Run(ctx); failed == nil {
			return s, nil
		}
		s.Stop()
		if ctx.Err() != nil || !portTaken(failed.Error()) {
			return nil, errors.New("the local API server: " + short(failed.Error()))
		}
	}
	return nil, fmt.Errorf("the local API server: another program used its port in each of %d attempts: try again (%s)", starts, short(failed.Error()))
}

// portTaken reports whether a log says that the port is already in use, as Unix or Windows word it.
func portTaken(log string) bool {
	return strings.Contains(log, "address already in use") || strings.Contains(log, "Only one usage of each socket address")
}

// short is the first and the last line of a log. The end of the log has the reason why a program
// ended.
func short(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) == 1 {
		return lines[0]
	}
	return lines[0] + " " + lines[len(lines)-1]
}

func prepare(dir string, a Assets) (*Server, error) {
	own, err := os.MkdirTemp(dir, "kubedelta-rehearse-")
	if err != nil {
		return nil, err
	}
	s, err := server.Prepare(own, server.Program{
		Name: Name, Binary: a.APIServer, As: apiServer, Etcd: a.Etcd, Served: server.EveryGroup,
		Flags: append(server.Flags(own),
			// Permissions are not what is tested.
			"--authorization-mode=AlwaysAllow",
			// ServiceAccounts that admission requires are created by a controller that does not
			// run.
			"--disable-admission-plugins=ServiceAccount",
			// Settings that differ between clusters refuse nothing.
			"--allow-privileged=true", "--service-node-port-range=1-65535", "--service-cluster-ip-range=10.0.0.0/16,fd00:10::/108",
		),
	})
	if err != nil {
		_ = os.RemoveAll(own)
		return nil, err
	}
	return &Server{Server: s, dir: own}, nil
}

// Stop stops the server and removes its folder. It may be called repeatedly, and while the server
// starts.
func (s *Server) Stop() {
	s.once.Do(func() {
		s.Server.Stop()
		_ = os.RemoveAll(s.dir) // a remaining file is in the folder of temporary files
	})
}

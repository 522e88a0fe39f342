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

// Server is an API server that runs here.
type Server struct {
	*server.Server
	dir  string
	once sync.Once
}

// Name is that of the kubeconfig context of a local server.
const Name = "rehearsal"

// starts bounds how often a server is started: somebody may take its port before it does.
const starts = 3

// Start starts a server of the programs below a new folder in dir, and waits until it
// serves, but not longer than ctx. Before it starts anything it hands over what stops it
// again, for who is told to end meanwhile.
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
	return nil, fmt.Errorf("the local API server: another program took its port each of %d times: try again (%s)", starts, short(failed.Error()))
}

// portTaken: the log says that somebody listens where the program was to, in the words of
// Unix or of Windows.
func portTaken(log string) bool {
	return strings.Contains(log, "address already in use") || strings.Contains(log, "Only one usage of each socket address")
}

// short is what a log says first and last: the end of it says why a program ended.
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
			// Who may do what is not the question.
			"--authorization-mode=AlwaysAllow",
			// A controller that does not run makes the ServiceAccounts that admission wants.
			"--disable-admission-plugins=ServiceAccount",
			// What clusters choose for themselves refuses nothing.
			"--allow-privileged=true", "--service-node-port-range=1-65535", "--service-cluster-ip-range=10.0.0.0/16,fd00:10::/108",
		),
	})
	if err != nil {
		_ = os.RemoveAll(own)
		return nil, err
	}
	return &Server{Server: s, dir: own}, nil
}

// Stop stops the server and removes its folder. It may be called again, and by others
// while it starts.
func (s *Server) Stop() {
	s.once.Do(func() {
		s.Server.Stop()
		_ = os.RemoveAll(s.dir) // a file that stays is in the folder of temporary ones
	})
}

//go:build !unix

package server

import (
	"os"
	"syscall"
)

// ownGroup does nothing: there are no process groups.
func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(p *os.Process) { _ = p.Kill() }

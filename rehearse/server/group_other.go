//go:build !unix

package server

import (
	"os"
	"syscall"
)

// ownGroup puts a process into no group of its own: there are none.
func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(p *os.Process) { _ = p.Kill() }

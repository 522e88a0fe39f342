// Command kubedelta tells what changes for you between two Kubernetes APIs.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

func main() {
	if os.Getenv("GOGC") == "" {
		// What lives is small and most of what is made dies at once: collecting more
		// often costs a tenth of a scan's CPU time, and takes 3 of 42 MB off one of
		// 2,000 files, 18 of 98 MB off one of a file of 200 MB.
		debug.SetGCPercent(40)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}

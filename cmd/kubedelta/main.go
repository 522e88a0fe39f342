// Command kubedelta tells what changes for you between two Kubernetes APIs.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}

// Command kubedelta compares Kubernetes APIs, and finds what an upgrade breaks.
package main

import (
	"os"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

func main() { os.Exit(cli.Run()) }

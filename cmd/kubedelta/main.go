// Command kubedelta tells what changes for you between two Kubernetes APIs.
package main

import (
	"os"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

func main() { os.Exit(cli.Run()) }

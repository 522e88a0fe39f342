// Package coredns adds new releases to the table of the CoreDNS that kubeadm installs. It must not
// change the rows of releases that the table has.
package coredns

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/source"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
)

// first is the first release of the table: since then, CoreDNS is the default of kubeadm.
const first = 13

// Make makes coredns.tsv.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	table, err := os.ReadFile("preflight/check/coredns.tsv")
	if err != nil {
		return nil, err
	}
	for minor := first + strings.Count(string(table), "\n"); minor <= discovery.NewestMinor; minor++ {
		dirs, err := modules.First(ctx, minor, []string{modules.Kubernetes})
		if err != nil {
			return nil, err
		}
		version, err := installed(dirs[modules.Kubernetes])
		if err != nil {
			return nil, fmt.Errorf("kubeadm of 1.%d: %w", minor, err)
		}
		table = fmt.Appendf(table, "1.%d\t%s\n", minor, version)
	}
	return map[string][]byte{"coredns.tsv": table}, nil
}

// installed returns the version of CoreDNS, "1.12.0", that kubeadm in the source of Kubernetes
// installs.
func installed(kubernetes string) (string, error) {
	files, err := source.Files(filepath.Join(kubernetes, "cmd/kubeadm/app/constants"), "CoreDNSVersion")
	if err != nil {
		return "", err
	}
	for _, file := range files {
		for name, value := range source.Values(file.File) {
			if name != "CoreDNSVersion" {
				continue
			}
			if version, ok := source.Text(value); ok {
				return strings.TrimPrefix(version, "v"), nil
			}
		}
	}
	return "", fmt.Errorf("its constants have no CoreDNSVersion")
}

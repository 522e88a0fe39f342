package componentconfig

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Etcd36 returns the first release whose kubeadm installs etcd 3.6 (#131501;
// cmd/kubeadm/app/constants/constants.go).
func Etcd36() discovery.Release { return minor(34) }

// Etcd35Gone returns the first release whose kubeadm passes flags to etcd that 3.5 does not have,
// whatever version is configured (#135701; cmd/kubeadm/app/phases/etcd/local.go).
func Etcd35Gone() discovery.Release { return minor(36) }

// BeforeEtcd36 reports whether a version is one of etcd before 3.6.
func BeforeEtcd36(version string) bool {
	r, err := discovery.ParseRelease(strings.TrimSpace(version))
	return err == nil && r.Compare(discovery.Release{Major: 3, Minor: 6}) < 0
}

// EtcdRemoved returns the flags of etcd 3.5 that 3.6 does not have (etcdmain/config.go and
// embed/config.go of go.etcd.io/etcd/server/v3 v3.5.24 and v3.6.8).
func EtcdRemoved() []string {
	return []string{
		"enable-v2", "experimental-enable-v2v3", "proxy", "proxy-dial-timeout", "proxy-failure-wait", "proxy-read-timeout", "proxy-refresh-interval",
		"proxy-write-timeout",
	}
}

// etcdGates returns the feature gates that replace flags with the prefix "experimental-"
// (ExperimentalFlagToFeatureMap, server/features of v3.6.8). The other flags lost the prefix
// (experimentalFlagMigrationMap in embed/config.go).
func etcdGates() map[string]string {
	return map[string]string{
		"experimental-stop-grpc-service-on-defrag":       "StopGRPCServiceOnDefrag",
		"experimental-initial-corrupt-check":             "InitialCorruptCheck",
		"experimental-compact-hash-check-enabled":        "CompactHashCheck",
		"experimental-txn-mode-write-with-shared-buffer": "TxnModeWriteWithSharedBuffer",
		"experimental-enable-lease-checkpoint":           "LeaseCheckpoint",
		"experimental-enable-lease-checkpoint-persist":   "LeaseCheckpointPersist",
	}
}

// EtcdFlag returns what etcd 3.6 does with a flag among kubeadm's extraArgs, which kubeadm adds to
// its own flags. The message is empty if etcd accepts the flag; breaks is true if it does not start.
func EtcdFlag(args map[string]string, flag string) (message string, breaks bool) {
	// What replaces an experimental flag: a feature gate, or the flag without the prefix.
	instead, gate := etcdGates()[flag]
	if !gate && strings.HasPrefix(flag, "experimental-") {
		instead = strings.TrimPrefix(flag, "experimental-")
	}
	gates, own := args["feature-gates"]
	if !own {
		gates = "InitialCorruptCheck=true" // the default of kubeadm
	}
	_, both := args[instead]
	both = both || instead == "watch-progress-notify-interval" // kubeadm sets it
	message = "etcd has the flag --" + flag
	switch {
	case slices.Contains(EtcdRemoved(), flag):
		return message + ", which etcd 3.6 no longer accepts: it does not start", true
	case gate && strings.Contains(gates, instead):
		return message + ", and the feature gate " + instead + " is also set: etcd 3.6 does not start with both", true
	case instead != "" && !gate && both:
		return message + ", and the flag --" + instead + " is also set: etcd 3.6 does not start with both", true
	case gate:
		return message + ", which etcd 3.6 deprecates: set the feature gate " + instead, false
	case instead != "":
		return message + ", which etcd 3.6 deprecates: use --" + instead + " now", false
	}
	return "", false
}

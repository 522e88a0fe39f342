package fact_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/changelog/fact"
)

// TestSubcommand checks which subcommand a flag of a text belongs to.
func TestSubcommand(t *testing.T) {
	two := "kubeadm: removed the flags `--aa` for `kubeadm upgrade apply` and `--bb` and `--cc` for `kubeadm upgrade diff`."
	list := "Drop support for the kubectl run flags:\n- force\n- `wait`\n\nDrop support for --old from kubectl drain, users should use --new."
	for _, c := range []struct{ text, flag, want string }{
		{two, "--aa", "kubeadm upgrade apply"},
		{two, "--bb", "kubeadm upgrade diff"},
		{two, "--cc", "kubeadm upgrade diff"},
		{list, "--force", "kubectl run"},
		{list, "--wait", "kubectl run"},
		{list, "--old", "kubectl drain"},
		{"Deprecated the following kubectl run flags, which are ignored: --force, --wait", "--wait", "kubectl run"},
		{"Deprecated the ignored `--filename`/`-f` flag on `kubectl run`.", "--filename", "kubectl run"},
		{"Remove `--aa` from `kubectl run`\nDeprecate `--bb` in `kubectl expose`", "--bb", "kubectl expose"},
		{"`kubectl version` prints what `kubectl version --short` printed, and the flag `--short` is removed.", "--short", "kubectl version"},
		// the flag of a program, or of another one
		{"kubectl: deprecate --delete-local-data", "--delete-local-data", ""},
		{"Removed the kubelet flag `--aa`, which `kubeadm init` wrote.", "--aa", ""},
		{"Removed `--aa`. Use `kubectl get nodes` to see it.", "--aa", ""},
		{"Fixed `kubectl run --aa`.", "--other", ""},
		{"", "--aa", ""},
	} {
		if got := fact.Subcommand(c.text, c.flag); got != c.want {
			t.Errorf("%s of %q: got %q, want %q", c.flag, c.text, got, c.want)
		}
	}
}

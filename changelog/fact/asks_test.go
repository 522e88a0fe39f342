package fact_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestAsks compares the notes whose text asks for an action with those that a reader of the whole
// release found.
func TestAsks(t *testing.T) {
	raw, err := os.ReadFile("../../fixtures/labels/facts/actions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := everything(t)
	for _, file := range txtar.Parse(raw).Files {
		want := strings.Fields(string(file.Data))
		var got []string
		for number, note := range notesOf(t, file.Name+".0") {
			if (!note.Withheld || note.Mapped) && d.Of(released(t, file.Name), note.Text, note.Documentation).Asks {
				got = append(got, "#"+strconv.Itoa(number))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", file.Name, got, want)
		}
	}
}

func TestAsksInWords(t *testing.T) {
	d := small()
	for text, want := range map[string]bool{
		"The API a/v1beta2 is no longer served. Migrate manifests to use a/v1, available since v1.26.":  true,
		"If you use it, please make sure that the driver is installed **before** upgrading.":            true,
		"ACTION REQUIRED: restrict the role.":                                                           true,
		"Remove all `v1alpha2` objects before upgrading from v1.36 to v1.37.":                           true,
		"The old flags are gone and the kubelet will fail to start if any are set.":                     true,
		"Update clients that still set these fields before upgrading.":                                  true,
		"Objects of the old version must be removed before the upgrade.":                                true,
		"Please see the post to find workloads to fix before upgrading to v1.37.":                       true,
		"Out-of-tree plugins must now pass a logger.":                                                   true,
		"The old API is gone. Clients still using it should migrate to v1.":                             true,
		"Users with these gates set to false should explicitly remove those entries.":                   true,
		"Cluster administrators need to update the role.":                                               true,
		"If you set `--a-b=true`, then you must migrate off this configuration.":                        true,
		"Queries that match `a_b` should be updated to use `c_d`.":                                      true,
		"The gate `AaFoo` is always on and should be removed from `--feature-gates`.":                   true,
		"ACTION_REQUIRED When a Job has many indexes, set its limit.":                                   true,
		"Follow the instructions to migrate to the built-in plugin prior to upgrading to v1.25.":        true,
		"ACTION-REQUIRED: drivers of v1alpha2 are gone.":                                                true,
		"This change requires all slices to be removed before upgrading between v1.34 and v1.35.":       true,
		"The old metrics are gone, please convert to the new ones.":                                     true,
		"A command is deprecated. Please migrate.":                                                      true,
		"Please consider updating the storage class.":                                                   true,
		"The old cgroup is deprecated. Please consider migrating to the new one.":                       true,
		"The old cgroup is in maintenance mode. Please consider migrating to the new one.":              false,
		"The tests no longer run. Please switch on the variable if you need to run these tests.":        false,
		"Please use `kubectl a` instead.":                                                               false,
		"The labels are deprecated. Update node selectors to use the new ones.":                         true,
		"The labels are new. Update of the docs.":                                                       false,
		"- The options are deprecated.\n- Remove already deprecated options of the plugin.":             false,
		"Ensure that pods relying on this are updated.":                                                 false,
		"A bug was fixed. Ensure that pods relying on this are updated.":                                true,
		"If you relied on this, you must ensure that it is set.":                                        true,
		"The disk is deprecated, you should use another kind.":                                          true,
		"You must check that the mask is compatible.":                                                   true,
		"When upgrading to 1.17, the label needs to be set on each slice.":                              true,
		"A node with such a volume needs to be drained before kubelet can be upgraded.":                 true,
		"To keep nodes out, upgrade users need to add a label.":                                         true,
		"This requires existing setups to configure the runtime.":                                       true,
		"Plugin developers are now required to remove the calls.":                                       true,
		"Probes must use HTTPS now.":                                                                    true,
		"Migrated the events. Any tool of these events needs to use v1.":                                true,
		"Invocations that name the policy must update to use v1.":                                       true,
		"User relying on the old file should switch to the new one.":                                    true,
		"Admins must specify their own value.":                                                          true,
		"The driver must be installed on clusters for volumes to work.":                                 true,
		"Added a flag to specify which volume drivers should be installed.":                             false,
		"To use it, you must set the feature gate.":                                                     false,
		"If you need to set this, file an issue.":                                                       false,
		"Users who set the old name has to reconfigure it.":                                             true,
		"If the credentials are in a file, no action required.":                                         false,
		"The feature gate `AaFoo` is gone and must no longer be referenced in `--feature-gates` flags.": true,
		"An object of the old version must no longer be used by the controller.":                        false,
		"ACTION REQUIRED: restrict the role. If it is restricted, no action required.":                  true,
		"Users have the choice to change it.":                                                           false,
		"Lets plugins write once when several conditions need to be updated.":                           false,
		"The object must be updated by the controller.":                                                 false,
		"Users need to enable the feature gate to use it.":                                              false,
		"Clients should not be refused.":                                                                false,
		"Fixed a bug where users should remove the object twice.":                                       false,
		"Users should update the import path of these types.":                                           false,
		"Fixed a bug where the kubelet will fail to start without a config.":                            false,
		"kubeadm: checks the version before upgrading etcd.":                                            false,
		"Kubelet now waits before updating the status.":                                                 false,
		"kubeadm upgrade: the static pod manifests are backed up before upgrading a component.":         false,
		"Pod will not start when an init container was killed.":                                         false,
		"Finalizers must be removed by the controller.":                                                 false,
	} {
		if got := d.Of(discovery.Release{}, text, nil).Asks; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestRequest checks that the request is complete and does not include the text before it.
func TestRequest(t *testing.T) {
	for text, want := range map[string]string{
		"Converted a field.\nACTION REQUIRED: Remove all objects. Then upgrade.":                         "ACTION REQUIRED: Remove all objects. Then upgrade.",
		"Promoted X to v1. Remove all `v1alpha2` objects before upgrading from `v1.36`.":                 "Remove all `v1alpha2` objects before upgrading from `v1.36`.",
		"Updated it:\n- the kubelet will fail to start if `--a` is set. Remove it.\n- Metrics are gone.": "the kubelet will fail to start if `--a` is set. Remove it.",
		"The label alone says so.": "The label alone says so.",
		"":                         "",
	} {
		if got := fact.Request(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestAsksOld is like TestAsks for 1.16 to 1.22. Each release is read with the names of older
// releases only.
func TestAsksOld(t *testing.T) {
	parts := unseenLabels(t, "actions-1.16-1.22")
	judged := unseenLabels(t, "1.14-1.18")["labels"]
	right, wrong, missing := 0, 0, 0
	for minor := 16; minor <= 22; minor++ {
		release, before := discovery.Release{Major: 1, Minor: minor}, discovery.Release{Major: 1, Minor: minor - 1}
		d := fact.CompileBefore(vocabulary(t, before.String()), release)
		labels := parts[release.String()]
		for number, note := range notesOf(t, release.String()+".0") {
			name := entryName(release.String(), number)
			_, entry, _ := strings.Cut(name, " ")
			known := slices.ContainsFunc(judged, func(line string) bool { return line == name || strings.HasPrefix(line, name+" ") })
			if note.Withheld && !note.Mapped || known || slices.Contains(labels, "perhaps "+entry) {
				continue
			}
			got, want := d.Of(release, note.Text, note.Documentation).Asks, slices.Contains(labels, entry)
			switch {
			case got && want:
				right++
			case got:
				wrong++
				t.Logf("%s asks for nothing", name)
			case want:
				missing++
				t.Logf("%s asks for something", name)
			}
		}
	}
	t.Logf("%d right, %d wrong, %d missing", right, wrong, missing)
	if share(right, wrong) < 0.98 || share(right, missing) < 0.95 {
		t.Errorf("precision 0.98 and recall 0.95 are wanted: %d right, %d wrong, %d missing", right, wrong, missing)
	}
}

package migration

import (
	_ "embed"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/scan/form"
)

//go:embed moves.json
var moveData []byte

// moves are those of moves.json. "The guide" is the deprecated API migration guide of Kubernetes.
// Moves with only their types change only the version: the Go types of k8s.io/api v0.19.0
// (kube-aggregator v0.19.0 for APIService) have the same fields in both versions.
//
//nolint:gochecknoglobals // a constant, which is read when it is first used
var moves = sync.OnceValue(func() (all []Move) {
	if err := json.Unmarshal(moveData, &all, json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true)); err != nil {
		panic(err) // the file is built in
	}
	for i := range all {
		all[i].Convert = conversions[all[i].Conversion]
	}
	return all
})

//nolint:gochecknoglobals // a constant
var conversions = map[string]func(*form.Form) (why string){
	"autoscaler": autoscaler, "definition": definition, "ingress": ingress, "webhooks": webhooks,
	"appsDeployment": workload(appsDeployment), "extensionsDeployment": workload(extensionsDeployment), "onDelete": workload(onDelete),
	"replicaSet": workload(func(*form.Form) string { return "" }), // it has the same defaults in both versions
}

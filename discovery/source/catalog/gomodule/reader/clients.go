package main

import (
	"fmt"
	"reflect"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
)

// clientsets returns the typed clients of every API server of a control plane
// as their interfaces, all sending to the recorder.
func clientsets(to *recorder) ([]reflect.Value, error) {
	config := &rest.Config{
		Host:      "http://recorder.invalid",
		Transport: to,
		QPS:       -1, // no rate limit
		// Else the clients send protobuf, which says less of itself.
		ContentConfig: rest.ContentConfig{ContentType: "application/json"},
	}
	core, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("client-go's clientset: %w", err)
	}
	extensions, err := apiextensions.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("apiextensions-apiserver's clientset: %w", err)
	}
	aggregated, err := aggregator.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("kube-aggregator's clientset: %w", err)
	}
	return []reflect.Value{
		as[kubernetes.Interface](core),
		as[apiextensions.Interface](extensions),
		as[aggregator.Interface](aggregated),
	}, nil
}

// as keeps a value as its interface, so that reflection sees the interface's
// methods and no others.
func as[T any](v T) reflect.Value { return reflect.ValueOf(&v).Elem() }

// resourceClients returns the client of every resource of a clientset:
// clientset.AppsV1().Deployments("namespace").
func resourceClients(clientset reflect.Value) []reflect.Value {
	var clients []reflect.Value
	for i := range clientset.NumMethod() {
		if clientset.Type().Method(i).Name == "Discovery" {
			continue // asks what a server serves; no resource of the API
		}
		group, ok := getter(clientset, i)
		if !ok || !group.MethodByName("RESTClient").IsValid() {
			continue
		}
		for j := range group.NumMethod() {
			if group.Type().Method(j).Name == "RESTClient" {
				continue
			}
			if client, ok := getter(group, j); ok {
				clients = append(clients, client)
			}
		}
	}
	return clients
}

// getter calls a method that takes nothing, or a namespace, and gives a client.
func getter(of reflect.Value, i int) (reflect.Value, bool) {
	t := of.Method(i).Type()
	if t.NumOut() != 1 || t.Out(0).Kind() != reflect.Interface {
		return reflect.Value{}, false
	}
	switch {
	case t.NumIn() == 0:
		return of.Method(i).Call(nil)[0], true
	case t.NumIn() == 1 && t.In(0).Kind() == reflect.String:
		return of.Method(i).Call([]reflect.Value{reflect.ValueOf(aNamespace)})[0], true
	default:
		return reflect.Value{}, false
	}
}

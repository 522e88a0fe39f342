package main

import (
	"fmt"
	"reflect"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/scheme"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset/scheme"
)

// kinds knows which Go types are kinds of the API, and of which version.
type kinds struct{ *runtime.Scheme }

// allKinds gathers the schemes of every API server of a control plane.
func allKinds() (kinds, error) {
	all := runtime.NewScheme()
	for module, add := range map[string]func(*runtime.Scheme) error{
		"client-go":               scheme.AddToScheme,
		"apiextensions-apiserver": apiextensions.AddToScheme,
		"kube-aggregator":         aggregator.AddToScheme,
	} {
		if err := add(all); err != nil {
			return kinds{}, fmt.Errorf("the scheme of %s: %w", module, err)
		}
	}
	return kinds{all}, nil
}

// of returns the kinds that a type is registered as; none for other types.
func (k kinds) of(t reflect.Type) []schema.GroupVersionKind {
	object, ok := reflect.New(t).Interface().(runtime.Object)
	if !ok {
		return nil
	}
	found, _, err := k.ObjectKinds(object)
	if err != nil {
		return nil
	}
	return found
}

// among returns the struct types that are kinds among the arguments or the
// results of a method, which come as pointers.
func (k kinds) among(n int, at func(int) reflect.Type) []reflect.Type {
	var found []reflect.Type
	for i := range n {
		t := at(i)
		if t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && len(k.of(t.Elem())) > 0 {
			found = append(found, t.Elem())
		}
	}
	return found
}

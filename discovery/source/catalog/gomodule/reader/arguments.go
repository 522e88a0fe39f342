package main

import (
	"context"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
)

// given are the arguments whose type alone says what a client needs.
//
//nolint:gochecknoglobals // a constant table.
var given = map[reflect.Type]reflect.Value{
	reflect.TypeFor[context.Context](): as[context.Context](context.Background()),
	reflect.TypeFor[types.PatchType](): reflect.ValueOf(types.MergePatchType),
	reflect.TypeFor[*runtime.Scheme](): reflect.ValueOf(scheme.Scheme),
	reflect.TypeFor[runtime.Object]():  as[runtime.Object](&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: aName, Namespace: aNamespace}}),
}

// arguments makes the least that a client's method accepts: names where it
// wants strings, named objects, and zero for everything else. A variadic tail
// (the subresources of Patch) stays empty.
func arguments(method reflect.Type) []reflect.Value {
	n := method.NumIn()
	if method.IsVariadic() {
		n--
	}
	in := make([]reflect.Value, n)
	for i := range in {
		in[i] = argument(method.In(i))
	}
	return in
}

func argument(t reflect.Type) reflect.Value {
	if v, ok := given[t]; ok {
		return v
	}
	switch t.Kind() {
	case reflect.String:
		return reflect.ValueOf(aName).Convert(t)
	case reflect.Pointer:
		v := reflect.New(t.Elem())
		name(v)
		return v
	default:
		return reflect.Zero(t)
	}
}

// name gives an object, or the configuration of one to be applied, the name and
// namespace without which a client refuses it.
func name(v reflect.Value) {
	if object, ok := v.Interface().(metav1.Object); ok {
		object.SetName(aName)
		object.SetNamespace(aNamespace)
		return
	}
	if withName := v.MethodByName("WithName"); withName.IsValid() && withName.Type().NumIn() == 1 && withName.Type().In(0).Kind() == reflect.String {
		withName.Call([]reflect.Value{reflect.ValueOf(aName)})
	}
}

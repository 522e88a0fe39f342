package main

import (
	"context"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
)

// call is a request together with the types that the client's method is about.
type call struct {
	request
	// takes and gives are the kinds among the arguments and the results.
	takes, gives []reflect.Type
}

// about is the Go type and the kind of the object that a call sends or, if it
// sends none, receives.
func (c call) about(k kinds) (t reflect.Type, kind schema.GroupVersionKind) {
	if !c.kind.Empty() {
		for _, t := range c.takes {
			for _, kind := range k.of(t) {
				if kind == c.kind {
					return t, kind
				}
			}
		}
	}
	if len(c.gives) == 0 {
		return nil, schema.GroupVersionKind{}
	}
	return c.gives[0], k.of(c.gives[0])[0]
}

// caller calls clients and hears from the recorder what they ask for.
type caller struct {
	kinds    kinds
	recorder *recorder
}

// all calls every method of a resource's client, those of its expansions too.
func (c caller) all(client reflect.Value) ([]call, error) {
	var calls []call
	for i := range client.NumMethod() {
		method := client.Method(i)
		invoke(method)
		requests, err := c.recorder.take()
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", client.Type(), client.Type().Method(i).Name, err)
		}
		t := method.Type()
		for _, r := range requests {
			calls = append(calls, call{request: r, takes: c.kinds.among(t.NumIn(), t.In), gives: c.kinds.among(t.NumOut(), t.Out)})
		}
	}
	return calls, nil
}

// invoke calls a method; where it gives a request instead of sending it
// (GetLogs, ProxyGet), the request is sent.
func invoke(method reflect.Value) {
	for _, out := range method.Call(arguments(method.Type())) {
		switch result := out.Interface().(type) {
		case *rest.Request:
			_ = result.Do(context.Background()).Error() // always errRecorded
		case rest.ResponseWrapper:
			_, _ = result.DoRaw(context.Background()) // always errRecorded
		}
	}
}

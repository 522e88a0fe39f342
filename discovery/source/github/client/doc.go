// Package client is the way to the API of GitHub that all readers of it share.
//
// It owns what goes wrong between here and there: the token goes to the host of
// the API over TLS and nowhere else, redirects are followed within that host,
// answers are bounded, requests are made again where that may help, limits are
// waited out where there is time for it, and what remains becomes a sentence
// that says what to do, without the token. It also writes the files of caches.
//
// It must not know what is read, and keeps nothing between runs itself.
package client

// Package client sends requests to the API of GitHub.
//
// It owns the transport: it sends the token only to the host of the API and only over TLS, follows
// redirects only within that host, limits responses, retries requests that may succeed later, waits
// for rate limits if there is time, and converts errors to messages that say what to do, without
// the token. It also reads cache files.
//
// It must not know what is read, and must not keep state between runs.
package client

// Package snapshot keeps what an API server says of itself on disk: it writes a
// [documents.Set] into a folder or an archive, and reads it back. It also reads
// what others have laid out in nearly the same way: a folder of OpenAPI v3
// documents, the api/ folder of the Kubernetes repository, and single OpenAPI
// documents.
//
// # Layout
//
//	kubedelta-snapshot.json             what it is, of what, and what is missing
//	version.json                        /version
//	discovery/api.json, apis.json       aggregated discovery of /api and /apis
//	discovery/plain/api.json, apis.json the same, plain, where that is all there is
//	discovery/plain/api/v1.json         plain lists of resources
//	discovery/plain/apis/apps/v1.json
//	api/v1.json, apis/apps/v1.json      OpenAPI v3
//	swagger.json                        OpenAPI v2, where there is no v3
//	customresourcedefinitions.json      what OpenAPI does not say of custom resources
//
// An archive (.tar.gz, .tgz, .tar.zst) holds the same, at its root or in one
// folder. Everything but the documents themselves may be absent.
//
// # What is not trusted
//
// Whatever is read may come from a stranger. Sizes are bounded, archives are
// never unpacked to disk, an entry that is not a plain file ends the reading,
// and links are followed to regular files inside the folder only. What is
// written never holds a credential or the address of a server, so that a
// snapshot can be shown around.
//
// The package must never compare, and never reach the network.
package snapshot

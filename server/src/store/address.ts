/** The path of the Unix socket in a database's address; null where it is an address by TCP. */
export function socketPathOf(uri: string): string | null {
  const host = decodeURIComponent(new URL(uri).hostname);
  return host.endsWith('.sock') ? host : null;
}

/** Where to connect to ask whether anybody listens at a database's address. */
export function endpointOf(uri: string): { path: string } | { host: string; port: number } {
  const path = socketPathOf(uri);
  const { hostname, port } = new URL(uri);
  return path === null ? { host: hostname, port: Number(port) } : { path };
}

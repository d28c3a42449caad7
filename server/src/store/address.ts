/** The path of the Unix socket in a database URI; null for a TCP address. */
export function socketPathOf(uri: string): string | null {
  const host = decodeURIComponent(new URL(uri).hostname);
  return host.endsWith('.sock') ? host : null;
}

/** The address to connect to for a check whether a database listens there. */
export function endpointOf(uri: string): { path: string } | { host: string; port: number } {
  const path = socketPathOf(uri);
  const { hostname, port } = new URL(uri);
  return path === null ? { host: hostname, port: Number(port) } : { path };
}

/** Finds the parts of a database URI. A URI that names several hosts is not a valid URL. */
const ADDRESS = /^(mongodb(?:\+srv)?:\/\/[^/?]*)\/?([^?]*)(\?.*)?$/;

/** Adds the product's database name to a URI without one: the MongoDB driver would use the database "test" otherwise. */
export function withDatabase(uri: string): string {
  const [, hosts, database, options = ''] = ADDRESS.exec(uri) ?? [];
  // An invalid URI is refused by the MongoDB driver.
  return hosts === undefined ? uri : `${hosts}/${database || 'boli'}${options}`;
}

/** Removes the user and the password from a text that contains a URI, even if their characters are not encoded. */
export function withoutPassword(text: string): string {
  return text.replace(/\/\/\S*@/g, '//');
}

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

/** The parts of a database's address: it may name several hosts, which is no URL. */
const ADDRESS = /^(mongodb(?:\+srv)?:\/\/[^/?]*)\/?([^?]*)(\?.*)?$/;

/** An address with the database it names, or else the product's: the driver would take the one called "test". */
export function withDatabase(uri: string): string {
  const [, hosts, database, options = ''] = ADDRESS.exec(uri) ?? [];
  // What cannot be read is the driver's to refuse.
  return hosts === undefined ? uri : `${hosts}/${database || 'boli'}${options}`;
}

/** A text about an address, without the user and the password in it, even where their characters are not encoded. */
export function withoutPassword(text: string): string {
  return text.replace(/\/\/\S*@/g, '//');
}

import type { EndpointShape } from '@boli/shared/core/endpoint';

/** The path of an HTTP request, with its parameters and query; query values that are undefined or null are left out. */
export function pathOf(endpoint: EndpointShape, params: object = {}, query: object = {}): string {
  const given = new Map(Object.entries(params));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

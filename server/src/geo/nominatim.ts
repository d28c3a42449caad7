import type { Point } from '@boli/shared/core/fields';
import { z } from 'zod';
import { settings } from '../settings';
import { VERSION } from '../version';
import { shortText } from './short-text';

/** The address of a point, as a geocoder gives it. */
export interface Place {
  parts: Record<string, string | undefined>;
  displayName: string | null;
}

/** Looks up the address of a point; null if there is none (in the sea). Rejects when the service fails or on abort. */
export type Geocoder = (point: Point, signal: AbortSignal) => Promise<Place | null>;

/** The maximum size of a reply, in bytes; an address takes one or two kilobytes. */
const MAX_REPLY_BYTES = 20_000;

const Reply = z.object({
  address: z.record(z.string(), z.unknown()).optional(),
  display_name: z.string().optional(),
});

/** Creates a geocoder for a Nominatim-like service at this base URL. */
export function nominatim(base: string): Geocoder {
  return async ({ lat, lng }, signal) => {
    const url = new URL(base);
    const query = { lat, lon: lng, format: 'json', zoom: 18, addressdetails: 1 };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const response = await fetch(url, { signal, headers: { 'Accept-Language': 'en', 'User-Agent': userAgent() } });
    if (!response.ok) throw new Error(`the geocoder answered ${response.status}`);
    const { address, display_name } = Reply.parse(JSON.parse(await shortText(response, MAX_REPLY_BYTES)));
    if (!address) return null;
    const texts = Object.entries(address).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return { parts: Object.fromEntries(texts), displayName: display_name?.slice(0, 1000) ?? null };
  };
}

/** The user agent: public services require that it identifies the caller. */
function userAgent(): string {
  const { PUBLIC_URL } = settings();
  return `Boli/${VERSION}${PUBLIC_URL ? ` (${PUBLIC_URL})` : ''}`;
}

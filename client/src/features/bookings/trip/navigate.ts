import type { Point } from '@boli/shared/core/fields';

/** What shows directions: a phone's own map app, or a web page (`other`). */
export type Platform = 'android' | 'ios' | 'other';

/** The platform by the browser's user agent. An iPad reports itself as a Mac, but has a touch screen. */
export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return 'other';
}

interface Way {
  to: Point;
  /** The name of the destination. */
  label: string;
  /** Where the device is; null while unknown. */
  from: Point | null;
}

/** The URL that opens directions to a place in the platform's map app, or on the OpenStreetMap website. */
export function navigationUrl({ to, label, from }: Way, platform: Platform): string {
  const place = `${to.lat},${to.lng}`;
  if (platform === 'android') return `geo:${place}?q=${place}(${encodeURIComponent(label)})`;
  if (platform === 'ios') return `https://maps.apple.com/?daddr=${place}&dirflg=d`;
  const route = encodeURIComponent(`${from ? `${from.lat},${from.lng}` : ''};${place}`);
  return `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=${route}`;
}

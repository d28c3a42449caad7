import { expect, test } from '@jest/globals';
import { navigationUrl, platformOf } from './navigate';

const way = { to: { lat: 28.63, lng: 77.21 }, label: 'Gate 2 (north)', from: { lat: 28.6, lng: 77.2 } };

test.each([
  ['android', 'geo:28.63,77.21?q=28.63,77.21(Gate%202%20(north))'],
  ['ios', 'https://maps.apple.com/?daddr=28.63,77.21&dirflg=d'],
  ['other', 'https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=28.6%2C77.2%3B28.63%2C77.21'],
] as const)('the URL of directions on %s is %s', (platform, url) => {
  expect(navigationUrl(way, platform)).toBe(url);
});

test("directions have no start while the device's position is not known", () => {
  expect(navigationUrl({ ...way, from: null }, 'other')).toContain('route=%3B28.63%2C77.21');
});

test.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit', 5, 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'other'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'other'],
] as const)('the user agent %s with %i touch points means the platform %s', (userAgent, maxTouchPoints, platform) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform);
});

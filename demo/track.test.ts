import { expect, test } from '@jest/globals';
import { parseTrack, positionAt } from './track';
import { decodeTrack } from './track-file';
import { BadTrack } from './track-point';

const gpx = (points: string, version = '1.1') =>
  `<?xml version="1.0"?><gpx version="${version}" xmlns="http://www.topografix.com/GPX/${version.replace('.', '/')}"><trk><trkseg>${points}</trkseg></trk></gpx>`;
const timed = (lat: number, second: number) =>
  `<trkpt lat="${lat}" lon="77.2"><ele>216</ele><time>2026-01-01T10:00:${String(second).padStart(2, '0')}Z</time></trkpt>`;

test.each(['1.0', '1.1'])('GPX %s with times keeps its recorded speed', (version) => {
  expect(parseTrack(gpx(timed(28.6, 0) + timed(28.61, 5) + timed(28.62, 7), version))).toEqual([
    { lat: 28.6, lng: 77.2, at: 0 },
    { lat: 28.61, lng: 77.2, at: 5 },
    { lat: 28.62, lng: 77.2, at: 7 },
  ]);
});

test('any namespace prefix, attribute order and quotes are accepted', () => {
  const text = `\uFEFF<x:gpx xmlns:x="http://www.topografix.com/GPX/1/1"><x:trk><x:trkseg>
    <x:trkpt lon='77.2'
             lat='28.6'><x:time>2026-01-01T10:00:00+05:30</x:time></x:trkpt>
    <x:trkpt lon='77.3' lat='28.7'><x:extensions><ns3:speed>3</ns3:speed></x:extensions><x:time>2026-01-01T10:01:00+05:30</x:time></x:trkpt>
  </x:trkseg></x:trk></x:gpx>`;
  expect(parseTrack(text).map((point) => point.at)).toEqual([0, 60]);
});

test('several segments become one track; a route is used if there is no track', () => {
  const two = gpx(`${timed(28.6, 0)}</trkseg><trkseg>${timed(28.7, 9)}`);
  expect(parseTrack(two)).toHaveLength(2);
  const route = '<gpx><rte><rtept lat="28.6" lon="77.2"/><rtept lat="28.7" lon="77.2"/></rte></gpx>';
  expect(parseTrack(route)).toHaveLength(2);
});

test('without times the track is driven at the speed of town traffic', () => {
  const [, second] = parseTrack(gpx('<trkpt lat="28.6" lon="77.2"/><trkpt lat="28.609" lon="77.2"/>'));
  expect(second?.at).toBeGreaterThan(100);
  expect(second?.at).toBeLessThan(150);
});

test('a point without a time, or with an earlier time than the point before it, never reverses the track', () => {
  const track = parseTrack(
    gpx(`${timed(28.6, 5)}<trkpt lat="28.6001" lon="77.2"/>${timed(28.6002, 9)}${timed(28.6003, 2)}`),
  );
  const seconds = track.map((point) => point.at);
  expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
});

test('points in comments and CDATA sections are ignored', () => {
  const text = gpx(`<!-- ${timed(1, 0)} --><name><![CDATA[${timed(2, 0)}]]></name>${timed(28.6, 0)}${timed(28.7, 1)}`);
  expect(parseTrack(text).map((point) => point.lat)).toEqual([28.6, 28.7]);
});

test.each([
  [
    'a line',
    {
      type: 'LineString',
      coordinates: [
        [77.2, 28.6],
        [77.3, 28.7, 216],
      ],
    },
  ],
  [
    'a feature',
    {
      type: 'Feature',
      properties: null,
      geometry: {
        type: 'LineString',
        coordinates: [
          [77.2, 28.6],
          [77.3, 28.7],
        ],
      },
    },
  ],
  ['lines', { type: 'MultiLineString', coordinates: [[[77.2, 28.6]], [[77.3, 28.7]]] }],
  ['points', { type: 'FeatureCollection', features: [point(77.2, 28.6), point(77.3, 28.7)] }],
  [
    'a collection',
    { type: 'GeometryCollection', geometries: [point(77.2, 28.6).geometry, point(77.3, 28.7).geometry] },
  ],
])('GeoJSON with %s is read', (_name, value) => {
  expect(parseTrack(JSON.stringify(value)).map(({ lat, lng }) => [lat, lng])).toEqual([
    [28.6, 77.2],
    [28.7, 77.3],
  ]);
});

function point(lng: number, lat: number) {
  return { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } };
}

test.each([
  [{ coordTimes: ['2026-01-01T10:00:00Z', '2026-01-01T10:00:30Z'] }],
  [{ times: [1_700_000_000_000, 1_700_000_030_000] }],
  [{ coordinateProperties: { times: ['2026-01-01T10:00:00Z', '2026-01-01T10:00:30Z'] } }],
])('GeoJSON times outside the geometry set the speed: %j', (properties) => {
  const value = {
    type: 'Feature',
    properties,
    geometry: {
      type: 'LineString',
      coordinates: [
        [77.2, 28.6],
        [77.3, 28.7],
      ],
    },
  };
  expect(parseTrack(JSON.stringify(value))[1]?.at).toBe(30);
});

test.each([
  ['', 'is empty'],
  ['hello', 'neither GPX nor valid JSON'],
  ['{"type":"LineString"', 'neither GPX nor valid JSON'],
  ['[1,2]', 'not GeoJSON'],
  ['{"type":"Polygon","coordinates":[]}', 'type without a path: Polygon'],
  ['{"type":"LineString","coordinates":[["a",1],[1,2]]}', 'not [longitude, latitude]'],
  ['<kml></kml>', 'root is not <gpx>'],
  ['<gpx><trk><trkseg><trkpt lat="1" lon="1"/>', '</gpx> is missing'],
  [gpx(''), 'has no points'],
  [gpx(timed(28.6, 0)), 'has only one point'],
  [gpx(timed(28.6, 0) + timed(28.6, 9)), 'does not move'],
  ['<gpx><trk></gpx>', 'not well-formed XML'],
  [gpx('<trkpt lat="x" lon="1"/><trkpt lat="1" lon="1"/>'), 'Point 1 of town.gpx has "x" as lat'],
  [gpx('<trkpt lat="1"/><trkpt lat="1" lon="1"/>'), 'Point 1 of town.gpx has no lon'],
  [gpx('<trkpt lat="91" lon="1"/><trkpt lat="1" lon="1"/>'), 'no place on earth'],
])('an unusable file gets an error with the reason: %s', (text, sentence) => {
  expect(() => parseTrack(text, 'town.gpx')).toThrow(BadTrack);
  expect(() => parseTrack(text, 'town.gpx')).toThrow(sentence);
});

test('a file with unclosed tags is refused in a time that is linear in its length', () => {
  const began = performance.now();
  expect(() => parseTrack(`<gpx>${'<trkpt lat="1" lon="1">'.repeat(70_000)}</gpx>`, 'town.gpx')).toThrow('well-formed');
  expect(() => parseTrack(`<gpx>${'<trkpt '.repeat(200_000)}</gpx>`, 'town.gpx')).toThrow(BadTrack);
  expect(() => parseTrack('<a>'.repeat(500_000), 'town.gpx')).toThrow('root is not <gpx>');
  // A parser whose time is quadratic in the length took 21 seconds; a linear one takes a fraction of a second.
  expect(performance.now() - began).toBeLessThan(5_000);
});

const short = gpx(timed(28.6, 0) + timed(28.61, 9));
const latin = gpx(`<name>Caf\u00e9</name>${timed(28.6, 0)}${timed(28.61, 9)}`);
test.each([
  ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${short}`, 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from(short, 'utf16le')],
  ['UTF-16 in the other byte order', Buffer.from(`\uFEFF${short}`, 'utf16le').swap16()],
  ['Latin 1', Buffer.from(latin.replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1')],
])('a file in %s is read', (_name, bytes) => {
  expect(parseTrack(decodeTrack(bytes, 'town.gpx'))).toEqual([
    { lat: 28.6, lng: 77.2, at: 0 },
    { lat: 28.61, lng: 77.2, at: 9 },
  ]);
});

test('bytes that are not text, or whose encoding is unknown, get an error sentence', () => {
  expect(() => decodeTrack(Buffer.from([0xc3, 0x28]), 'town.gpx')).toThrow('town.gpx is no text in utf-8.');
  const unknown = Buffer.from('<?xml version="1.0" encoding="klingon"?><gpx/>');
  expect(() => decodeTrack(unknown, 'town.gpx')).toThrow('town.gpx is no text in klingon.');
});

const from = (lat: number, time: string) => `<trkpt lat="${lat}" lon="77.2"><time>${time}</time></trkpt>`;
test.each([
  ['invalid times', 'Tuesday', '5'],
  ['two equal times', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z'],
  ['a time before the previous one', '2026-01-01T10:00:00Z', '1970-01-01T00:00:00Z'],
])('with %s the track is driven at the speed of town traffic', (_name, first, second) => {
  expect(parseTrack(gpx(from(28.6, first) + from(28.609, second)))[1]?.at).toBeCloseTo(125, 0);
});

test('a pause of years is shortened to ten minutes', () => {
  const track = parseTrack(gpx(from(28.6, '1970-01-01T00:00:00Z') + from(28.609, '2026-01-01T10:00:00Z')));
  expect(track[1]?.at).toBeCloseTo(725, 0);
});

test('a track over the antimeridian takes the short way across it', () => {
  const track = parseTrack('<gpx><rte><rtept lat="-17" lon="179.99"/><rtept lat="-17" lon="-179.99"/></rte></gpx>');
  const end = track[1]?.at ?? 0;
  expect(end).toBeLessThan(300);
  expect(positionAt(track, end * 0.25).lng).toBeCloseTo(179.995);
  expect(positionAt(track, end * 0.75).lng).toBeCloseTo(-179.995);
});

test('the driver is on the straight line between two points, and at the nearer end before and after the track', () => {
  const track = [
    { lat: 0, lng: 0, at: 0 },
    { lat: 10, lng: 20, at: 10 },
    { lat: 10, lng: 20, at: 12 },
  ];
  expect(positionAt(track, -1)).toEqual({ lat: 0, lng: 0 });
  expect(positionAt(track, 5)).toEqual({ lat: 5, lng: 10 });
  expect(positionAt(track, 11)).toEqual({ lat: 10, lng: 20 });
  expect(positionAt(track, 99)).toEqual({ lat: 10, lng: 20 });
});

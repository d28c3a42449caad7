import type { Point } from '@boli/shared/core/fields';
import type { Tags } from '../osm/extract';
import { type Drawing, writeExtract } from '../osm/write';

/** The centre of the fictional town. */
export const MIDDLE: Point = { lat: 28.5, lng: 77.0 };
const BLOCKS = 8;
/** The size of a block in degrees, about 200 m. */
const BLOCK = { lat: 0.0018, lng: 0.00205 };

/** The crossing of an avenue (counted from the west, from 0) and a street (counted from the south, from 0). */
export function crossing(avenue: number, street: number): Point {
  return {
    lat: Number((MIDDLE.lat + (street - BLOCKS / 2) * BLOCK.lat).toFixed(7)),
    lng: Number((MIDDLE.lng + (avenue - BLOCKS / 2) * BLOCK.lng).toFixed(7)),
  };
}

const STREETS = [
  'Station Road',
  'Laxmi Marg',
  'Mill Street',
  'Market Road',
  'Gandhi Marg',
  'Canal Road',
  'School Lane',
  'Temple Street',
  'Old Fort Road',
];

/**
 * A fictional town: nine avenues ("Avenue 1" to "Avenue 9") cross nine streets in blocks of 200 m; Market Road is a
 * one-way street to the east. A lake lies in the north-west block; on an island in the south is a street that no road
 * leads to.
 */
export function town(): Drawing {
  const nodes: { id: number; lat: number; lng: number; tags?: Tags }[] = [];
  const ways: { id: number; nodes: number[]; tags: Tags }[] = [];
  const at = (avenue: number, street: number) => 100 + street * 20 + avenue;
  for (let street = 0; street <= BLOCKS; street++) {
    for (let avenue = 0; avenue <= BLOCKS; avenue++)
      nodes.push({ id: at(avenue, street), ...crossing(avenue, street) });
  }
  const along = Array.from({ length: BLOCKS + 1 }, (_, index) => index);
  for (const [street, name] of STREETS.entries()) {
    const oneWay: Tags = name === 'Market Road' ? { oneway: 'yes' } : {};
    const tags = { highway: street === 4 ? 'primary' : 'residential', name, ...oneWay };
    ways.push({ id: 1_000 + street, nodes: along.map((avenue) => at(avenue, street)), tags });
  }
  for (const avenue of along) {
    const tags = { highway: 'secondary', name: `Avenue ${avenue + 1}` };
    ways.push({ id: 2_000 + avenue, nodes: along.map((street) => at(avenue, street)), tags });
  }
  let id = 5_000;
  const area = (corners: Point[], tags: Tags) => {
    const ring = corners.map((corner) => {
      nodes.push({ id: ++id, ...corner });
      return id;
    });
    ways.push({ id: 3_000 + ways.length, nodes: [...ring, ring[0] ?? 0], tags });
  };
  const square = ({ lat, lng }: Point, size: number): Point[] => [
    { lat, lng },
    { lat, lng: lng + size },
    { lat: lat + size, lng: lng + size },
    { lat: lat + size, lng },
  ];
  const inBlock = (avenue: number, street: number): Point => {
    const { lat, lng } = crossing(avenue, street);
    return { lat: lat + BLOCK.lat / 4, lng: lng + BLOCK.lng / 4 };
  };
  area(square(inBlock(0, 7), 0.0008), { natural: 'water', name: 'Moti Lake' });
  area(square(inBlock(5, 5), 0.0008), { leisure: 'park', name: 'Company Garden' });
  area(square(inBlock(2, 4), 0.0004), { building: 'yes', 'addr:housenumber': '17', 'addr:street': 'Gandhi Marg' });
  area(square(inBlock(6, 2), 0.0006), {
    building: 'hospital',
    amenity: 'hospital',
    name: 'Civil Hospital',
    'name:hi': 'सिविल अस्पताल',
  });
  const point = (place: Point, tags: Tags) => nodes.push({ id: ++id, ...place, tags });
  point(MIDDLE, { place: 'town', name: 'Rampur', 'name:hi': 'रामपुर' });
  point(crossing(2, 6), { place: 'suburb', name: 'Sector 17' });
  point(crossing(6, 6), { place: 'suburb', name: 'Sector 12' });
  point(crossing(6, 1), { place: 'suburb', name: 'Model Town', 'name:hi': 'मॉडल टाउन' });
  point(inBlock(1, 0), { railway: 'station', name: 'Rampur Junction' });
  point(inBlock(2, 6), { amenity: 'cinema', name: 'Lakshmi Talkies' });
  point(inBlock(4, 3), { shop: 'mall', name: 'Central Plaza' });
  point(inBlock(3, 4), { amenity: 'cafe', 'name:en': 'Corner Café' });
  const island = { lat: MIDDLE.lat - 0.03, lng: MIDDLE.lng };
  nodes.push({ id: 9_001, ...island }, { id: 9_002, lat: island.lat, lng: island.lng + 0.002 });
  ways.push({ id: 9_003, nodes: [9_001, 9_002], tags: { highway: 'residential', name: 'Island Street' } });
  return { nodes: nodes.sort((a, b) => a.id - b.id), ways };
}

/** The extract of the town, with the data date 2026-03-01. */
export function townExtract(): Buffer {
  return writeExtract(town(), new Date('2026-03-01T00:00:00Z'));
}

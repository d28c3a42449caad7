import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { House, Place, Places } from './place';
import { Plane, squeezeAt } from './plane';

const AT_DOOR_KM = 0.08;
const HOUSE_KM = 0.03;
const ROAD_KM = 0.06;
const LANDMARK_KM = 0.3;
const DISTRICT_KM = 3;

/** A point's location, in the parts of an address. */
export interface Whereabouts {
  /** The nearest point of interest within 80 m. */
  name?: string;
  houseNumber?: string;
  street?: string;
  district?: string;
  city: string;
  /** If there is no `name`: the most important of the 20 nearest points of interest within 300 m. */
  landmark?: string;
}

interface Segment {
  name: string;
  from: Point;
  to: Point;
}

/**
 * Finds the addresses of points in a city. Distances are measured on a plane through the city, which is exact to a few
 * metres.
 */
export class ReverseSearch {
  readonly #city: string;
  readonly #squeeze: number;
  readonly #pois: Plane<Place>;
  readonly #settlements: Plane<Place>;
  readonly #houses: Plane<House>;
  readonly #segments: Plane<Segment>;

  constructor({ city, places, stretches, houses }: Places) {
    this.#city = city;
    const middle = places[0]?.lat ?? houses[0]?.lat ?? stretches[0]?.line[0] ?? 0;
    this.#squeeze = squeezeAt(middle);
    const settlements = places.filter(({ key, value }) => key === 'place' && value !== 'city' && value !== 'town');
    const pois = places.filter(({ key }) => key !== 'place' && key !== 'highway');
    this.#pois = this.#plane(pois, (place) => [place, place]);
    this.#settlements = this.#plane(settlements, (place) => [place, place]);
    this.#houses = this.#plane([...houses], (house) => [house, house]);
    const segments = stretches.flatMap(({ name, line }) => segmentsOf(name, line));
    this.#segments = this.#plane(segments, ({ from, to }) => [from, to]);
  }

  /** The parts of a point's address; at least the city's name. */
  at(point: Point): Whereabouts {
    const door = this.#pois.near(point, 1, AT_DOOR_KM)[0];
    const house = this.#houses.near(point, 1, HOUSE_KM)[0];
    const street = house?.street ?? this.#roadAt(point);
    const district = this.#settlements.near(point, 1, DISTRICT_KM)[0]?.name;
    const landmark = door
      ? undefined
      : this.#pois
          .near(point, 20, LANDMARK_KM)
          .reduce<Place | undefined>(
            (best, place) => (best && best.importance >= place.importance ? best : place),
            undefined,
          )?.name;
    return {
      city: this.#city,
      ...(door && { name: door.name }),
      ...(house && { houseNumber: house.number }),
      ...(street !== undefined && { street }),
      ...(district !== undefined && { district }),
      ...(landmark !== undefined && { landmark }),
    };
  }

  #roadAt(point: Point): string | undefined {
    let best: string | undefined;
    let bestKm = ROAD_KM;
    // The index finds the eight segments with the nearest bounding boxes. The boxes of long segments overlap, so the
    // nearest of these segments is found by the distances to the segments themselves.
    for (const segment of this.#segments.near(point, 8, ROAD_KM)) {
      const away = distanceKm(point, closestOn(segment, point, this.#squeeze));
      if (away < bestKm) [best, bestKm] = [segment.name, away];
    }
    return best;
  }

  #plane<T>(items: T[], ends: (item: T) => [Point, Point]): Plane<T> {
    return new Plane(items, ends, this.#squeeze);
  }
}

function segmentsOf(name: string, line: readonly number[]): Segment[] {
  const points = Array.from({ length: line.length / 2 }, (_, at) => ({
    lat: line[at * 2] ?? 0,
    lng: line[at * 2 + 1] ?? 0,
  }));
  return points.slice(1).flatMap((to, at) => {
    const from = points[at];
    return from ? [{ name, from, to }] : [];
  });
}

function closestOn({ from, to }: Segment, point: Point, squeeze: number): Point {
  const dx = (to.lng - from.lng) * squeeze;
  const dy = to.lat - from.lat;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.lng - from.lng) * squeeze * dx + (point.lat - from.lat) * dy) / length;
  const part = Math.max(0, Math.min(1, along));
  return { lat: from.lat + dy * part, lng: from.lng + (to.lng - from.lng) * part };
}

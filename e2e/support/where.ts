import type { Point } from '@boli/shared/core/fields';
import { crossing } from '../../city/src/testing/town';

/** The places of the browser tests: in Delhi if the servers have no city; with `CITY_JOURNEYS=1` in the fictional town. */
interface World {
  /** Whether servers have the fictional town installed as their city. */
  hasCity: boolean;
  /** The position of people unless a test sets another one. */
  standing: Readonly<{ latitude: number; longitude: number }>;
  /** The text of `standing` in the pickup field of the ride form. */
  standingWords: string;
  pickup: Point;
  drop: Point;
  /** A drop so near the pickup that the tracking map shows both. */
  nearDrop: Point;
  /** A drop that differs from the two others. */
  otherDrop: Point;
  /** A point on the way from the pickup to the near drop. */
  underWay: Point;
  /** The road distance and minutes from pickup to drop, as the card of a request shows them. */
  byRoad: string;
  /** The straight-line distance from pickup to drop, in kilometres. */
  straightKm: string;
}

const delhi: World = {
  hasCity: false,
  standing: { latitude: 28.6139, longitude: 77.209 },
  standingWords: 'Lat: 28.613900, Lng: 77.209000',
  pickup: { lat: 28.6315, lng: 77.2167 },
  drop: { lat: 28.5494, lng: 77.2001 },
  nearDrop: { lat: 28.6155, lng: 77.2235 },
  otherDrop: { lat: 28.612, lng: 77.236 },
  underWay: { lat: 28.6238, lng: 77.2199 },
  byRoad: 'about 13 km · about 35 min',
  straightKm: '9.3',
};

/** In Gandhi Marg, 30 m east of its crossing with Avenue 5: at the crossing two streets would be equally near. */
const standing = { lat: crossing(4, 4).lat, lng: crossing(4, 4).lng + 0.0003 };

/** The usual ride starts in the north-east and ends five blocks further west and six blocks further south. */
const town: World = {
  hasCity: true,
  standing: { latitude: standing.lat, longitude: standing.lng },
  standingWords: 'Gandhi Marg, Sector 12, Rampur',
  pickup: crossing(6, 7),
  drop: crossing(1, 1),
  nearDrop: crossing(7, 2),
  otherDrop: crossing(3, 5),
  underWay: crossing(6, 4),
  byRoad: '2.2 km · 4 min',
  straightKm: '1.6',
};

/** The places of this run; only this line reads `CITY_JOURNEYS`. */
export const here: World = process.env.CITY_JOURNEYS === '1' ? town : delhi;

/** A point as a person types it: "latitude, longitude". */
export const typed = ({ lat, lng }: Point): string => `${lat}, ${lng}`;

/** Two points as the pickup and drop fields of a ride request. */
export const endsOf = (pickup: Point, drop: Point) => ({
  ...{ pickup_lat: pickup.lat, pickup_lng: pickup.lng },
  ...{ drop_lat: drop.lat, drop_lng: drop.lng },
});

/** The position of a person who is this many degrees north and east of everybody else. */
export const awayBy = (north: number, east: number) => ({
  latitude: Number((here.standing.latitude + north).toFixed(5)),
  longitude: Number((here.standing.longitude + east).toFixed(5)),
});

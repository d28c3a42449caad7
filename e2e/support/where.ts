import type { Point } from '@boli/shared/core/fields';
import { crossing } from '../../city/src/testing/town';

/** The world that the journeys go through: without a city, or, by `CITY_JOURNEYS=1`, with the made-up town installed. */
interface World {
  /** Whether servers have the made-up town installed as their city. */
  hasCity: boolean;
  /** Where people stand unless a test says otherwise. */
  standing: Readonly<{ latitude: number; longitude: number }>;
  /** What that place is called in the form of a ride request. */
  standingWords: string;
  pickup: Point;
  drop: Point;
  /** A drop so near that both ends of the ride are on the tracking map. */
  nearDrop: Point;
  /** A drop that is neither of the two. */
  otherDrop: Point;
  /** On the way from the pickup to the near drop. */
  underWay: Point;
  /** How far it is from the pickup to the drop by road and in how many minutes, as a request's card says it. */
  byRoad: string;
  /** How far that is in a straight line, in kilometres. */
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

/** In Gandhi Marg, 30 m to the east of where it crosses Avenue 5: of two streets at a crossing neither is nearer. */
const standing = { lat: crossing(4, 4).lat, lng: crossing(4, 4).lng + 0.0003 };

/** Rides begin in the north-east and end in the south-west, five blocks to the west and six to the south. */
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

/** The world of this run; the one place where `CITY_JOURNEYS` is read. */
export const here: World = process.env.CITY_JOURNEYS === '1' ? town : delhi;

/** A point as a person types it. */
export const typed = ({ lat, lng }: Point): string => `${lat}, ${lng}`;

/** A point as a ride request's pickup and drop. */
export const endsOf = (pickup: Point, drop: Point) => ({
  ...{ pickup_lat: pickup.lat, pickup_lng: pickup.lng },
  ...{ drop_lat: drop.lat, drop_lng: drop.lng },
});

/** Where somebody is who stands this many degrees to the north and east of everybody else. */
export const awayBy = (north: number, east: number) => ({
  latitude: Number((here.standing.latitude + north).toFixed(5)),
  longitude: Number((here.standing.longitude + east).toFixed(5)),
});

import { createHmac, type KeyObject } from 'node:crypto';
import { shownDistanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { derivedKey } from '../core/secrets';
import { coordinatesText } from '../geo/address';
import { namesPoint, withoutHouseNumber } from '../geo/street';
import { settings } from '../settings';
import { approximateDrop, isDropHidden } from './drop';

/** The fields of the pickup that a ride request and its booking share. */
export interface Pickup {
  status: string;
  /** When a driver accepted; absent or null before. */
  accepted_at?: Date | null;
  customer_name: string;
  pickup_location: string;
  pickup_lat: number;
  pickup_lng: number;
  drop_location: string;
  drop_lat: number;
  drop_lng: number;
  distance_km: number;
}

/** The fields that tell a driver whether the pickup and drop are the exact ones. */
interface Shown {
  pickup_is_approximate: boolean;
  /** Set if only the area of the drop is shown. */
  drop_is_area?: true;
}

/** Points are rounded to this many steps per degree (one step is some 55 m of latitude) before they are moved. */
const STEPS_PER_DEGREE = 2_000;
const LEAST_METRES = 120;
const MOST_METRES = 180;
const METRES_PER_DEGREE = 111_195;
const DECIMALS = 1e6;
const MAX_REMEMBERED = 10_000;

/**
 * The point that drivers are shown as the pickup of an open request: every list, push, circle, index, distance and map
 * before acceptance uses it. With `PICKUP_PRIVACY=exact` it is the exact pickup.
 */
export function openPoint({ pickup_lat: lat, pickup_lng: lng }: Pick<Pickup, 'pickup_lat' | 'pickup_lng'>): Point {
  return settings().PICKUP_PRIVACY === 'exact' ? { lat, lng } : moved({ lat, lng });
}

/** Like `openPoint`, for the driver whose booking took the request: the exact point from acceptance on. */
export function shownPoint(pickup: Pick<Pickup, 'status' | 'accepted_at' | 'pickup_lat' | 'pickup_lng'>): Point {
  return isApproximate(pickup) ? openPoint(pickup) : { lat: pickup.pickup_lat, lng: pickup.pickup_lng };
}

/**
 * Replaces the pickup of a ride request or booking by the one that drivers are shown, and the drop by its area where
 * the law hides the drop. Everything that is sent to a driver passes through it.
 */
export function shownToDriver<P extends Pickup>(exact: P): P & Shown {
  if (isAgreed(exact) || !isDropHidden()) return withShownPickup(exact);
  const shown = withShownPickup({ ...exact, ...approximateDrop(exact) });
  const from = { lat: shown.pickup_lat, lng: shown.pickup_lng };
  const distance_km = shownDistanceKm(from, { lat: shown.drop_lat, lng: shown.drop_lng });
  return { ...shown, distance_km, drop_is_area: true };
}

function withShownPickup<P extends Pickup>(pickup: P): P & Shown {
  if (!isApproximate(pickup)) return { ...pickup, pickup_is_approximate: false };
  const { lat, lng } = openPoint(pickup);
  return {
    ...pickup,
    customer_name: firstName(pickup.customer_name),
    pickup_location: shownAddress(pickup.pickup_location, { lat, lng }),
    pickup_lat: lat,
    pickup_lng: lng,
    distance_km: shownDistanceKm({ lat, lng }, { lat: pickup.drop_lat, lng: pickup.drop_lng }),
    pickup_is_approximate: true,
  };
}

type Agreement = Pick<Pickup, 'status' | 'accepted_at'>;

function isApproximate(pickup: Agreement): boolean {
  return settings().PICKUP_PRIVACY !== 'exact' && !isAgreed(pickup);
}

/** Whether a driver has accepted the ride: from then on this driver sees the exact places. */
function isAgreed({ status, accepted_at }: Agreement): boolean {
  return Boolean(accepted_at) || status === 'in_progress' || status === 'completed';
}

function shownAddress(address: string, shown: Point): string {
  return (namesPoint(address) ? null : withoutHouseNumber(address)) ?? coordinatesText(shown);
}

/** The first part of a name; an abbreviated title (`Dr.`) is skipped. */
function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !word.endsWith('.')) ?? words[0] ?? '';
}

/**
 * Rounds the point and moves it by 120 to 180 m. Direction and length depend only on the rounded point and a secret:
 * all requests from one door are shown at one place. Nothing finer than the rounding is derived from the exact point.
 */
function moved(exact: Point): Point {
  const [row, column] = [Math.round(exact.lat * STEPS_PER_DEGREE), Math.round(exact.lng * STEPS_PER_DEGREE)];
  const { north, east } = offsetOf(`${row}:${column}`);
  const lat = Math.min(90, Math.max(-90, row / STEPS_PER_DEGREE + north / METRES_PER_DEGREE));
  const parallel = METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const lng = column / STEPS_PER_DEGREE + east / parallel;
  return { lat: rounded(lat), lng: rounded(lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng) };
}

interface Offset {
  /** In metres. */
  north: number;
  east: number;
}

const remembered = new WeakMap<KeyObject, Map<string, Offset>>();

function offsetOf(roundedPoint: string): Offset {
  const key = derivedKey('pickup offsets');
  const known = remembered.get(key) ?? new Map<string, Offset>();
  remembered.set(key, known);
  const before = known.get(roundedPoint);
  if (before) return before;
  const digest = createHmac('sha256', key).update(roundedPoint).digest();
  const angle = part(digest.readUInt32BE(0)) * 2 * Math.PI;
  // Evenly distributed over the area of the ring between the least and the greatest distance.
  const metres = Math.sqrt(LEAST_METRES ** 2 + part(digest.readUInt32BE(4)) * (MOST_METRES ** 2 - LEAST_METRES ** 2));
  const offset = { north: metres * Math.cos(angle), east: metres * Math.sin(angle) };
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(roundedPoint, offset);
  return offset;
}

const part = (word: number) => word / 2 ** 32;
const rounded = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS;

import { ADDRESS_MAX_PARTS } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { translate } from '@boli/shared/core/messages';

/** The parts of an address as a Nominatim-like service names them. */
export type AddressParts = Readonly<Record<string, string | undefined>>;

/** Each group gives one part of the text: the first of its fields that is present. */
const groups = [
  ['building', 'house_number'],
  ['road'],
  ['suburb', 'neighbourhood', 'quarter', 'village', 'hamlet'],
  ['city', 'town', 'municipality'],
] as const;

const MAX_TEXT = 500;
const FEW_PARTS = 3;

/**
 * Formats an address: up to four parts joined by commas. A nearby landmark is added if there is neither building nor
 * road, the state if there are fewer than three parts. Null without any part.
 */
export function addressText(parts: AddressParts): string | null {
  const nearby =
    !parts.building && !parts.road && parts.landmark ? [translate('geo.near_place', { name: parts.landmark })] : [];
  const found = groups.flatMap((names) => names.map((name) => parts[name]?.trim()).find(Boolean) ?? []);
  const distinct = [...new Set([...nearby, ...found])];
  const state = parts.state?.trim();
  if (distinct.length < FEW_PARTS && state && !distinct.includes(state)) distinct.push(state);
  return distinct.slice(0, ADDRESS_MAX_PARTS).join(', ').slice(0, MAX_TEXT) || null;
}

/** Formats a point without an address: its coordinates with six decimals. */
export function coordinatesText({ lat, lng }: Point): string {
  return translate('geo.coordinates', { lat: lat.toFixed(6), lng: lng.toFixed(6) });
}
